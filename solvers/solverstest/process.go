package solverstest

import (
	"errors"
	"fmt"
	"runtime"
	"sync"
	"testing"
	"time"

	"gridjudge/solvers"
)

// parallel runs several goroutines with a solver each. The race detector finds
// shared memory; different results show a shared state.
func parallel(spec solvers.Spec, size int, cases []Case) error {
	limits := solvers.Limits{Solutions: 2}
	want := solveEach(spec, size, cases, limits)
	return inParallel(func() error {
		s := spec.New(size)
		var r solvers.Result
		for i, c := range cases {
			s.Solve(c.Puzzle, limits, &r)
			if err := differ(r, want[i]); err != nil {
				return in(c, limits, fmt.Errorf("in parallel with other solvers: %w", err))
			}
		}
		return nil
	})
}

// inParallel returns the errors of a pass in each of four goroutines.
func inParallel(pass func() error) error {
	var errs [4]error
	var all sync.WaitGroup
	for w := range errs {
		all.Go(func() { errs[w] = pass() })
	}
	all.Wait()
	return errors.Join(errs[:]...)
}

// goroutines counts the goroutines before and after a pass. Those of the runtime
// start and end at any time, so the count gets time to settle.
func goroutines(spec solvers.Spec, size int, cases []Case) error {
	before := runtime.NumGoroutine()
	s := spec.New(size)
	var r solvers.Result
	for _, c := range cases {
		s.Solve(c.Puzzle, solvers.Limits{Solutions: 2}, &r)
	}
	return settled(before, s)
}

// settleTime is a variable for the tests of solvers that leave a goroutine.
var settleTime = time.Second

// settled waits up to settleTime until there are no more goroutines than before. It keeps
// the solver alive until then.
func settled(before int, solver any) error {
	deadline := time.Now().Add(settleTime)
	for runtime.NumGoroutine() > before {
		if time.Now().After(deadline) {
			return fmt.Errorf("%d goroutines became %d", before, runtime.NumGoroutine())
		}
		time.Sleep(time.Millisecond)
	}
	runtime.KeepAlive(solver)
	return nil
}

func allocations(spec solvers.Spec, size int, cases []Case) error {
	s := spec.New(size)
	var r solvers.Result
	return allocating(func() {
		for _, c := range cases {
			s.Solve(c.Puzzle, solvers.Limits{Solutions: 2}, &r)
		}
	})
}

// allocating returns an error if a pass allocates that is not the first, which AllocsPerRun does not count.
func allocating(pass func()) error {
	if n := testing.AllocsPerRun(3, pass); n != 0 {
		return fmt.Errorf("%v allocations in a pass over all cases once warm", n)
	}
	return nil
}

// batch compares SolveBatch with a loop of Solve: for lengths around the widths
// of machine words, and for the longest in the other order and with copies of one puzzle.
func batch(spec solvers.Spec, size int, cases []Case) error {
	s, ok := spec.New(size).(solvers.BatchSolver)
	if !ok {
		return nil
	}
	for _, limits := range []solvers.Limits{{}, {Solutions: 2}, {Solutions: 2, Nodes: 2}, {Solutions: 1000}} {
		want := solveEach(spec, size, cases, limits)
		for _, b := range []struct{ length, stride int }{
			{0, 1}, {1, 1}, {2, 1}, {63, 1}, {64, 1}, {65, 1}, {511, 1}, {512, 1}, {513, 1}, {513, len(cases) - 1}, {513, 0},
		} {
			puzzles := make([]solvers.Grid, b.length)
			results := make([]solvers.Result, b.length)
			for i := range puzzles {
				puzzles[i] = cases[i*b.stride%len(cases)].Puzzle
			}
			s.SolveBatch(puzzles, limits, results)
			for i, r := range results {
				c := i * b.stride % len(cases)
				if err := differ(r, want[c]); err != nil {
					return in(cases[c], limits, fmt.Errorf("number %d in a batch of %d differs from a call of Solve: %w", i+1, b.length, err))
				}
			}
		}
	}
	results := make([]solvers.Result, len(cases))
	puzzles := make([]solvers.Grid, len(cases))
	for i, c := range cases {
		puzzles[i] = c.Puzzle
	}
	return allocating(func() { s.SolveBatch(puzzles, solvers.Limits{Solutions: 2}, results) })
}
