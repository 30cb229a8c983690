package grids

import (
	"encoding/binary"
	"slices"

	"gridjudge/corpus/cases"
	"gridjudge/solvers"
)

// Runner runs a solver on grids.
type Runner struct {
	cases.Copies[solvers.Solver]
	size  int
	blank solvers.Grid        // a grid of sentinels
	many  solvers.BatchSolver // the copy in use, if it takes batches; otherwise nil

	list    []Case         // the cases that were loaded
	puzzles []solvers.Grid // the copies that the solver gets, in one piece of memory
	order   []int          // the case of each slot
	queue   []solvers.Grid // the puzzle of each slot
	results []solvers.Result
}

// NewRunner returns a runner of a built-in solver.
func (f *Format) NewRunner(spec *solvers.Spec) cases.Runner {
	r := &Runner{
		Copies: cases.Copies[solvers.Solver]{New: func() solvers.Solver {
			if f.mixed {
				return newBySize(spec)
			}
			return spec.New(f.Size)
		}},
		size: f.Size, blank: slices.Repeat(solvers.Grid{sentinelDigit}, f.Size*f.Size),
	}
	if f.least {
		return &leastRunner{Runner: r}
	}
	return r
}

// Load copies the puzzles of a List.
func (r *Runner) Load(list cases.Cases) {
	r.list = list.(*List).Cases
	r.puzzles = slab(r.puzzles, len(r.list), r.size)
	for i := range r.list {
		r.puzzles[i] = append(r.puzzles[i][:0], r.list[i].Puzzle...)
	}
}

// Lend gives slot k the puzzle k of a List itself, without a copy.
func (r *Runner) Lend(list cases.Cases) {
	r.queue = r.queue[:0]
	cases := list.(*List).Cases
	for i := range cases {
		r.queue = append(r.queue, cases[i].Puzzle)
	}
	r.reserve(len(r.queue))
}

// reserve makes memory for n results.
func (r *Runner) reserve(n int) {
	if n > len(r.results) {
		r.results = make([]solvers.Result, n)
		for i, first := range slab(nil, n, r.size) {
			r.results[i].First = first
		}
	}
}

// slab returns n grids in one piece of memory. It returns the given ones if they are enough.
func slab(have []solvers.Grid, n, size int) []solvers.Grid {
	if n <= cap(have) {
		return have[:n]
	}
	cells := size * size
	memory := make(solvers.Grid, n*cells)
	grids := make([]solvers.Grid, n)
	for i := range grids {
		grids[i] = memory[i*cells : (i+1)*cells : (i+1)*cells]
	}
	return grids
}

// Use chooses a copy of the solver.
func (r *Runner) Use(copy int) {
	r.Copies.Use(copy)
	r.many, _ = r.Solver.(solvers.BatchSolver)
}

// sentinelDigit is a digit that no grid has.
const sentinelDigit = 0xff

// Place gives slot k the puzzle order[k], and a result full of sentinels.
func (r *Runner) Place(order []int) {
	r.order = append(r.order[:0], order...)
	r.queue = r.queue[:0]
	for _, c := range order {
		r.queue = append(r.queue, r.puzzles[c])
	}
	r.reserve(len(order))
	for i := range order {
		r.results[i] = solvers.Result{Counts: cases.Sentinels, First: append(r.results[i].First[:0], r.blank...)}
	}
}

// Solve solves slots.
func (r *Runner) Solve(from, to int, limits *solvers.Limits) {
	if r.many != nil {
		r.many.SolveBatch(r.queue[from:to], *limits, r.results[from:to])
		return
	}
	for i := from; i < to; i++ {
		r.Solver.Solve(r.queue[i], *limits, &r.results[i])
	}
}

// Batch reports whether the solver takes many puzzles at once.
func (r *Runner) Batch() bool { return r.many != nil }

// Check checks the result of a slot.
func (r *Runner) Check(slot int, asked *solvers.Limits) cases.Finding {
	c := &r.list[r.order[slot]]
	match, reason := checkResult(c, *asked, &r.results[slot])
	if match == cases.Right && !slices.Equal(r.queue[slot], c.Puzzle) {
		match, reason = cases.Wrong, "changed the puzzle that it was given"
	}
	return cases.Finding{Match: match, Reason: reason, Stored: c.Stored}
}

// Changed returns the first puzzle whose copy the solver has changed.
func (r *Runner) Changed() int {
	for i := range r.list {
		if !slices.Equal(r.puzzles[i], r.list[i].Puzzle) {
			return i
		}
	}
	return -1
}

// Written reports whether the solver wrote the counters of a slot.
func (r *Runner) Written(slot int) bool { return cases.Written(r.results[slot].Counts) }

// Counts returns the counters of a slot.
func (r *Runner) Counts(slot int) solvers.Counts { return r.results[slot].Counts }

// Answer returns the first solution of a slot.
func (r *Runner) Answer(slot int) []byte { return r.results[slot].First }

// Digest mixes the number of solutions and the answer, eight cells at a time. It has to be fast, because it is
// computed in every pass that is measured: FNV took ten times as long, more than a fast solver needs for the puzzle.
func (r *Runner) Digest(slot int) uint64 {
	result := &r.results[slot]
	const odd = 0x9e3779b97f4a7c15 // 2^64 / the golden ratio
	mix := func(h, word uint64) uint64 {
		h = (h ^ word) * odd
		return h ^ h>>32
	}
	h := mix(0, result.Solutions)
	text := result.First
	for ; len(text) >= 8; text = text[8:] {
		h = mix(h, binary.LittleEndian.Uint64(text))
	}
	for _, digit := range text {
		h = mix(h, uint64(digit))
	}
	return mix(h, uint64(len(result.First)))
}
