package harness

import (
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/judge"
	"gridjudge/harness/testset"
	"gridjudge/solvers"
)

// echo answers every puzzle with itself.
type echo struct{}

func (echo) Solve(puzzle solvers.Grid, _ solvers.Limits, r *solvers.Result) {
	r.Reset()
	r.Found(puzzle)
}

// A file that changes while it is judged is the user's error, and nobody is accepted on it.
func TestAFileThatChangesHasNoVerdict(t *testing.T) {
	file := filepath.Join(t.TempDir(), "in.txt")
	require.NoError(t, os.WriteFile(file, []byte("1234341221434321\n"), 0o666))
	specs := []*solvers.Spec{{Name: "echo", Sizes: []int{4}, New: func(int) solvers.Solver { return echo{} }}}
	judged := func(changed time.Duration) (*judge.Scoreboard, error) {
		sets, err := (&testset.Selection{Input: file, Problem: "sudoku4", Reread: true}).Load(t.Context())
		require.NoError(t, err)
		info, err := os.Stat(file)
		require.NoError(t, err)
		require.NoError(t, os.Chtimes(file, time.Time{}, info.ModTime().Add(changed)))
		board := &judge.Scoreboard{}
		return board, (&app{stderr: io.Discard}).judgeSolvers(t.Context(), board, &judgeFlags{}, specs, sets)
	}
	board, err := judged(0)
	require.NoError(t, err)
	require.Len(t, board.Results(), 1)
	assert.Equal(t, judge.Accepted, board.Results()[0].Verdict)

	board, err = judged(time.Second)
	status := new(statusError)
	require.ErrorAs(t, err, &status)
	assert.Equal(t, exitUsage, status.code)
	assert.ErrorContains(t, err, "in.txt has changed since the judging began: judge it again")
	assert.Empty(t, board.Results())
}
