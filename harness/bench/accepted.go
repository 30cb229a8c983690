package bench

import (
	"time"

	"gridjudge/harness/judge"
	"gridjudge/harness/results"
	"gridjudge/solvers"
)

// Accepted is the result of judging an accepted benchmark: a digest of the answers, and the counters of a pass. Another
// process of the same build can use it: it compares its first pass with the result instead of judging again.
type Accepted struct {
	Digest  uint64 `json:"digest"`
	Nodes   uint64 `json:"nodes"`
	Updates uint64 `json:"updates"`
}

// A pass of at least longPass needs no pass before it to warm up: cold caches take less than 1 % of its time.
const longPass = 10 * time.Millisecond

// trust gets ready to measure a solver that another process has judged. The first pass is compared with the judged
// one. If passes are short, it is an additional pass before the first sample. If passes are long, it is the first
// pass of the first sample, because an additional one would take too much time.
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

// learn keeps the outcomes of the first pass and compares them with the result of judging. It allocates nothing,
// because the pass may belong to a sample, whose allocations are counted.
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
