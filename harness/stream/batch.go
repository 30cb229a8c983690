package stream

import (
	"time"

	"gridjudge/solvers"
)

// batchSize is the largest number of puzzles that a BatchSolver sees at once.
const batchSize = 4096

// batch holds puzzles on their way from the input to the output. Its memory is used
// again for later puzzles.
type batch struct {
	room    int  // puzzles for which there is memory
	size    int  // puzzles of a full batch, at most room
	whole   bool // all puzzles are solved in one call
	puzzles []solvers.Grid
	lines   []int            // line of each puzzle in the input
	results []solvers.Result // of each puzzle
	times   []time.Duration  // of each puzzle; nil if they are not wanted or not known

	solved   int           // results of so many puzzles are known
	panicked any           // the value with which the solver panicked on the next one
	elapsed  time.Duration // of solving
	flush    bool          // everything must be written out after it
	done     chan struct{} // receives a value when the batch is solved on another goroutine
}

// newBatch makes a batch with room for so many puzzles of so many cells.
func newBatch(room, cells int) *batch {
	b := &batch{room: room, done: make(chan struct{}, 1)}
	b.puzzles, b.lines, b.results = make([]solvers.Grid, room), make([]int, 0, room), make([]solvers.Result, room)
	memory := make(solvers.Grid, 2*room*cells)
	next := func() solvers.Grid {
		g := memory[:cells:cells]
		memory = memory[cells:]
		return g
	}
	for i := range room {
		b.puzzles[i], b.results[i].First = next(), next()
	}
	b.empty()
	return b
}

// memory returns the memory of the next puzzle to add.
func (b *batch) memory() solvers.Grid {
	return b.puzzles[:len(b.puzzles)+1][len(b.puzzles)]
}

// add adds a puzzle. It copies one that is not in the memory for it: the batch may have
// been handed over while the puzzle was read.
func (b *batch) add(puzzle solvers.Grid, line int) {
	memory := b.memory()
	if &memory[0] != &puzzle[0] {
		copy(memory, puzzle)
	}
	b.puzzles, b.lines = b.puzzles[:len(b.puzzles)+1], append(b.lines, line)
}

func (b *batch) full() bool { return len(b.puzzles) >= b.size }

func (b *batch) empty() {
	b.puzzles, b.lines = b.puzzles[:0], b.lines[:0]
	b.solved, b.panicked, b.flush = 0, nil, false
}

// solve solves the puzzles. It stops if the solver panics or limits.Cancel becomes
// true.
func (b *batch) solve(s solvers.Solver, limits solvers.Limits) {
	if len(b.puzzles) == 0 {
		return
	}
	defer func() { b.panicked = recover() }()
	if many, ok := s.(solvers.BatchSolver); ok {
		many.SolveBatch(b.puzzles, limits, b.results[:len(b.puzzles)])
		for b.solved < len(b.puzzles) && b.results[b.solved].Stopped != solvers.Cancelled {
			b.solved++
		}
		return
	}
	for i, p := range b.puzzles {
		r := &b.results[i]
		if b.times == nil {
			s.Solve(p, limits, r)
		} else {
			start := time.Now()
			s.Solve(p, limits, r)
			b.times[i] = time.Since(start)
		}
		if r.Stopped == solvers.Cancelled {
			return
		}
		b.solved++
	}
}
