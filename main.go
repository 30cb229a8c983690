// Command gridjudge judges and measures Sudoku solvers: an online judge's
// verdicts, a laboratory's numbers.
package main

import (
	"os"
	"slices"

	"gridjudge/harness"
	"gridjudge/solvers"
	"gridjudge/solvers/bitboard"
	"gridjudge/solvers/bitmask"
	"gridjudge/solvers/cdcl"
	"gridjudge/solvers/dlx"
	"gridjudge/solvers/dlxstruct"
	"gridjudge/solvers/pointer"
	"gridjudge/solvers/sliced"
)

// contestants are all solvers that take part, in the order of tables.
// To enter one, add its line; a test names the folder that has none.
var contestants = slices.Concat([]solvers.Spec{
	dlx.Spec,
	dlxstruct.SpecBuggy,
	dlxstruct.SpecRepaired,
	pointer.Spec,
	bitmask.Spec,
	bitboard.Spec,
	cdcl.Spec,
	sliced.Spec,
}, bitboard.Variants(), sliced.Variants())

func main() {
	os.Exit(harness.Main(contestants, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
