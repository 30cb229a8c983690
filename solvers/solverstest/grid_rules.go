package solverstest

import (
	"fmt"
	"math"
	"slices"

	"gridjudge/solvers"
)

// gridKind is the kind for grids of one size.
type gridKind = kind[solvers.Grid, solvers.Result, uint8]

// ofGrids returns the kind for a contestant that takes grids of this size.
func ofGrids(spec solvers.Spec, size int, cases []GridCase) *gridKind {
	k := &gridKind{
		fresh:  func() contestant[solvers.Grid, solvers.Result] { return spec.New(size) },
		cases:  cases,
		alike:  cases,
		wanted: 2,
		counts: func(r *solvers.Result) *solvers.Counts { return &r.Counts },
		first:  func(r *solvers.Result) *[]uint8 { return (*[]uint8)(&r.First) },
		check:  func(puzzle solvers.Grid, answer []uint8) error { return solvers.Check(puzzle, answer) },
		junk:   1,
		clone:  slices.Clone[solvers.Grid],
		write:  func(to, from solvers.Grid) { copy(to, from) },
		equal:  slices.Equal[solvers.Grid],
		most:   func(puzzle solvers.Grid) uint64 { return uint64(len(puzzle)) + 1 },
	}
	empty := &GridCase{
		Name: "empty", Reason: "a search with no end in sight can be limited", Problem: solvers.NewGrid(size), Count: math.MaxUint64,
	}
	if size > 4 { // there are only 288 grids of 4x4, so that a search for all ends before it can be cancelled
		k.endless = empty
	}
	k.own = []rule{
		{"empty", "the emptiest grid must end: solved, or by its budget", func() error { return emptyEnds(k, *empty) }},
		{"many", "users count tens of thousands of solutions", func() error { return manyGrids(k, size) }},
		{"batch", "a batch is only a faster loop", func() error { return batch(k) }},
	}
	return k
}

// emptyEnds allows 200,000 nodes for the empty grid. A solver that rarely guesses wrong needs about
// a hundredth of them.
func emptyEnds(k *gridKind, c GridCase) error {
	limits := solvers.Limits{Nodes: 200_000}
	r := k.solve(&c, limits)
	if r.Stopped == solvers.NodeBudget && r.Nodes <= limits.Nodes && r.Solutions == 0 {
		return nil
	}
	return in(&c, limits, k.right(&c, limits, &r))
}

// manyGrids checks that a solver can count more solutions than 16 bits can hold. It empties the first rows of a full
// grid, and lets the solver count up to manySolutions solutions of this grid. Most of the grids have far more
// solutions, but there are two exceptions:
//   - A 4x4 grid has only 288 solutions, even if it is empty.
//   - A BatchSolver gets a 9x9 grid with only 3,000 solutions, in which 4 rows are emptied instead of 6. The reason is
//     that it may take as long for one puzzle as for hundreds.
func manyGrids(k *gridKind, size int) error {
	rows, few := 4, size <= 9
	if _, batch := k.fresh().(solvers.BatchSolver); size == 9 && !batch {
		rows, few = 6, false
	}
	puzzle := Pattern(size)
	clear(puzzle[:rows*size])
	c := GridCase{Name: fmt.Sprintf("without %d rows", rows), Reason: beyond16, Problem: puzzle, Count: math.MaxUint64}
	if few {
		c.Count = Count(puzzle, manySolutions)
	}
	return k.countMany(&c)
}

// batch compares SolveBatch with a loop of Solve. It tries lengths around the widths of machine
// words. For the longest length it also tries the reverse order, and copies of a single puzzle. All
// batches are written into the same memory.
func batch(k *gridKind) error {
	s, ok := k.fresh().(solvers.BatchSolver)
	if !ok {
		return nil
	}
	begins := k.cases[0]
	begins.Name = "a batch that begins with " + begins.Name
	solve := func(puzzles []solvers.Grid, limits solvers.Limits, results []solvers.Result) {
		k.begin(&begins)
		defer locate(&begins, limits)
		s.SolveBatch(puzzles, limits, results)
	}
	memory := make([]solvers.Grid, 513)
	for i := range memory {
		memory[i] = k.clone(k.cases[0].Problem)
	}
	for _, limits := range []solvers.Limits{{}, {Solutions: 2}, {Solutions: 2, Nodes: 2}, {Solutions: 1000}} {
		want := k.solveEach(limits)
		for _, b := range []struct{ length, stride int }{
			{0, 1}, {1, 1}, {2, 1}, {63, 1}, {64, 1}, {65, 1}, {511, 1}, {512, 1}, {513, 1}, {513, len(k.cases) - 1}, {513, 0},
		} {
			puzzles, results := memory[:b.length], make([]solvers.Result, b.length)
			for i := range puzzles {
				k.write(puzzles[i], k.cases[i*b.stride%len(k.cases)].Problem)
			}
			solve(puzzles, limits, results)
			for i := range results {
				c := i * b.stride % len(k.cases)
				if !k.equal(puzzles[i], k.cases[c].Problem) {
					return in(&k.cases[c], limits, fmt.Errorf("the solver wrote to number %d in a batch of %d", i+1, b.length))
				}
				if err := k.differ(&results[i], &want[c]); err != nil {
					return in(&k.cases[c], limits, fmt.Errorf("number %d in a batch of %d differs from a call of Solve: %w", i+1, b.length, err))
				}
			}
		}
	}
	results := make([]solvers.Result, len(k.cases))
	puzzles := make([]solvers.Grid, len(k.cases))
	for i, c := range k.cases {
		puzzles[i] = c.Problem
	}
	return allocating(func() {
		solve(puzzles, solvers.Limits{Solutions: 2}, results)
	})
}
