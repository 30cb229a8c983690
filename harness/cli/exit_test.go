package cli_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/solvers"
)

// exits is a contestant that ends the process with status 0, in the goroutine that calls it.
var exits = solvers.Spec{
	Name: "exits", Doc: "ends the process", Sizes: []int{9},
	New: func(int) solvers.Solver { return exiting{} },
}

type exiting struct{}

func (exiting) Solve(solvers.Grid, solvers.Limits, *solvers.Result) { os.Exit(0) }

// TestExitOfASolverIsNeverStatus0 starts every verb that calls a solver. It starts them as processes, because in a
// test os.Exit(0) panics anyway.
func TestExitOfASolverIsNeverStatus0(t *testing.T) {
	binary, err := os.Executable()
	require.NoError(t, err)
	folder := t.TempDir()
	puzzle := filepath.Join(folder, "p.txt")
	require.NoError(t, os.WriteFile(puzzle, []byte("1"+strings.Repeat(".", 80)+"\n"), 0o666))
	start := func(args ...string) (status int, output string) {
		cmd := exec.Command(binary, args...)
		cmd.Dir, cmd.Env = folder, append(os.Environ(), asProgramWithExit+"=1")
		said, err := cmd.CombinedOutput()
		require.NotNil(t, cmd.ProcessState, err)
		return cmd.ProcessState.ExitCode(), string(said)
	}
	for _, args := range [][]string{
		{"judge", "--solver", "exits", "--set", "poj3074/sample"},
		{"judge", "--solver", "exits,dlx", "--set", "poj3074/sample", "--out", "judged"},
		{"bench", "--solver", "exits", "--set", "poj3074/sample", "--rounds", "1", "--time", "1ms", "--out", "measured"},
		{"solve", "--solver", "exits", "--problem", "poj3074", puzzle},
		{"explain", "--solver", "exits", "poj3074/sample#1"},
	} {
		status, said := start(args...)
		assert.NotZero(t, status, "%q: %s", args, said)
		assert.NotEqual(t, -1, status, "%q: %s", args, said)
		assert.Contains(t, said, "os.Exit(0)", "%q", args)
	}
	status, said := start("judge", "--solver", "dlx", "--set", "poj3074/sample")
	assert.Zero(t, status, said)
}
