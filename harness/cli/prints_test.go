package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/solvers"
	"gridjudge/solvers/bitmask"
)

// chatty prints each puzzle before it solves it.
type chatty struct{ solvers.Solver }

func (c chatty) Solve(puzzle solvers.Grid, limits solvers.Limits, r *solvers.Result) {
	fmt.Println("debug:", puzzle)
	c.Solver.Solve(puzzle, limits, r)
}

// What a built-in solver prints does not mix with what other software reads.
func TestWhatASolverPrints(t *testing.T) {
	spec := bitmask.Spec
	spec.New = func(size int) solvers.Solver { return chatty{bitmask.Spec.New(size)} }
	out, in, err := os.Pipe()
	require.NoError(t, err)
	errOut, errIn, err := os.Pipe()
	require.NoError(t, err)
	realOut, realErr := os.Stdout, os.Stderr
	os.Stdout, os.Stderr = in, errIn
	status := Main([]solvers.Spec{spec}, []string{"judge", "--set", "poj3074/sample", "--format", "json"}, nil, os.Stdout, os.Stderr)
	assert.Same(t, in, os.Stdout)
	os.Stdout, os.Stderr = realOut, realErr
	require.NoError(t, in.Close())
	require.NoError(t, errIn.Close())
	assert.Equal(t, exitFine, status)
	var table any
	assert.NoError(t, json.NewDecoder(out).Decode(&table))
	printed, err := io.ReadAll(errOut)
	require.NoError(t, err)
	assert.Contains(t, string(printed), "debug:")
}
