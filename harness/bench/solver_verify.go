package bench

import (
	"fmt"

	"gridjudge/solvers"
)

// verify compares the first n results with those of the first pass, and the solver's cases with those of
// the set. firstPass is the number of the pass to which the first result belongs.
func (m *solverSampler) verify(n, firstPass int) error {
	if i := m.runner.Changed(); i >= 0 {
		return wrong(i, "changed the puzzle that it was given")
	}
	if !m.learned {
		if err := m.learn(); err != nil {
			return err
		}
	}
	for slot := range n {
		if c := m.order[slot]; !m.repeats(slot, c) {
			return wrong(c, "pass %d: %s", firstPass+slot/m.all.Len()+1, m.difference(slot, c))
		}
	}
	return nil
}

// repeats reports whether the result of a slot is that of its case in the first pass. It is called for every case of
// every pass: difference says what differs.
func (m *solverSampler) repeats(slot, c int) bool {
	counts := m.runner.Counts(slot)
	return counts.Stopped == solvers.Finished && counts.Nodes == m.want.Nodes[c] && counts.Updates == m.want.Updates[c] &&
		m.runner.Digest(slot) == m.want.Answers[c]
}

func (m *solverSampler) difference(slot, c int) string {
	counts := m.runner.Counts(slot)
	switch {
	case counts.Stopped != solvers.Finished:
		return "the search ended early: " + counts.Stopped.String()
	case m.runner.Digest(slot) != m.want.Answers[c]:
		return "another answer, or number of solutions, than when judged"
	}
	return fmt.Sprintf("%d nodes and %d updates, when judged %d and %d", counts.Nodes, counts.Updates, m.want.Nodes[c], m.want.Updates[c])
}

// learn keeps the results of the first pass and compares them with the judged pass. It allocates nothing,
// because the pass may belong to a sample, whose allocations are counted.
func (m *solverSampler) learn() error {
	m.learned = true
	var seen AcceptedPass
	for slot := range m.all.Len() {
		c, counts := m.order[slot], m.runner.Counts(slot)
		m.want.Nodes[c], m.want.Updates[c], m.want.Answers[c] = counts.Nodes, counts.Updates, m.runner.Digest(slot)
		seen.Nodes += counts.Nodes
		seen.Updates += counts.Updates
	}
	if seen.Answers = digest(m.want.Answers); seen != m.accepted {
		return wrong(-1, "pass 1: other answers, nodes or updates than when judged")
	}
	return nil
}
