package cdcl

import "slices"

const (
	limitStart = 500 // how many clauses are learned before the first reduction
	limitStep  = 300 // how many more are learned before each next one
	keptLBD    = 2   // clauses with at most this LBD are kept for good
	usedLBD    = 4   // clauses with at most this LBD are kept for two reductions after each use
)

// touch notes that a clause took part in a conflict. It lowers the LBD of the clause to the number
// of levels that its literals have now.
func (s *Solver) touch(clause clauseNumber) {
	c := &s.clauses
	h := c.header(clause)
	lbd := h.lbd()
	if lbd > keptLBD {
		lbd = min(lbd, uint32(s.countLevels(c.literals(clause))))
	}
	used := uint32(1)
	if lbd <= usedLBD {
		used = 2
	}
	c.setHeader(clause, h&^1023|header(max(used, h.used())<<8|lbd))
}

// kept reports whether reduce keeps the clause whatever its rank is.
func (h header) kept() bool {
	return h.lbd() <= keptLBD || h.lbd() <= usedLBD && h.used() > 0
}

// rank orders the clauses that are not kept in any case, by LBD and then by size.
func (h header) rank() uint32 {
	return h.lbd()<<22 | h.size()
}

// reduce drops three quarters of the clauses that are not kept in any case, and renumbers the
// remaining ones. Therefore no reason may refer to a clause. If the budget is spent, reduce does
// nothing.
func (c *clauses) reduce() {
	c.ranks = c.ranks[:0]
	if !enlarge(&c.ranks, &c.held.ranks, c.count, &c.budget) {
		return
	}
	end := clauseNumber(len(c.store))
	for at := clauseNumber(0); at < end; at += clauseNumber(c.header(at).size() + clauseHead) {
		if h := c.header(at); !h.kept() {
			c.ranks = append(c.ranks, h.rank())
		}
	}
	slices.Sort(c.ranks)
	last := uint32(0)
	if len(c.ranks) > 0 {
		last = c.ranks[len(c.ranks)/4]
	}
	for l, watches := range c.watches {
		c.watches[l] = slices.DeleteFunc(watches, func(w watch) bool { return w.clause != binaryClause })
	}
	to := clauseNumber(0)
	c.count = 0
	for at := clauseNumber(0); at < end; {
		h := c.header(at)
		size := clauseNumber(h.size() + clauseHead)
		if h.kept() || h.rank() < last {
			copy(c.store[to:], c.store[at:at+size])
			if h.used() > 0 {
				c.setHeader(to, h-1<<8)
			}
			c.attach(c.store[to+clauseHead], c.store[to+clauseHead+1], to)
			to += size
			c.count++
		}
		at += size
	}
	c.store = c.store[:to]
	c.reduced++
	c.limit = c.count + limitStart + limitStep*c.reduced
}
