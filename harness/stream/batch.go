package stream

import (
	"time"

	"gridjudge/solvers"
)

// batchSize is the largest number of puzzles that a BatchSolver sees at once.
const batchSize = 8192

// batch holds puzzles on their way from the input to the output. Its memory is used
// again for later puzzles.
type batch struct {
	room    int  // puzzles that a batch may have
	size    int  // puzzles of a full batch, at most room
	made    int  // puzzles for which there is memory, at most room
	cells   int  // of a puzzle
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

// newBatch makes a batch for so many puzzles of so many cells.
func newBatch(room, cells int) *batch {
	return &batch{
		room: room, cells: cells, done: make(chan struct{}, 1),
		puzzles: make([]solvers.Grid, 0, room), lines: make([]int, 0, room), results: make([]solvers.Result, room),
	}
}

// free returns the memory of the next puzzles to add: of one at least, if the batch is not
// full.
func (b *batch) free() []solvers.Grid {
	if len(b.puzzles) == b.made {
		b.extend()
	}
	return b.puzzles[len(b.puzzles):min(b.made, b.size)]
}

// extend makes memory for more puzzles. A short input does not pay for a whole batch.
func (b *batch) extend() {
	n := min(256, b.room-b.made)
	memory := make(solvers.Grid, 2*n*b.cells)
	next := func() solvers.Grid {
		g := memory[:b.cells:b.cells]
		memory = memory[b.cells:]
		return g
	}
	for range n {
		b.puzzles[:b.room][b.made], b.results[b.made].First = next(), next()
		b.made++
	}
}

// put copies a puzzle that is not in the memory of the next one: the batch may have been
// handed over while the puzzle was read.
func (b *batch) put(puzzle solvers.Grid) {
	if memory := b.free()[0]; &memory[0] != &puzzle[0] {
		copy(memory, puzzle)
	}
}

// add adds n puzzles, which are in their memory, from consecutive lines.
func (b *batch) add(n, line int) {
	b.puzzles = b.puzzles[:len(b.puzzles)+n]
	for i := range n {
		b.lines = append(b.lines, line+i)
	}
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
