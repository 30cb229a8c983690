package judge

import (
	"slices"

	"gridjudge/corpus"
	"gridjudge/solvers"
)

// batch holds what a BatchSolver gets in one call. Its memory is used for all parts.
type batch struct {
	puzzles []solvers.Grid
	results []solvers.Result
}

// fill copies the puzzles, and puts sentinels into the results.
func (b *batch) fill(cases []corpus.Case) {
	cells := len(cases[0].Puzzle)
	if n := len(cases); n > cap(b.puzzles) || cells != len(b.puzzles[:1][0]) {
		b.puzzles, b.results = make([]solvers.Grid, n), make([]solvers.Result, n)
		memory := make(solvers.Grid, 2*cells*n)
		for i := range n {
			at := 2 * cells * i
			b.puzzles[i] = memory[at : at+cells : at+cells]
			b.results[i].First = memory[at+cells : at+cells : at+2*cells]
		}
	}
	b.puzzles, b.results = b.puzzles[:len(cases)], b.results[:len(cases)]
	for i := range cases {
		copy(b.puzzles[i], cases[i].Puzzle)
		fillSentinels(&b.results[i], cells)
	}
}

// total returns the sums of the counters.
func (b *batch) total() *solvers.Result {
	total := &solvers.Result{}
	for i := range b.results {
		if r := &b.results[i]; r.Nodes != sentinelNodes {
			total.Nodes += r.Nodes
			total.Updates += r.Updates
		}
	}
	return total
}

// solveBatch judges a BatchSolver: one call over all cases of the part. There are no
// times of single cases. If the time limit is exceeded, no case is known to have been
// in time. So no case of this part or of an earlier one counts as passed. It returns false if
// the worker was abandoned.
func (r *pass) solveBatch(s solvers.BatchSolver) bool {
	b := &r.batch
	b.fill(r.cases)
	if r.before == 0 && (r.options.CaseLimit > 0 || r.options.KeepGoing) {
		r.setResult.Notes = append(r.setResult.Notes, r.spec.Name+" takes all cases in one call: --case-limit and --keep-going have no effect on it.")
		r.options.CaseLimit = 0
	}
	r.arm()
	elapsed, reason := recoverPanic(func() { s.SolveBatch(b.puzzles, r.limits, b.results) })
	if !r.disarm() {
		return false
	}
	if r.interrupted.Load() {
		r.over = true
		return true
	}
	r.spent += elapsed
	r.mu.Lock()
	if !r.abandoned {
		r.setResult.Total = r.spent
	}
	r.mu.Unlock()
	facts := Facts{Ran: true, InProcess: true, Wall: r.spent, Panic: reason}
	late := r.exceeds(r.spent)
	if reason != "" || late {
		r.over = true
		r.facts = facts
		if reason == "" {
			r.facts.Finding.Match = Right
			if slices.ContainsFunc(b.results, func(x solvers.Result) bool { return x.Stopped == solvers.Cancelled }) {
				r.facts.Killed = KilledCPU
			}
		}
		r.mu.Lock()
		if !r.abandoned {
			r.setResult.withdraw()
		}
		r.mu.Unlock()
		r.conclude(Outcome{Time: r.spent}, b.total())
		return true
	}
	for i := range r.cases {
		r.facts = facts
		r.observe(&r.cases[i], b.puzzles[i], &b.results[i])
		r.conclude(Outcome{Case: r.number(i + 1), Line: r.cases[i].Line}, &b.results[i])
	}
	r.next = len(r.cases)
	return true
}

// withdraw takes back the verdicts on all cases.
func (s *SetResult) withdraw() { s.Tally, s.Passed, s.Failed = Tally{}, 0, nil }
