package bench

import (
	"time"

	"gridjudge/harness/judge"
	"gridjudge/harness/results"
	"gridjudge/solvers"
)

// Accepted is the result of judging a benchmark: a digest of the answers, and the counters of a pass. Another process
// of the same build that is given it does not judge again, but compares its own first pass with it.
type Accepted struct {
	Digest  uint64 `json:"digest"`
	Nodes   uint64 `json:"nodes"`
	Updates uint64 `json:"updates"`
}

// longPass is how long a pass is that needs no other one before it: what is cold at its start is less than 1 % of it.
const longPass = 10 * time.Millisecond

// trust gets ready to measure a solver that another process has judged. Where passes are long, the first one of the
// first sample is the one that is compared, so that such benchmarks cost no more than their samples.
func (m *solverSampler) trust() error {
	n := len(m.set.Cases)
	m.makeSolver()
	m.outcomes, m.learning = make([]outcome, n), true
	for i := range m.outcomes {
		m.outcomes[i].answer = make(solvers.Grid, 0, len(m.originals[i]))
	}
	m.digest = m.settings.Accepted.Digest
	m.counters = results.Counters{Nodes: m.settings.Accepted.Nodes, Updates: m.settings.Accepted.Updates}
	m.passes = m.settings.Passes
	pass := m.settings.MinTime / time.Duration(m.passes)
	if m.passes > 1 && pass < longPass {
		if _, err := m.pass(0, 0); err != nil {
			return err
		}
	}
	m.allocateBlock(pass)
	return m.makeCopies()
}

// learn keeps the outcomes of the first pass, and compares them with what judging has shown. It allocates nothing,
// because the first pass may be one of a sample, whose allocations are counted.
func (m *solverSampler) learn() error {
	m.learning = false
	var seen Accepted
	for i := range m.results[:len(m.outcomes)] {
		r := &m.results[i]
		if r.Stopped != solvers.Finished {
			return wrong(m.order[i], "the search ended early: %s", r.Stopped)
		}
		m.outcomes[m.order[i]] = outcome{
			verdict: judge.Accepted, solutions: r.Solutions,
			counters: results.Counters{Nodes: r.Nodes, Updates: r.Updates}, answer: append(m.outcomes[m.order[i]].answer, r.First...),
		}
		seen.Nodes += r.Nodes
		seen.Updates += r.Updates
	}
	if seen.Digest = digest(m.outcomes); seen != *m.settings.Accepted {
		return &results.Rejection{Verdict: judge.WrongAnswer, Reason: "answers or counters differ from those of the process in which it was judged"}
	}
	return nil
}
