package judge

import (
	"slices"

	"gridjudge/solvers"
)

// batch judges a BatchSolver: one call over all cases. There are no times of single
// cases. Where the time limit is exceeded, no case is known to have been in time, so
// none counts as passed.
func (r *run) batch(s solvers.BatchSolver) {
	cells := len(r.cases[0].Puzzle)
	memory := make(solvers.Grid, 2*cells*len(r.cases))
	puzzles := make([]solvers.Grid, len(r.cases))
	results := make([]solvers.Result, len(r.cases))
	for i := range r.cases {
		at := 2 * cells * i
		puzzles[i] = memory[at : at+cells : at+cells]
		copy(puzzles[i], r.cases[i].Puzzle)
		results[i].First = memory[at+cells : at+cells : at+2*cells]
		fillSentinels(&results[i], cells)
	}
	if r.options.CaseLimit > 0 || r.options.KeepGoing {
		r.setResult.Notes = append(r.setResult.Notes, r.spec.Name+" takes all cases in one call: --case-limit and --keep-going have no effect on it.")
		r.options.CaseLimit = 0
	}
	r.arm()
	elapsed, reason := recoverPanic(func() { s.SolveBatch(puzzles, r.limits, results) })
	r.over = true
	r.disarm()
	if r.interrupted.Load() {
		return
	}
	r.spent = elapsed
	r.mu.Lock()
	if !r.abandoned {
		r.setResult.Total = elapsed
	}
	r.mu.Unlock()
	f := Facts{Ran: true, InProcess: true, Wall: elapsed, Panic: reason}
	late := r.options.TimeLimit > 0 && elapsed > r.options.TimeLimit
	if reason != "" || late {
		if reason == "" {
			f.Finding.Match = Right
			if slices.ContainsFunc(results, func(x solvers.Result) bool { return x.Stopped == solvers.Cancelled }) {
				f.Killed = KilledCPU
			}
		}
		total := solvers.Result{}
		for i := range results {
			if results[i].Nodes != sentinelNodes {
				total.Nodes += results[i].Nodes
				total.Updates += results[i].Updates
			}
		}
		r.conclude(Outcome{Time: elapsed}, f, &total)
		return
	}
	for i := range r.cases {
		f := f
		r.observe(&f, &r.cases[i], puzzles[i], &results[i])
		r.conclude(Outcome{Case: i + 1}, f, &results[i])
	}
}
