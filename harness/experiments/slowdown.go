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

// slowdown makes one benchmark slower: Share is 0.03 for 3 % more work. The zero
// value slows nothing.
type slowdown struct {
	results.Benchmark
	Share float64
}

// String is the value of slowdownVariable: set, solver and share.
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
	if len(puzzles) == 0 {
		return nil, fmt.Errorf("%s: the cases of %s are not grids: only solvers of grids can be slowed", slowdownVariable, slow.Set)
	}
	i := slices.IndexFunc(specs, func(spec solvers.Spec) bool { return spec.Name == slow.Solver })
	if i < 0 || specs[i].New == nil {
		return nil, fmt.Errorf("%s: there is no solver %q that takes grids", slowdownVariable, slow.Solver)
	}
	slowed, fast := slices.Clone(specs), specs[i].New
	slowed[i].New = func(size int) solvers.Solver { return newSlowed(fast(size), puzzles, slow.Share) }
	return slowed, nil
}

// slowed is a solver that does a share more work on the puzzles of one set. It
// owes that share of every puzzle that it has solved. Where it owes a whole
// puzzle, it solves another one of the set: each puzzle is paid for equally
// often, and none is still in the caches. (A debt counted in nodes, paid with
// whatever puzzle comes next, was no debt in time: 3 % of bitboard's nodes were
// 0.7 % of its time.) Both arms of a comparison look the puzzle up: the arm that
// is not slowed has a share of 0.
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
		// The debts of puzzles, and of solvers, start at different values. A
		// sample uses several solvers, each for too short a time to pay for all.
		_, d.owed[i] = math.Modf(math.Phi*float64(i) + float64(number)/8)
	}
	return d
}

// Solve solves the puzzle and pays what is owed.
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
