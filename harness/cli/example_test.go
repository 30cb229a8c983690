package cli_test

import (
	"os"
	"strings"

	"gridjudge/harness/cli"
	"gridjudge/solvers"
	"gridjudge/solvers/bitmask"
	"gridjudge/solvers/dlx"
)

// A main function passes os.Args[1:] and the standard streams, and ends with the status that Main returns. The list of
// solvers may contain your own; solvers/all.Contestants has all that are built in.
func ExampleMain() {
	specs := []solvers.Spec{dlx.Spec, bitmask.Spec}
	puzzle := ".2738..1..1...6735.......293.5692.8...........6.1745.364.......9518...7..8..6534.\n"
	status := cli.Main(specs, []string{"solve", "--solver", "bitmask", "--problem", "poj3074"},
		strings.NewReader(puzzle), os.Stdout, os.Stderr)
	if status != 0 {
		os.Exit(status)
	}
	// Output: 527389416819426735436751829375692184194538267268174593643217958951843672782965341
}
