package chart

import (
	"gridjudge/harness/judge"
	"gridjudge/harness/ranking"
)

// Verdict is the verdict of a solver on a set.
type Verdict struct {
	Set     string        `json:"set"`
	Solver  string        `json:"solver"`
	Verdict judge.Verdict `json:"verdict"` // NotJudged if it was not accepted and no manifest has the reason
	Reason  string        `json:"reason,omitempty"`
	Solved  int           `json:"solved"`
	Cases   int           `json:"cases"`
}

// Verdicts returns the verdict of every benchmark. Several pooled runs may have the same benchmark. Then the
// last of their verdicts in the order of package judge is returned, and of equal ones that of the run that solved the
// fewest cases.
func (r *Runs) Verdicts() []Verdict {
	var out []Verdict
	for _, b := range r.Results.Benchmarks {
		v := verdictOf(r.Results.Of[b])
		v.Set, v.Solver = b.Set, b.Solver
		out = append(out, v)
	}
	return out
}

// verdictOf returns the verdict of a result, without its set and solver.
func verdictOf(r *ranking.Result) Verdict {
	v := Verdict{Verdict: judge.Accepted, Solved: r.Solved, Cases: r.Cases}
	if !r.Timed() {
		v.Verdict, v.Reason = judge.NotJudged, "not accepted"
	}
	for _, f := range r.Failures {
		if f.Verdict > v.Verdict || f.Verdict == v.Verdict && f.Solved < v.Solved {
			v.Verdict, v.Reason, v.Solved = f.Verdict, f.String(), f.Solved
		}
	}
	return v
}
