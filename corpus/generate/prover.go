package generate

import "gridjudge/solvers"

// answer is how a search of the prover ended.
type answer uint8

const (
	unknown       answer = iota // the budget of conflicts is spent
	satisfiable                 // the assignment is a solution
	unsatisfiable               // there is none
)

// prover decides whether a grid has a (further) solution. It learns a clause
// from every conflict (Marques-Silva and Sakallah, GRASP, 1999), branches on the
// unit with the fewest possibilities and, among those, on the one that had the
// most conflicts recently, and restarts after a Luby sequence of conflicts. It
// shares no code with any contestant: its answer is one of two independent
// proofs.
//
// The rules themselves are not clauses: a unit counts the variables it has
// left, a true variable excludes its peers. Propagation of units alone is naked
// and hidden singles; clauses for locked candidates and subsets are learnt
// where they matter.
type prover struct {
	assigned     assignment
	clauses      clauses
	activity     []float64 // per variable
	unitActivity []float64
	increment    float64 // what one more conflict adds

	learnt  []literal // the clause that analyze derives
	seen    []bool    // per variable: noted in this analysis
	toClear []int32   // the variables seen
	stamps  []int32   // per level: the last clause that contains it
	stamp   int32     // the number of that clause

	// asserted: the literal of the clause just learnt is itself a conflict.
	asserted bool

	// contradiction: the givens contradict themselves.
	contradiction bool

	// random, if not nil, replaces the activities in all choices.
	random *stream
}

func newProver(size int) *prover {
	g := geometryOf(size)
	return &prover{
		assigned: newAssignment(size), clauses: newClauses(g.vars),
		activity: make([]float64, g.vars), unitActivity: make([]float64, g.units),
		seen: make([]bool, g.vars), stamps: make([]int32, g.vars+1),
	}
}

// load starts a new problem: the givens of puzzle.
func (p *prover) load(puzzle solvers.Grid) {
	p.forget()
	p.assigned.reset()
	for cell, d := range puzzle {
		if d != 0 {
			p.require(positive(p.assigned.geometry.variable(cell, d)))
		}
	}
}

// adopt starts a new problem from the cells that singles has filled without a
// contradiction. Loading the puzzle anew instead was half the time of digging
// at 9x9.
func (p *prover) adopt(s *singles) {
	p.forget()
	p.assigned.adopt(s)
}

// forget drops what was learnt from another problem.
func (p *prover) forget() {
	p.clauses.reset()
	clear(p.activity)
	clear(p.unitActivity)
	p.increment = 1
	p.asserted = false
	p.contradiction = false
}

// require makes l true from the start. Call it only at decision level 0.
func (p *prover) require(l literal) {
	switch {
	case p.contradiction || p.assigned.satisfies(l):
	case p.assigned.falsifies(l):
		p.contradiction = true
	default:
		p.contradiction = !p.assigned.assign(l, noReason) || !p.propagate()
	}
}

// forbid demands a solution without digit in cell.
func (p *prover) forbid(cell int, digit uint8) {
	p.require(negative(p.assigned.geometry.variable(cell, digit)))
}

// block demands a solution other than solution.
func (p *prover) block(solution solvers.Grid) {
	p.assigned.undoTo(0)
	p.learnt = p.learnt[:0]
	for cell, d := range solution {
		if l := negative(p.assigned.geometry.variable(cell, d)); !p.contradiction && !p.assigned.falsifies(l) {
			if p.assigned.satisfies(l) {
				return
			}
			p.learnt = append(p.learnt, l)
		}
	}
	switch len(p.learnt) {
	case 0:
		p.contradiction = true
	case 1:
		p.require(p.learnt[0])
	default:
		p.clauses.add(p.learnt, 0)
	}
}

