// Package sliced solves hundreds of 9x9 puzzles in lock-step. Each puzzle has a lane, which is one
// bit of every machine word. AND, OR and XOR on whole words propagate all lanes at once, without a
// branch.
//
//  1. launch turns a puzzle into the state of a lane: nine candidate bits per cell.
//  2. The states of all lanes are transposed into planes. A plane consists of the bits of one
//     candidate, for example "digit 3 in cell 17", in all lanes.
//  3. kernel.sweep draws conclusions in all lanes at once, again and again. Sooner or later, each lane has a solution,
//     a contradiction, or no conclusions left to draw. This ends the present node (search call) of the lane. When the
//     nodes of half of the lanes have ended, the sweeps stop.
//  4. The planes are transposed back into states. Ordinary code visits the lanes whose nodes have ended, one after
//     another: each of them branches, backtracks, or starts the next puzzle (engine.reschedule). Then step 2 follows
//     again.
//  5. When there are no more puzzles, idle lanes take over parts of the searches in other lanes.
//
// README.md describes the planes, the sweep and the search, and lists rejected designs.
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

// New makes a Solver with the widest kernel that the processor can run.
func New(int) solvers.Solver { return &Solver{engine: newEngine(widest())} }

// SolveBatch solves any number of 9x9 puzzles.
func (s *Solver) SolveBatch(puzzles []solvers.Grid, limits solvers.Limits, results []solvers.Result) {
	s.engine.batch(puzzles, limits, results)
}

// Solve solves a batch of one puzzle, because the contract requires it. It is slow: a sweep takes
// the same time for one lane as for all.
func (s *Solver) Solve(puzzle solvers.Grid, limits solvers.Limits, result *solvers.Result) {
	s.one.puzzle[0] = puzzle
	s.one.result[0] = *result
	s.engine.batch(s.one.puzzle[:], limits, s.one.result[:])
	*result = s.one.result[0]
	s.one.puzzle[0], s.one.result[0] = nil, solvers.Result{}
}

// Spec enters sliced with the widest kernel that the processor can run.
var Spec = solvers.Spec{
	Name:  "sliced",
	Doc:   "hundreds of puzzles in lock-step, one bit per puzzle; the widest kernel of this processor",
	Sizes: []int{9},
	New:   New,
}

// Variants returns one Spec for each kernel that the processor can run.
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
