package solverstest

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"gridjudge/solvers"
)

// watch knows which calls of a rule's solvers are under way.
type watch struct {
	mu        sync.Mutex
	calls     []*call     // one per solver that was made
	abandoned atomic.Bool // nobody waits for the rule any more
}

// call is what a solver was asked last. It has a lock of its own: one lock for
// all solvers would order their accesses and so hide races from the detector.
type call struct {
	mu      sync.Mutex
	puzzle  [solvers.MaxSize * solvers.MaxSize]uint8
	cells   int
	limits  solvers.Limits
	batch   int // puzzles of a batch, of which puzzle is the first
	running bool
}

// over returns spec with solvers that are watched.
func (w *watch) over(spec solvers.Spec) solvers.Spec {
	inner := spec.New
	spec.New = func(size int) solvers.Solver {
		c := new(call)
		w.mu.Lock()
		w.calls = append(w.calls, c)
		w.mu.Unlock()
		s := inner(size)
		if b, ok := s.(solvers.BatchSolver); ok {
			return watchedBatch{watched{b, w, c}, b}
		}
		return watched{s, w, c}
	}
	return spec
}

// at names the puzzles of the calls that are under way.
func (w *watch) at(size int) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	var calls []string
	for _, c := range w.calls {
		if s := c.describe(size); s != "" && !slices.Contains(calls, s) {
			calls = append(calls, s)
		}
	}
	if len(calls) == 0 {
		return fmt.Sprintf("each call returned, but they are slow (solvers made: %d)", len(w.calls))
	}
	return strings.Join(calls, "; ")
}

// describe names the puzzle of the call, or nothing where it has returned.
func (c *call) describe(size int) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.running {
		return ""
	}
	found := Case{Name: "unnamed", Puzzle: c.puzzle[:c.cells]}
	for _, known := range append(Cases(size), endless(size)) {
		if slices.Equal(known.Puzzle, found.Puzzle) {
			found = known
		}
	}
	s := "no return from " + found.under(c.limits)
	if c.batch > 0 {
		s += fmt.Sprintf(", the first of a batch of %d", c.batch)
	}
	return s
}

// begin notes a call. It ends the goroutine of a rule that was abandoned.
func (c *call) begin(w *watch, puzzle solvers.Grid, limits solvers.Limits, batch int) {
	if w.abandoned.Load() {
		runtime.Goexit()
	}
	c.mu.Lock()
	c.cells, c.limits, c.batch, c.running = copy(c.puzzle[:], puzzle), limits, batch, true
	c.mu.Unlock()
}

func (c *call) end() {
	c.mu.Lock()
	c.running = false
	c.mu.Unlock()
}

// watched is a solver that notes its calls.
type watched struct {
	solvers.Solver
	watch *watch
	call  *call
}

func (s watched) Solve(puzzle solvers.Grid, limits solvers.Limits, result *solvers.Result) {
	s.call.begin(s.watch, puzzle, limits, 0)
	s.Solver.Solve(puzzle, limits, result)
	s.call.end()
}

// watchedBatch is the same of a BatchSolver.
type watchedBatch struct {
	watched
	batch solvers.BatchSolver
}

func (s watchedBatch) SolveBatch(puzzles []solvers.Grid, limits solvers.Limits, results []solvers.Result) {
	var first solvers.Grid
	if len(puzzles) > 0 {
		first = puzzles[0]
	}
	s.call.begin(s.watch, first, limits, len(puzzles))
	s.batch.SolveBatch(puzzles, limits, results)
	s.call.end()
}
