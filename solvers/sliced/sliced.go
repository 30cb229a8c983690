// Package sliced solves hundreds of 9x9 puzzles in lock-step. Each puzzle has a
// lane, one bit of every machine word, and AND, OR and XOR on whole words
// propagate all lanes at once, without a branch.
//
//  1. launch turns a puzzle into the state of a lane: nine candidate bits per cell.
//  2. The states of all lanes are transposed into planes, one per candidate.
//  3. kernel.sweep propagates all lanes once. It is called until half of the lanes
//     have ended: in a solution, in a contradiction, or without a conclusion.
//  4. The planes are transposed back, and each lane continues by itself: it
//     branches, backtracks, or starts the next puzzle (engine.reschedule).
//  5. When no puzzle is left, idle lanes take over parts of running searches.
//
// README.md describes the planes, the sweep and the search, and lists rejected
// designs.
package sliced

import "gridjudge/solvers"

//go:generate go -C gen run . -out ../avx2_amd64.s -stubs ../avx2_amd64.go -pkg sliced
//go:generate go -C gen run . -wide -out ../avx512_amd64.s -stubs ../avx512_amd64.go -pkg sliced

// Solver solves batches of 9x9 puzzles with one kernel.
type Solver struct {
	engine *engine
	one    struct {
		puzzle [1]solvers.Grid
		result [1]solvers.Result
	}
}

// New makes a Solver with the widest kernel that the processor has.
func New(int) solvers.Solver { return &Solver{engine: newEngine(widest())} }

// SolveBatch solves puzzles of 9x9 cells, any number of them.
func (s *Solver) SolveBatch(puzzles []solvers.Grid, limits solvers.Limits, results []solvers.Result) {
	s.engine.batch(puzzles, limits, results)
}

// Solve solves a batch of one puzzle. The contract requires it; it is slow, because
// a sweep costs the same for one lane as for all.
func (s *Solver) Solve(puzzle solvers.Grid, limits solvers.Limits, result *solvers.Result) {
	s.one.puzzle[0] = puzzle
	s.one.result[0] = *result
	s.engine.batch(s.one.puzzle[:], limits, s.one.result[:])
	*result = s.one.result[0]
	s.one.puzzle[0], s.one.result[0] = nil, solvers.Result{}
}

// Spec is sliced with the widest kernel that the processor has.
var Spec = solvers.Spec{
	Name:  "sliced",
	Doc:   "hundreds of puzzles in lock-step, one bit per puzzle; the widest kernel of this processor",
	Sizes: []int{9},
	New:   New,
}

// Variants returns one Spec per kernel that the processor has.
func Variants() []solvers.Spec {
	var specs []solvers.Spec
	for _, k := range kernels() {
		specs = append(specs, solvers.Spec{
			Name:      "sliced-" + k.name,
			Doc:       "sliced with its " + k.name + " kernel",
			Sizes:     []int{9},
			VariantOf: "sliced",
			New:       func(int) solvers.Solver { return &Solver{engine: newEngine(k)} },
		})
	}
	return specs
}

// widest returns the kernel with the most lanes.
func widest() kernel {
	k := kernels()
	return k[len(k)-1]
}
