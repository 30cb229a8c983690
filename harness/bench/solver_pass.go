package bench

import (
	"fmt"
	"math/rand/v2"
	"time"

	"gridjudge/solvers"
)

// casesToo reports whether the sampler times each case while it takes the sample. Otherwise it times the cases in an
// additional pass (timeCases), which costs time.
//
// To time each case, the sampler reads the clock after each of them. A reading takes 40 ns, which must not distort the
// sample. So casesToo is only true for samples of a single pass, in which a case takes 20 microseconds or more on
// average.
//
// Cases are not timed at all if the settings say TotalsOnly, or if the solver solves its cases in batches.
func (m *solverSampler) casesToo() bool {
	return m.passes == 1 && !m.settings.TotalsOnly && !m.runner.Batch() && m.settings.MinTime >= time.Duration(m.all.Len())*20*time.Microsecond
}

// timePasses makes some of the passes of a sample and returns the time that the solver took. The parameter from is
// the number of the first of these passes within the sample. Every pass visits the cases in a new order.
//
// Nothing but the solver's own work should be measured. So the passes are made in stretches (see stretchTime): the
// clocks are read before and after each stretch, and the answers are checked after it, while no clock runs. timePasses
// itself allocates nothing, because all allocations during a sample are counted as the solver's.
func (m *solverSampler) timePasses(r *rand.Rand, from, passes int) (spent Reading, err error) {
	n := m.all.Len()
	casesToo := m.casesToo()
	for done := 0; done < passes; {
		solver := m.solverOf(from + done)
		k := min(m.stretch, passes-done, m.firstPassOf(solver+1)-from-done)
		m.runner.Use(solver)
		m.place(r, k)
		clock := m.settings.Clock
		start := clock.Read()
		if casesToo {
			m.solveEach(clock)
		} else {
			for p := range k {
				m.runner.Solve(p*n, (p+1)*n, &m.limits)
			}
		}
		spent = spent.Add(clock.Read().Sub(start))
		if err := m.verify(k*n, from+done); err != nil {
			return spent, err
		}
		done += k
	}
	return spent, nil
}

// place assigns cases to the slots of k passes, in a new random order for each pass.
func (m *solverSampler) place(r *rand.Rand, k int) {
	n := m.all.Len()
	for p := range k {
		order := m.order[p*n : (p+1)*n]
		r.Shuffle(n, func(i, j int) { order[i], order[j] = order[j], order[i] })
	}
	m.runner.Place(m.order[:k*n])
}

// solveEach solves one pass and times each case.
func (m *solverSampler) solveEach(clock Clock) {
	last := clock.Wall()
	for i := range m.all.Len() {
		m.runner.Solve(i, i+1, &m.limits)
		now := clock.Wall()
		m.latency[m.order[i]] = int64(now - last)
		last = now
	}
}

// timeCases times every case by itself, outside of any sample.
func (m *solverSampler) timeCases(r *rand.Rand) error {
	m.place(r, 1)
	m.solveEach(m.settings.Clock)
	return m.verify(m.all.Len(), 0)
}

// verify compares the first n results with the results of the first pass, and the solver's copies of the cases with
// the set. The parameter firstPass is the number of the pass to which the first result belongs.
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

// repeats reports whether the result in a slot equals the result of the same case in the first pass. It is called for
// every case of every pass, so it only compares; difference says what differs.
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

// learn stores the results of the first pass, which later passes must repeat, and compares them with the judged pass.
// It allocates nothing, because the first pass may belong to a sample, and the allocations during a sample are
// counted.
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
