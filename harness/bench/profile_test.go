package bench

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/judge"
	"gridjudge/harness/results"
	"gridjudge/harness/testset"
	"gridjudge/solvers"
)

// busy works until it is cancelled.
type busy struct{}

func (busy) Solve(_ solvers.Grid, limits solvers.Limits, r *solvers.Result) {
	r.Reset()
	for !limits.Cancelled() {
		r.Nodes++
	}
	r.Stopped = solvers.Cancelled
}

func TestProfilesAreOfAcceptedSolvers(t *testing.T) {
	clock := &fakeClock{}
	sets := []*testset.TestSet{fakeSet(t, "sudoku4/fake", 3)}
	specs := []*solvers.Spec{
		{Name: "good", Sizes: []int{4}, New: func(int) solvers.Solver { return &honest{clock: clock} }},
		{Name: "rejected", Sizes: []int{4}, New: func(int) solvers.Solver { panic("it is not accepted") }},
	}
	plan := NewPlan(sets, specs, NewSettings(time.Millisecond, 1))
	m := plan.manifest()
	m.Benchmarks[1].Rejected = results.Rejection{Verdict: judge.WrongAnswer, Reason: "wrong"}
	dir := t.TempDir()
	programs, err := plan.WriteProfiles(t.Context(), m, dir, func(int, int, results.Benchmark) {})
	require.NoError(t, err)
	assert.Empty(t, programs)
	profile, err := os.ReadFile(filepath.Join(dir, "sudoku4", "fake", "good.pprof"))
	require.NoError(t, err)
	assert.Equal(t, "\x1f\x8b", string(profile[:2]), "a profile is compressed by gzip")
	all, err := filepath.Glob(filepath.Join(dir, "*", "*", "*"))
	require.NoError(t, err)
	assert.Len(t, all, 1)
}

func TestAProfileThatFailsChangesNoFile(t *testing.T) {
	puzzles := fakePuzzles(t, 1)
	path := filepath.Join(t.TempDir(), "x.pprof")
	broken := &solvers.Spec{Name: "broken", New: func(int) solvers.Solver { panic("oh no") }}
	require.ErrorContains(t, WriteProfile(t.Context(), broken, puzzles, solvers.Limits{}, ProfileTime, path), "panic: oh no")
	require.NoFileExists(t, path)
	require.NoError(t, os.WriteFile(path, []byte("before"), 0o666))
	require.Error(t, WriteProfile(t.Context(), broken, puzzles, solvers.Limits{}, ProfileTime, path))
	kept, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "before", string(kept))
	working := &solvers.Spec{Name: "working", New: func(int) solvers.Solver { return busy{} }}
	require.ErrorContains(t, WriteProfile(t.Context(), working, puzzles, solvers.Limits{}, time.Millisecond, filepath.Join(path, "nowhere")), "x.pprof")
}

func TestAProfileEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	path := filepath.Join(t.TempDir(), "x.pprof")
	spec := &solvers.Spec{Name: "busy", New: func(int) solvers.Solver { cancel(); return busy{} }}
	require.ErrorIs(t, WriteProfile(ctx, spec, fakePuzzles(t, 1), solvers.Limits{}, ProfileTime, path), ctx.Err())
	require.NoFileExists(t, path)
}
