package bench

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus/grids"
	"gridjudge/harness/judge"
	"gridjudge/harness/testset"
	"gridjudge/solvers"
)

// endless never ends by itself.
type endless struct{}

func (endless) Solve(_ solvers.Grid, limits solvers.Limits, r *solvers.Result) {
	for r.Reset(); !limits.Cancelled(); {
		time.Sleep(time.Millisecond) // a busy loop is not necessary, because the watchdog goes by wall time
	}
	r.Stopped = solvers.Cancelled
}

func TestTheWatchdogEndsAPass(t *testing.T) {
	set := fakeSet(t, "sudoku4/fake", 4)
	set.TimeLimit = 20 * time.Millisecond
	_, r := judged(t, set, &fakeClock{}, func() solvers.Solver { return endless{} })
	assert.Equal(t, judge.TimeLimit, r.Verdict)
	assert.Equal(t, 1, r.Failed)
	assert.Equal(t, 0, r.Passed)
	assert.EqualValues(t, 2*set.TimeLimit, r.PAR2().NS, "all cases unsolved, each at twice the limit of a case, and nothing else")

	ctx, cancel := context.WithCancel(t.Context())
	set.TimeLimit = 0
	time.AfterFunc(20*time.Millisecond, cancel)
	s := fakeSession(set, &fakeClock{}, fakeSpec("endless", func() solvers.Solver { return endless{} }))
	require.ErrorIs(t, s.Judge(ctx), context.Canceled)
	require.Len(t, s.Results, 1, "what was finished is shown")
	assert.Equal(t, judge.NotJudged, s.Results[0].Verdict)
}

// TestAnInterruptedFileIsAcceptedOfNobody: no solver is accepted, even if it has solved all cases that were read.
func TestAnInterruptedFileIsAcceptedOfNobody(t *testing.T) {
	file := filepath.Join(t.TempDir(), "mine.txt")
	require.NoError(t, os.WriteFile(file, []byte(strings.Repeat("12343412214.....\n", testset.BlockSize+1)), 0o666))
	sets, err := (&testset.Selection{Files: []string{file}}).Load(t.Context())
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	right := func() solvers.Solver { return &honest{clock: &fakeClock{}} }
	s := fakeSession(sets[0], &fakeClock{}, fakeSpec("first", right), fakeSpec("second", func() solvers.Solver {
		return &spoiled{spoil: func(_ *spoiled, _ solvers.Grid, l solvers.Limits, r *solvers.Result) {
			cancel()
			endless{}.Solve(nil, l, r)
		}}
	}), fakeSpec("third", right))
	require.ErrorIs(t, s.Judge(ctx), context.Canceled)
	require.Len(t, s.Results, 3)
	for i, passed := range []int{testset.BlockSize, 0, 0} {
		r := s.Results[i]
		assert.Equal(t, judge.NotJudged, r.Verdict, r.Solver)
		assert.Equal(t, passed, r.Passed, r.Solver)
	}
}

// deaf ignores Cancel until the test ends.
type deaf struct{ end chan struct{} }

func (d deaf) Solve(_ solvers.Grid, _ solvers.Limits, r *solvers.Result) { <-d.end }

func TestASolverThatIgnoresCancelIsAbandoned(t *testing.T) {
	end := make(chan struct{})
	defer close(end)
	set := fakeSet(t, "sudoku4/fake", 4)
	set.TimeLimit = 20 * time.Millisecond
	_, r := judged(t, set, &fakeClock{}, func() solvers.Solver { return deaf{end} })
	assert.Equal(t, judge.TimeLimit, r.Verdict)
	assert.Contains(t, r.Reason(), "abandoned")
	assert.Equal(t, 50*time.Millisecond, r.Facts.Abandoned, "that it goes on to disturb all others is recorded")
}

// TestASolverThatRewritesItsPuzzleSpoilsNobody: other solvers are not affected, whether it starts to do so while it
// is judged or while it is timed.
func TestASolverThatRewritesItsPuzzleSpoilsNobody(t *testing.T) {
	const n = 5
	for _, honestCalls := range []int{0, 30 * n} {
		clock := &fakeClock{}
		set := fakeSet(t, "sudoku4/fake", n)
		m, r := judged(t, set, clock, func() solvers.Solver {
			return &spoiled{honest: honest{clock: clock}, spoil: func(s *spoiled, p solvers.Grid, l solvers.Limits, r *solvers.Result) {
				s.honest.Solve(p, l, r)
				if s.calls > honestCalls {
					copy(p, r.First)
				}
			}}
		})
		if honestCalls == 0 {
			assert.Equal(t, judge.WrongAnswer, r.Verdict)
			assert.Equal(t, 1, r.Failed)
			assert.Equal(t, "changed the puzzle that it was given", r.Reason())
		} else {
			require.NotNil(t, m)
			require.NoError(t, m.Prepare(t.Context(), true))
			var err error
			for round := range 3 {
				if _, _, err = m.TakePart(t.Context(), whole(round)); err != nil {
					break
				}
			}
			assert.ErrorContains(t, err, "changed the puzzle that it was given")
		}
		all, err := set.All(t.Context())
		require.NoError(t, err)
		for i, c := range fakeCases(t, n).Cases {
			assert.Equal(t, c.Puzzle, all.(*grids.List).Cases[i].Puzzle, "case %d", i+1)
		}
	}
}
