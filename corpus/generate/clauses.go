package generate

import "slices"

// clause is a set of literals of which at least one holds, in every solution
// (a learnt clause) or in every solution still wanted (one that blocks a
// solution found). Its first two literals are watched.
type clause struct {
	literals []literal
	spread   int32 // how many decision levels it joined when learnt; 0: never dropped
}

// watch is an entry in the list of a literal that has become false.
type watch struct {
	clause int32
	other  literal // a literal of the clause: where it holds, nothing is to be done
}

// clauses are the learnt clauses and the watch lists, indexed by literal.
type clauses struct {
	list    []clause
	watches [][]watch
	memory  []literal // what the clauses' literals are cut from
}

func newClauses(vars int) clauses {
	return clauses{watches: make([][]watch, 2*vars)}
}

// reset forgets all clauses.
func (c *clauses) reset() {
	for i := range c.list {
		c.unwatch(c.list[i].literals)
	}
	c.list = c.list[:0]
	c.memory = c.memory[:0]
}

// unwatch empties the watch lists of a clause's literals. Watched literals
// move within their clause, never out of it, so this reaches every list in use.
func (c *clauses) unwatch(literals []literal) {
	for _, l := range literals {
		c.watches[l] = c.watches[l][:0]
	}
}

// add stores a clause of at least two literals and returns its index.
func (c *clauses) add(literals []literal, spread int32) int32 {
	start := len(c.memory)
	c.memory = append(c.memory, literals...)
	index := int32(len(c.list))
	c.list = append(c.list, clause{c.memory[start:len(c.memory):len(c.memory)], spread})
	c.watches[literals[0]] = append(c.watches[literals[0]], watch{index, literals[1]})
	c.watches[literals[1]] = append(c.watches[literals[1]], watch{index, literals[0]})
	return index
}

// visit propagates through the clauses that watch l, which has just become false.
func (p *prover) visit(l literal) bool {
	list := p.watches[l]
	kept := 0
	for i := 0; i < len(list); i++ {
		w := list[i]
		if p.holds(w.other) {
			list[kept] = w
			kept++
			continue
		}
		lits := p.list[w.clause].literals
		if lits[0] == l {
			lits[0], lits[1] = lits[1], lits[0]
		}
		first := lits[0]
		if p.holds(first) {
			list[kept] = watch{w.clause, first}
			kept++
			continue
		}
		if next := slices.IndexFunc(lits[2:], func(m literal) bool { return !p.fails(m) }); next >= 0 {
			lits[1], lits[next+2] = lits[next+2], lits[1]
			p.watches[lits[1]] = append(p.watches[lits[1]], watch{w.clause, first})
			continue
		}
		list[kept] = watch{w.clause, first}
		kept++
		ok := true
		if p.fails(first) {
			p.conflict, ok = because(byClause, w.clause), false
		} else {
			ok = p.assign(first, because(byClause, w.clause))
		}
		if !ok {
			kept += copy(list[kept:], list[i+1:])
			p.watches[l] = list[:kept]
			return false
		}
	}
	p.watches[l] = list[:kept]
	return true
}

func (p *prover) holds(l literal) bool {
	return p.value[l.variable()] == isTrue+uint8(l&1)
}

func (p *prover) fails(l literal) bool {
	return p.value[l.variable()] == isFalse-uint8(l&1)
}

// reduce drops the half of the clauses that joined the most levels, and what
// the givens have decided meanwhile. Only between searches: nothing but the
// givens and their consequences may be assigned.
func (p *prover) reduce() {
	spreads := make([]int32, 0, len(p.list))
	for i := range p.list {
		spreads = append(spreads, p.list[i].spread)
	}
	slices.Sort(spreads)
	limit := max(3, spreads[len(spreads)/2])
	old := slices.Clone(p.list)
	for i := range old {
		p.unwatch(old[i].literals)
	}
	p.list = p.list[:0]
	memory := p.memory
	p.memory = make([]literal, 0, cap(memory))
	for _, c := range old {
		if c.spread >= limit || slices.ContainsFunc(c.literals, p.holds) {
			continue
		}
		// What is left has two literals at least: propagation is complete.
		p.add(slices.DeleteFunc(c.literals, p.fails), c.spread)
	}
}