// propagate draws all direct conclusions. It reports false on a conflict.
func (p *prover) propagate() bool {
	if p.asserted {
		p.asserted = false
		return false
	}
	a := &p.assigned
	for {
		for len(a.forcedUnits) > 0 {
			u := a.forcedUnits[len(a.forcedUnits)-1]
			a.forcedUnits = a.forcedUnits[:len(a.forcedUnits)-1]
			if !a.forceLast(u) {
				return false
			}
		}
		if a.head == len(a.trail) {
			return true
		}
		l := a.trail[a.head]
		a.head++
		if !l.negated() && !a.excludePeers(l.variable()) {
			return false
		}
		if len(p.clauses.watches[l^1]) > 0 && !p.propagateClauses(l^1) {
			return false
		}
	}
}

// firstRestart is the number of conflicts before the first restart; firstReduce
// the number of clauses at which half of them are dropped for the first time.
const (
	firstRestart = 50
	firstReduce  = 2000
)

// search looks for a solution within a budget of conflicts.
func (p *prover) search(budget int) answer {
	limit := firstReduce
	for restart := 1; ; restart++ {
		p.assigned.undoTo(0)
		p.contradiction = p.contradiction || !p.propagate()
		if p.contradiction {
			return unsatisfiable
		}
		if len(p.clauses.list) > limit {
			p.clauses.reduce(&p.assigned)
			limit += limit / 4
		}
		for quota := firstRestart * luby(restart); ; {
			if p.propagate() {
				if !p.decide() {
					return satisfiable
				}
				continue
			}
			if p.assigned.decisionLevel() == 0 {
				p.contradiction = true
				return unsatisfiable
			}
			p.resolve()
			budget--
			quota--
			if budget < 0 {
				return unknown
			}
			if quota < 0 {
				break
			}
		}
	}
}

// resolve learns a clause from the conflict, undoes to the level where the
// clause has one literal left, and makes that true.
func (p *prover) resolve() {
	back := p.analyze()
	lbd := p.lbd()
	p.assigned.undoTo(back)
	if len(p.learnt) == 1 {
		p.contradiction = !p.assigned.assign(p.learnt[0], noReason)
	} else {
		p.asserted = !p.assigned.assign(p.learnt[0], newReason(byClause, p.clauses.add(p.learnt, lbd)))
	}
	p.decayActivity()
}

// luby returns the i-th term, from 1, of 1 1 2 1 1 2 4 1 1 2 ... (Luby, Sinclair
// and Zuckerman, 1993).
func luby(i int) int {
	k := 1
	for (1<<k)-1 < i {
		k++
	}
	if (1<<k)-1 == i {
		return 1 << (k - 1)
	}
	return luby(i - (1<<(k-1) - 1))
}

// decide makes one more variable true on trial. It reports false if none is left.
func (p *prover) decide() bool {
	a := &p.assigned
	best, fewest, ties := int32(-1), satisfied, 0
	if p.random == nil {
		for u, open := range a.open {
			if open < fewest || open == fewest && best >= 0 && p.unitActivity[u] > p.unitActivity[best] {
				best, fewest = int32(u), open
			}
		}
	} else {
		for u, open := range a.open[:a.geometry.cells] {
			if open < fewest {
				best, fewest, ties = int32(u), open, 1
			} else if open == fewest && open < satisfied {
				ties++
				if p.random.intN(ties) == 0 {
					best = int32(u)
				}
			}
		}
	}
	if best < 0 {
		return false
	}
	v := p.pickVariable(best, fewest)
	a.levelStart = append(a.levelStart, len(a.trail))
	a.assign(positive(v), noReason)
	return true
}

// pickVariable picks one of the open variables of unit u: a random one, or the
// one that had the most conflicts recently.
func (p *prover) pickVariable(u int32, open uint8) int32 {
	best, skip := int32(-1), 0
	if p.random != nil {
		skip = p.random.intN(int(open))
	}
	for _, v := range p.assigned.geometry.unit(u) {
		if p.assigned.value[v] == isFalse {
			continue
		}
		if p.random != nil {
			if skip == 0 {
				return v
			}
			skip--
		} else if best < 0 || p.activity[v] > p.activity[best] {
			best = v
		}
	}
	return best
}
