package cdcl

import "slices"

const (
	limitStart = 500 // learned clauses, until the first reduction
	limitStep  = 300 // more of them with each reduction
	keptLBD    = 2   // clauses of at most this LBD are kept for good
	usedLBD    = 4   // those of at most this one for two reductions after each use
)

// touch notes that a clause took part in a conflict, and lowers its LBD to the
// number of levels that it has now.
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

// kept reports whether reduce keeps the clause whatever its rank.
func (h header) kept() bool {
	return h.lbd() <= keptLBD || h.lbd() <= usedLBD && h.used() > 0
}

// rank orders the clauses that are not kept anyway: by LBD, then size.
func (h header) rank() uint32 {
	return h.lbd()<<22 | h.size()
}

// reduce drops three quarters of the clauses that are not kept and renumbers the
// others. No reason may name a clause. It does nothing if the budget is spent.
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
