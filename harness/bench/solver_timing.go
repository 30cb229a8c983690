package bench

import (
	"math/rand/v2"
	"time"
)

// casesToo reports whether a timed pass also times each case. It does so if a sample is
// a single pass whose cases take 20 microseconds or more on average: reading the wall
// clock takes 40 ns. Otherwise timeCases times the cases in an additional pass, if the solver takes one at a time.
func (m *solverSampler) casesToo() bool {
	return m.passes == 1 && !m.settings.TotalsOnly && !m.runner.Batch() && m.settings.MinTime >= time.Duration(m.all.Len())*20*time.Microsecond
}

// timePasses makes passes in stretches; from is the number of the first pass in the sample. Every
// pass has a new order of the cases. The clocks are read before and after each stretch, and
// the answers are checked after it. timePasses allocates nothing.
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

// place gives the slots of k passes their cases, each pass in a fresh order.
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
