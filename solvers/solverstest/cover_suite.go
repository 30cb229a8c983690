package solverstest

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"gridjudge/solvers"
)

// RunCovers fails t for every promise of the contract for matrices that spec breaks. A
// rule that takes too long is reported with the matrix that the solver was at, and the
// rules after it still run.
func RunCovers(t *testing.T, spec solvers.Spec) {
	t.Helper()
	if err := solvers.Validate([]solvers.Spec{spec}); err != nil {
		t.Fatal(err)
	}
	left, cases := allow(usual, len(coverRules)), CoverCases()
	for _, r := range coverRules {
		t.Run("matrix/"+r.name, func(t *testing.T) {
			if err := guardedCover(r, spec.NewCover, cases, left.next(time.Now())); err != nil {
				t.Errorf("%v\nthe rule: %s", err, r.why)
			}
		})
	}
}

// guardedCover runs a rule within its time, over solvers that are watched.
func guardedCover(r coverRule, make newCover, cases []CoverCase, limit time.Duration) error {
	var w coverWatch
	return within(limit, &w.abandoned, w.at, func() error {
		return r.broken(func() solvers.CoverSolver { return w.over(make()) }, cases)
	})
}

// coverWatch knows which calls of a rule's solvers are under way.
type coverWatch struct {
	abandoned atomic.Bool // nobody waits for the rule any more
	mu        sync.Mutex
	made      []*watchedCover
}

// over returns s, watched.
func (w *coverWatch) over(s solvers.CoverSolver) solvers.CoverSolver {
	watched := &watchedCover{CoverSolver: s, watch: w}
	w.mu.Lock()
	w.made = append(w.made, watched)
	w.mu.Unlock()
	return watched
}

// at names a matrix that a solver has not returned from.
func (w *coverWatch) at() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, s := range w.made {
		s.mu.Lock()
		m := s.matrix
		s.mu.Unlock()
		if m != nil {
			return fmt.Sprintf("no return from a matrix of %d primary and %d secondary items and %d options",
				m.Primary, m.Secondary, len(m.Options))
		}
	}
	return fmt.Sprintf("each call returned, but they are slow (solvers made: %d)", len(w.made))
}

// watchedCover is a solver that notes its calls. It has a lock of its own: one for all
// solvers would order their accesses and so hide races from the detector.
type watchedCover struct {
	solvers.CoverSolver
	watch  *coverWatch
	mu     sync.Mutex
	matrix *solvers.Matrix // nil between calls
}

// Solve ends the goroutine of a rule that was abandoned.
func (s *watchedCover) Solve(m *solvers.Matrix, limits solvers.Limits, result *solvers.Cover) {
	if s.watch.abandoned.Load() {
		runtime.Goexit()
	}
	s.note(m)
	s.CoverSolver.Solve(m, limits, result)
	s.note(nil)
}

func (s *watchedCover) note(m *solvers.Matrix) {
	s.mu.Lock()
	s.matrix = m
	s.mu.Unlock()
}
