package generate

import (
	"gridjudge/solvers"
)

// finding is how a search of the prover ended.
type finding uint8

const (
	gaveUp   finding = iota // the budget of conflicts is spent
	solvable                // a solution stands in the state
	refuted                 // there is none
)

// prover decides whether a grid has a (further) solution. It learns a clause
// from every dead end (Marques-Silva and Sakallah, GRASP, 1999), picks the unit
// with the fewest possibilities and, among those, the one that took part in
// the most recent conflicts, and starts over after a Luby sequence of
// conflicts. It shares no code with any contestant: what it says is one of two
// independent proofs.
//
// The rules themselves are not clauses: a unit counts the variables it has
// left, a true variable strikes out its peers. Propagation of units alone is
// naked and hidden singles; locked candidates and subsets are learnt where
// they matter.
type prover struct {
	state
	clauses
	activity []float64 // by variable
	weight   []float64 // by unit
	step     float64   // what one more conflict counts

	learnt []literal
	seen   []bool
	marked []int32
	stamps []int32
	stamp  int32

	// pending: the assertion of the clause just learnt is itself a conflict.
	pending bool

	// contradiction: the givens, or what followed from them, contradict themselves.
	contradiction bool

	// random, where not nil, takes the place of the weights in all choices.
	random *stream
}

func newProver(size int) *prover {
	p := &prover{state: newState(size)}
	p.clauses = newClauses(p.vars)
	p.activity = make([]float64, p.vars)
	p.weight = make([]float64, p.units)
	p.seen = make([]bool, p.vars)
	p.stamps = make([]int32, p.vars+1)
	return p
}

// load starts a new problem: the givens of puzzle.
func (p *prover) load(puzzle solvers.Grid) {
	p.forget()
	p.state.reset()
	for cell, d := range puzzle {
		if d != 0 {
			p.require(literal(cell*p.size+int(d)-1) << 1)
		}
	}
}

// adopt starts a new problem where singles left off without a contradiction,
// for a small part of what loading the same puzzle takes (which was half of the
// time that digging took at 9x9).
func (p *prover) adopt(s *singles) {
	p.forget()
	p.state.adopt(s)
}

// forget drops what was learnt from another problem.
func (p *prover) forget() {
	p.clauses.reset()
	clear(p.activity)
	clear(p.weight)
	p.step = 1
	p.pending = false
	p.contradiction = false
}

// require makes l hold from the start. Only while no decision stands.
func (p *prover) require(l literal) {
	switch {
	case p.contradiction || p.holds(l):
	case p.fails(l):
		p.contradiction = true
	default:
		p.contradiction = !p.assign(l, byChoice) || !p.propagate()
	}
}

// forbid demands a solution that does not hold digit in cell.
func (p *prover) forbid(cell int, digit uint8) {
	p.require(literal(cell*p.size+int(digit)-1)<<1 | 1)
}

// block demands a solution other than answer.
func (p *prover) block(answer solvers.Grid) {
	p.undo(0)
	p.learnt = p.learnt[:0]
	for cell, d := range answer {
		if l := literal(cell*p.size+int(d)-1)<<1 | 1; !p.contradiction && !p.fails(l) {
			if p.holds(l) {
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
		p.add(p.learnt, 0)
	}
}

// propagate draws every direct conclusion, and reports false on a conflict.
func (p *prover) propagate() bool {
	if p.pending {
		p.pending = false
		return false
	}
	for {
		for len(p.last) > 0 {
			u := p.last[len(p.last)-1]
			p.last = p.last[:len(p.last)-1]
			if !p.finish(u) {
				return false
			}
		}
		if p.head == len(p.trail) {
			return true
		}
		l := p.trail[p.head]
		p.head++
		if !l.negated() && !p.exclude(l.variable()) {
			return false
		}
		if len(p.watches[l^1]) > 0 && !p.visit(l^1) {
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
func (p *prover) search(budget int) finding {
	room := firstReduce
	for restart := 1; ; restart++ {
		p.undo(0)
		p.contradiction = p.contradiction || !p.propagate()
		if p.contradiction {
			return refuted
		}
		if len(p.list) > room {
			p.reduce()
			room += room / 4
		}
		for quota := firstRestart * luby(restart); ; {
			if p.propagate() {
				if !p.decide() {
					return solvable
				}
				continue
			}
			if p.level() == 0 {
				p.contradiction = true
				return refuted
			}
			p.resolve()
			budget--
			quota--
			if budget < 0 {
				return gaveUp
			}
			if quota < 0 {
				break
			}
		}
	}
}

// resolve learns from the conflict in hand and goes back to where the new
// clause says something.
func (p *prover) resolve() {
	back := p.learn()
	spread := p.joined()
	p.undo(back)
	if len(p.learnt) == 1 {
		p.contradiction = !p.assign(p.learnt[0], byChoice)
	} else {
		p.pending = !p.assign(p.learnt[0], because(byClause, p.add(p.learnt, spread)))
	}
	p.fade()
}

// luby is the i-th term, from 1, of 1 1 2 1 1 2 4 1 1 2 ... (Luby, Sinclair and
// Zuckerman, 1993).
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

// decide assumes one more variable to be true; false means that all is decided.
func (p *prover) decide() bool {
	best, fewest, ties := int32(-1), uint8(satisfied), 0
	if p.random == nil {
		for u, open := range p.open {
			if open < fewest || open == fewest && best >= 0 && p.weight[u] > p.weight[best] {
				best, fewest = int32(u), open
			}
		}
	} else {
		for u, open := range p.open[:p.cells] {
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
	v := p.branch(best, fewest)
	p.levels = append(p.levels, len(p.trail))
	p.assign(literal(v)<<1, byChoice)
	return true
}

// branch picks the variable of unit u to try: any of those left, or the one
// that took part in the most recent conflicts.
func (p *prover) branch(u int32, left uint8) int32 {
	best, skip := int32(-1), 0
	if p.random != nil {
		skip = p.random.intN(int(left))
	}
	for _, v := range p.unit(u) {
		if p.value[v] == isFalse {
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
