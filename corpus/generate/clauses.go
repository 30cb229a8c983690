package generate

import "slices"

// clause is a set of literals of which at least one is true: in every solution
// (a learnt clause) or in every further solution (a clause that blocks a
// solution found). Its first two literals are watched.
type clause struct {
	literals []literal
	lbd      int32 // number of its decision levels when learnt; 0: never dropped
}

// watch is an entry in the list of a literal that has become false.
type watch struct {
	clause  int32
	blocker literal // another literal of the clause: if it is true, so is the clause
}

// clauses holds the clauses and, per literal, those that watch it.
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

// unwatch empties the watch lists of a clause's literals. The watched literals
// change only within their clause, so this reaches every list in use.
func (c *clauses) unwatch(literals []literal) {
	for _, l := range literals {
		c.watches[l] = c.watches[l][:0]
	}
}

// add stores a clause of at least two literals and returns its index.
func (c *clauses) add(literals []literal, lbd int32) int32 {
	start := len(c.memory)
	c.memory = append(c.memory, literals...)
	index := int32(len(c.list))
	c.list = append(c.list, clause{c.memory[start:len(c.memory):len(c.memory)], lbd})
	c.watches[literals[0]] = append(c.watches[literals[0]], watch{index, literals[1]})
	c.watches[literals[1]] = append(c.watches[literals[1]], watch{index, literals[0]})
	return index
}

// reduce drops the half of the clauses with the higher LBD, true clauses, and
// false literals. Call it only with nothing but the givens and their
// consequences assigned, all propagated.
func (c *clauses) reduce(a *assignment) {
	lbds := make([]int32, 0, len(c.list))
	for i := range c.list {
		lbds = append(lbds, c.list[i].lbd)
	}
	slices.Sort(lbds)
	limit := max(3, lbds[len(lbds)/2])
	old := slices.Clone(c.list)
	for i := range old {
		c.unwatch(old[i].literals)
	}
	c.list = c.list[:0]
	c.memory = make([]literal, 0, cap(c.memory))
	for _, clause := range old {
		if clause.lbd >= limit || slices.ContainsFunc(clause.literals, a.satisfies) {
			continue
		}
		// At least two literals are left, because all is propagated.
		c.add(slices.DeleteFunc(clause.literals, a.falsifies), clause.lbd)
	}
}

// propagateClauses propagates through the clauses that watch l, which has just
// become false. It reports false on a conflict.
func (p *prover) propagateClauses(l literal) bool {
	a := &p.assigned
	list := p.clauses.watches[l]
	kept := 0
	for i := 0; i < len(list); i++ {
		w := list[i]
		if a.satisfies(w.blocker) {
			list[kept] = w
			kept++
			continue
		}
		literals := p.clauses.list[w.clause].literals
		if literals[0] == l {
			literals[0], literals[1] = literals[1], literals[0]
		}
		first := literals[0]
		if a.satisfies(first) {
			list[kept] = watch{w.clause, first}
			kept++
			continue
		}
		if next := slices.IndexFunc(literals[2:], func(m literal) bool { return !a.falsifies(m) }); next >= 0 {
			literals[1], literals[next+2] = literals[next+2], literals[1]
			p.clauses.watches[literals[1]] = append(p.clauses.watches[literals[1]], watch{w.clause, first})
			continue
		}
		list[kept] = watch{w.clause, first}
		kept++
		ok := true
		if a.falsifies(first) {
			a.conflict, ok = newReason(byClause, w.clause), false
		} else {
			ok = a.assign(first, newReason(byClause, w.clause))
		}
		if !ok {
			kept += copy(list[kept:], list[i+1:])
			p.clauses.watches[l] = list[:kept]
			return false
		}
	}
	p.clauses.watches[l] = list[:kept]
	return true
}
