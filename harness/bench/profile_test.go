package bench

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

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
	session := fakeSession(fakeSet(t, "sudoku4/fake", 3), clock,
		fakeSpec("good", func() solvers.Solver { return &honest{clock: clock} }),
		fakeSpec("rejected", func() solvers.Solver { panic("it is not accepted") }))
	require.NoError(t, session.Judge(t.Context()))
	dir := t.TempDir()
	require.NoError(t, session.WriteProfiles(t.Context(), dir))
	profile, err := os.ReadFile(filepath.Join(dir, "sudoku4", "fake", "good.pprof"))
	require.NoError(t, err)
	assert.Equal(t, "\x1f\x8b", string(profile[:2]), "a profile is compressed by gzip")
	all, err := filepath.Glob(filepath.Join(dir, "*", "*", "*"))
	require.NoError(t, err)
	assert.Len(t, all, 1)
}

func TestAProfileThatFailsChangesNoFile(t *testing.T) {
	all, set := fakeCases(t, 1), fakeSet(t, "sudoku4/fake", 1)
	path := filepath.Join(t.TempDir(), "x.pprof")
	broken := set.NewRunner(fakeSpec("broken", func() solvers.Solver { panic("oh no") }))
	require.ErrorContains(t, WriteProfile(t.Context(), "broken", broken, all, solvers.Limits{}, ProfileTime, path), "panic: oh no")
	require.NoFileExists(t, path)
	require.NoError(t, os.WriteFile(path, []byte("before"), 0o666))
	require.Error(t, WriteProfile(t.Context(), "broken", broken, all, solvers.Limits{}, ProfileTime, path))
	kept, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "before", string(kept))
	working := set.NewRunner(fakeSpec("working", func() solvers.Solver { return busy{} }))
	require.ErrorContains(t, WriteProfile(t.Context(), "working", working, all, solvers.Limits{}, time.Millisecond, filepath.Join(path, "nowhere")), "x.pprof")
}

func TestAProfileEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	path := filepath.Join(t.TempDir(), "x.pprof")
	runner := fakeSet(t, "sudoku4/fake", 1).NewRunner(fakeSpec("busy", func() solvers.Solver { cancel(); return busy{} }))
	require.ErrorIs(t, WriteProfile(ctx, "busy", runner, fakeCases(t, 1), solvers.Limits{}, ProfileTime, path), ctx.Err())
	require.NoFileExists(t, path)
}
