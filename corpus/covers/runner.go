package covers

import (
	"math"

	"gridjudge/corpus/cases"
	"gridjudge/solvers"
)

// Runner runs a solver on matrices.
type Runner struct {
	cases.Copies[solvers.CoverSolver]
	format *Format
	spec   *solvers.Spec
	chosen chosen // the options of the answer that is checked

	list    []Case            // the cases that were loaded
	copies  []solvers.Matrix  // the copies that the solver gets
	order   []int             // the case of each slot
	queue   []*solvers.Matrix // the matrix of each slot
	results []solvers.Cover
	answers []byte // memory of the answers that Answer returned
}

// Load copies the matrices of a List.
func (r *Runner) Load(list cases.Cases) {
	r.list = list.(*List).Cases
	for len(r.copies) < len(r.list) {
		r.copies = append(r.copies, solvers.Matrix{})
	}
	for i := range r.list {
		r.copies[i].Set(&r.list[i].Matrix)
	}
}

// Lend gives slot k the matrix k of a List itself, without a copy.
func (r *Runner) Lend(list cases.Cases) {
	r.queue = r.queue[:0]
	cases := list.(*List).Cases
	for i := range cases {
		r.queue = append(r.queue, &cases[i].Matrix)
	}
	r.reserve()
}

// reserve makes memory for the results of the queue.
func (r *Runner) reserve() {
	r.answers = r.answers[:0]
	for len(r.results) < len(r.queue) {
		r.results = append(r.results, solvers.Cover{})
	}
}

// sentinelOption is a number that no option has.
const sentinelOption = math.MinInt32

// Place gives slot k the matrix order[k], and a result full of sentinels.
func (r *Runner) Place(order []int) {
	r.order = append(r.order[:0], order...)
	r.queue = r.queue[:0]
	for _, c := range order {
		r.queue = append(r.queue, &r.copies[c])
	}
	r.reserve()
	for i := range order {
		r.results[i] = solvers.Cover{Counts: cases.Sentinels, First: append(r.results[i].First[:0], sentinelOption)}
	}
}

// asked returns the limits that a solver gets. If the problem asks for the number of covers, the solver has to count
// all of them.
func (r *Runner) asked(limits *solvers.Limits) solvers.Limits {
	asked := *limits
	if r.format.count {
		asked.Solutions = math.MaxUint64
	}
	return asked
}

// Solve solves slots.
func (r *Runner) Solve(from, to int, limits *solvers.Limits) {
	asked := r.asked(limits)
	for i := from; i < to; i++ {
		if r.queue[i].Colored() && !r.spec.Colors {
			r.results[i] = solvers.Cover{Counts: solvers.Counts{Nodes: 1, Stopped: solvers.Colored}}
			continue
		}
		r.Solver.Solve(r.queue[i], asked, &r.results[i])
	}
}

// Batch reports false: there is no solver that takes many matrices at once.
func (r *Runner) Batch() bool { return false }

// Check checks the result of a slot.
func (r *Runner) Check(slot int, limits *solvers.Limits) cases.Finding {
	asked := r.asked(limits)
	c := &r.list[r.order[slot]]
	same := r.queue[slot].Equal(&c.Matrix) // compared first, because this reads c in one go, so that check finds all of it in the cache
	match, reason := r.check(c, &asked, &r.results[slot])
	if match == cases.Right && !same {
		match, reason = cases.Wrong, "changed the matrix that it was given"
	}
	return cases.Finding{Match: match, Reason: reason, Stored: c.Stored}
}

// check checks a result against its case and against the contract of solvers. If the node budget or the judge stopped
// the search, an answer is not required, because the verdict does not depend on it.
func (r *Runner) check(c *Case, asked *solvers.Limits, result *solvers.Cover) (cases.Match, string) {
	if broken := cases.CheckCounts(asked, &result.Counts); broken != "" {
		return cases.Wrong, broken
	}
	if result.Solutions == 0 && len(result.First) > 0 {
		return cases.Wrong, "counts no solution but returns a cover"
	}
	if result.Solutions > 0 {
		r.chosen.begin(c)
		for _, option := range result.First {
			if wrong := r.chosen.add(int(option) + 1); wrong != "" {
				return cases.Wrong, wrong
			}
		}
		if !r.chosen.complete() {
			return cases.Wrong, r.chosen.open()
		}
		if c.Solutions == cases.None {
			return cases.Contradiction, "the case is stored as having no cover, but the answer is one"
		}
	}
	switch result.Stopped {
	case solvers.Finished:
	case solvers.CountOverflow:
		return c.compare(claim{covers: beyond}, r.format)
	default:
		return cases.Right, ""
	}
	if wrong := c.Solutions.Contradicts(result.Solutions, asked.Wanted()); wrong != "" {
		return cases.Wrong, wrong
	}
	if result.Solutions < asked.Wanted() && c.Solutions.Is != cases.Exactly && (r.format.count || result.Solutions == 0) {
		return c.compare(claim{covers: cases.Certificate{N: result.Solutions, Is: cases.Exactly}}, r.format)
	}
	return cases.Right, ""
}

// Changed returns the first matrix whose copy the solver has changed.
func (r *Runner) Changed() int {
	for i := range r.list {
		if !r.copies[i].Equal(&r.list[i].Matrix) {
			return i
		}
	}
	return -1
}

// Written reports whether the solver wrote the counters of a slot.
func (r *Runner) Written(slot int) bool { return cases.Written(r.results[slot].Counts) }

// Counts returns the counters of a slot.
func (r *Runner) Counts(slot int) solvers.Counts { return r.results[slot].Counts }

// Answer returns the number of covers and the first one of a slot.
func (r *Runner) Answer(slot int) []byte {
	from := len(r.answers)
	r.answers = encode(r.answers, &r.results[slot])
	return r.answers[from:]
}

// Digest mixes the number of covers and the options of the first one.
func (r *Runner) Digest(slot int) uint64 {
	result := &r.results[slot]
	const odd = 0x9e3779b97f4a7c15 // 2^64 / the golden ratio
	h := (result.Solutions ^ uint64(len(result.First))) * odd
	for _, option := range result.First {
		h = (h ^ uint64(uint32(option))) * odd
		h ^= h >> 32
	}
	return h
}
