package sliced

import "gridjudge/solvers"

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

// Solve solves a batch of one: the cost of a sweep is that of all lanes, so
// this is for the contract, not for speed.
func (s *Solver) Solve(puzzle solvers.Grid, limits solvers.Limits, result *solvers.Result) {
	s.one.puzzle[0] = puzzle
	s.one.result[0] = *result
	s.engine.batch(s.one.puzzle[:], limits, s.one.result[:])
	*result = s.one.result[0]
	s.one.puzzle[0], s.one.result[0] = nil, solvers.Result{}
}

// Spec enters the widest kernel that the processor has.
var Spec = solvers.Spec{
	Name:  "sliced",
	Doc:   "hundreds of puzzles in lock-step, one bit lane each; the widest kernel there is",
	Sizes: []int{9},
	New:   New,
}

// Variants enter each kernel that the processor has under a name of its own.
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

// widest is the kernel with the most lanes.
func widest() kernel {
	k := kernels()
	return k[len(k)-1]
}
