package bench

import (
	"math/rand/v2"
	"slices"
	"time"

	"gridjudge/harness/results"
	"gridjudge/solvers"
)

// allocate makes room for the cases of block passes.
func (m *solverSampler) allocate(n, block int) {
	m.block = block
	size := n * block
	m.order = make([]int, size)
	for i := range m.order {
		m.order[i] = i % n
	}
	m.queue = make([]solvers.Grid, size)
	m.results = make([]solvers.Result, size)
	for i := range m.results {
		m.results[i].First = make(solvers.Grid, 0, len(m.originals[0]))
	}
	m.latency = make([]time.Duration, n)
}

// timesCases reports whether a timed pass also times each case. It does so if a sample is
// a single pass whose cases take 20 microseconds or more on average: reading the wall
// clock takes 40 ns. Otherwise, and for a batch solver, the cases are timed in an
// additional pass.
func (m *solverSampler) timesCases() bool {
	return m.passes == 1 && !m.isBatch() && m.settings.MinTime >= time.Duration(len(m.outcomes))*20*time.Microsecond
}

// timed makes passes in blocks; from is the number of the first pass in the sample. Every
// pass has a new order of the cases. The clocks are read before and after each block, and
// the answers are checked after it. timed allocates nothing.
func (m *solverSampler) timed(r *rand.Rand, from, passes int) (spent results.ClockReading, err error) {
	n := len(m.puzzles)
	each := m.passes == 1 && m.timesCases()
	for done := 0; done < passes; {
		solver := m.solverOf(from + done)
		k := min(m.block, passes-done, m.firstPassOf(solver+1)-from-done)
		m.solver = m.solvers[solver]
		for p := range k {
			m.shuffle(r, p*n, n)
		}
		fillWithSentinel(m.results[:k*n])
		clock := m.settings.Clock
		start := clock.Read()
		if each {
			m.solveEach(clock)
		} else {
			for p := range k {
				solvers.SolveAll(m.solver, m.queue[p*n:(p+1)*n], solvers.Limits{}, m.results[p*n:(p+1)*n])
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

// verify compares the first n results with the judged ones, and the puzzles with those of
// the set. firstPass is the number of the pass to which the first result belongs.
func (m *solverSampler) verify(n, firstPass int) error {
	for i, p := range m.puzzles {
		if !slices.Equal(p, m.originals[i]) {
			return wrong(i, "changed the puzzle that it was given")
		}
	}
	if m.learning {
		return m.learn()
	}
	for i := range n {
		if err := m.outcomes[m.order[i]].verify(&m.results[i]); err != nil {
			return wrong(m.order[i], "pass %d: %v", firstPass+i/len(m.puzzles)+1, err)
		}
	}
	return nil
}

// solveEach solves one pass and times each case.
func (m *solverSampler) solveEach(clock Clock) {
	last := clock.Wall()
	for i := range m.puzzles {
		m.solver.Solve(m.queue[i], solvers.Limits{}, &m.results[i])
		now := clock.Wall()
		m.latency[m.order[i]] = now - last
		last = now
	}
}

// timeCases times every case by itself, outside of any sample.
func (m *solverSampler) timeCases(r *rand.Rand) error {
	n := len(m.puzzles)
	m.shuffle(r, 0, n)
	fillWithSentinel(m.results[:n])
	m.solveEach(m.settings.Clock)
	return m.verify(n, 0)
}

// shuffle puts the n cases from position at on into a fresh order.
func (m *solverSampler) shuffle(r *rand.Rand, at, n int) {
	order := m.order[at : at+n]
	r.Shuffle(n, func(i, j int) { order[i], order[j] = order[j], order[i] })
	for i, c := range order {
		m.queue[at+i] = m.puzzles[c]
	}
}
