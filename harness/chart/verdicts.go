package chart

import (
	"gridjudge/harness/judge"
	"gridjudge/harness/ranking"
)

// Verdict is the verdict of a solver on a set.
type Verdict struct {
	Set     string        `json:"set"`
	Solver  string        `json:"solver"`
	Verdict judge.Verdict `json:"verdict"` // NotJudged if it was not accepted and only a bare file says so
	Reason  string        `json:"reason,omitempty"`
	Solved  int           `json:"solved"`
	Cases   int           `json:"cases"`
}

// Verdicts returns the verdict of every benchmark. Of several that pooled runs have, that of ranking.Pool.Rejection.
func (r *Runs) Verdicts() []Verdict {
	var out []Verdict
	for _, g := range r.Groups {
		for _, e := range g.Entrants {
			for _, set := range e.Sets {
				v := verdictOf(e.On[set])
				v.Set, v.Solver = set, e.Name
				out = append(out, v)
			}
		}
	}
	return out
}

// verdictOf returns the verdict of a benchmark, without its set and solver.
func verdictOf(p *ranking.Pool) Verdict {
	v := Verdict{Verdict: judge.Accepted, Solved: p.Solved(), Cases: p.Cases()}
	if r := p.Rejection(); r != nil {
		v.Verdict, v.Reason = r.Verdict, r.Rejection()
	}
	return v
}
