package main

import (
	"fmt"
	"math"
	"slices"
	"sync/atomic"

	"gridjudge/corpus"
	"gridjudge/corpus/grids"
	"gridjudge/harness/results"
	"gridjudge/solvers"
)

// slowdownVariable is the environment variable that injects a slowdown.
const slowdownVariable = "GRIDJUDGE_INJECTED_SLOWDOWN"

// slowdown says which benchmark to slow down, and by how much: Share is 0.03 for 3 % more work. The zero value does
// not slow down anything.
type slowdown struct {
	results.Benchmark
	Share float64
}

// String returns the value for slowdownVariable: set, solver and share.
func (s slowdown) String() string {
	if s.Solver == "" {
		return ""
	}
	return fmt.Sprintf("%s %s %g", s.Set, s.Solver, s.Share)
}

// withSlowdown returns specs with the slowdown that text describes.
func withSlowdown(specs []solvers.Spec, text string) ([]solvers.Spec, error) {
	if text == "" {
		return specs, nil
	}
	var slow slowdown
	if _, err := fmt.Sscan(text, &slow.Set, &slow.Solver, &slow.Share); err != nil {
		return nil, fmt.Errorf("%s=%q: want SET SOLVER SHARE: %w", slowdownVariable, text, err)
	}
	i := slices.IndexFunc(specs, func(spec solvers.Spec) bool { return spec.Name == slow.Solver })
	if i < 0 {
		return nil, fmt.Errorf("%s: unknown solver %q", slowdownVariable, slow.Solver)
	}
	if keepsItsSpeed(specs, slow.Benchmark) {
		return nil, fmt.Errorf("%s: %s cannot be slowed", slowdownVariable, slow.Benchmark)
	}
	sets, err := corpus.SelectSets([]string{slow.Set})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", slowdownVariable, err)
	}
	cases, err := grids.CasesOf(sets[0].Load()) // a name selects one set
	if err != nil {
		return nil, err
	}
	var puzzles []solvers.Grid
	for i := range cases {
		puzzles = append(puzzles, cases[i].Puzzle)
	}
	slowed, fast := slices.Clone(specs), specs[i].New
	slowed[i].New = func(size int) solvers.Solver { return newSlowed(fast(size), puzzles, slow.Share) }
	return slowed, nil
}

// slowed is a solver that does more work than necessary on the puzzles of one set, by the given share. For example,
// with a share of 0.03, it solves 103 puzzles when it is asked for 100.
//
// All puzzles of the set should be slowed down by the same share. So a slowed solver keeps a debt for each puzzle. Each
// time it has solved the puzzle, the debt grows by the share. When the debt reaches 1, which is a whole puzzle, the
// solver pays by solving another puzzle of the set. For example, if the share is 0.03, it pays once in 33 or 34 times.
// The solver does not pay with the same puzzle, because this puzzle is still in the caches and would cost too little.
//
// An earlier version was rejected: it counted the debt in nodes, and paid with whatever puzzle came next. The
// slowdown in time was then not the intended one: 3 % of bitboard's nodes were 0.7 % of its time.
//
// Looking up the puzzle takes time, too. So both arms of a comparison look it up, and the arm that is not slowed has
// a share of 0.
type slowed struct {
	solvers.Solver
	puzzles []solvers.Grid
	index   map[string]int
	share   float64
	owed    []float64
	scratch solvers.Result
}

// slowedMade counts the solvers that newSlowed has made.
var slowedMade atomic.Int64

func newSlowed(s solvers.Solver, puzzles []solvers.Grid, share float64) *slowed {
	d := &slowed{Solver: s, puzzles: puzzles, index: map[string]int{}, share: share, owed: make([]float64, len(puzzles))}
	number := slowedMade.Add(1)
	for i, p := range puzzles {
		d.index[string(p)] = i
		// The debts of different puzzles, and of different solvers, start at different values, because a
		// sample uses several solvers, each for too short a time to pay all of its debts.
		_, d.owed[i] = math.Modf(math.Phi*float64(i) + float64(number)/8)
	}
	return d
}

// Solve solves the puzzle, and then pays if a whole puzzle is owed.
func (d *slowed) Solve(puzzle solvers.Grid, limits solvers.Limits, result *solvers.Result) {
	d.Solver.Solve(puzzle, limits, result)
	i, ok := d.index[string(puzzle)]
	if !ok {
		return
	}
	if d.owed[i] += d.share; d.owed[i] >= 1 {
		d.owed[i]--
		d.Solver.Solve(d.puzzles[(i+len(d.puzzles)/2)%len(d.puzzles)], limits, &d.scratch)
	}
}
