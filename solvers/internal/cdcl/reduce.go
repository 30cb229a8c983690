package cdcl

import "slices"

const (
	limitStart = 500 // learned clauses, until the first reduction
	limitStep  = 300 // more of them with each reduction
	keptLBD    = 2   // clauses of at most this LBD are kept for good
	usedLBD    = 4   // those of at most this one for two reductions after each use
)

// use notes that a clause took part in a conflict, and lowers its LBD to the
// number of levels that it has now.
func (s *Solver) use(clause uint32) {
	c := &s.clauses
	header := c.store[clause]
	lbd := header & maxLBD
	if lbd > keptLBD {
		lbd = min(lbd, uint32(s.countLevels(c.literals(clause))))
	}
	used := uint32(1)
	if lbd <= usedLBD {
		used = 2
	}
	c.store[clause] = header&^1023 | max(used, header>>8&3)<<8 | lbd
}

// kept reports whether reduce keeps a clause whatever its rank.
func kept(header uint32) bool {
	lbd, used := header&maxLBD, header>>8&3
	return lbd <= keptLBD || lbd <= usedLBD && used > 0
}

// rank orders the clauses that are not kept anyway: by LBD, then size.
func rank(header uint32) uint32 {
	return header&maxLBD<<22 | header>>10
}

// reduce drops three quarters of the clauses that are not kept and renumbers the
// others. No reason may name a clause.
func (c *clauses) reduce() {
	c.ranks = c.ranks[:0]
	for at := uint32(0); at < uint32(len(c.store)); at += c.store[at]>>10 + clauseHead {
		if !kept(c.store[at]) {
			c.ranks = append(c.ranks, rank(c.store[at]))
		}
	}
	slices.Sort(c.ranks)
	last := uint32(0)
	if len(c.ranks) > 0 {
		last = c.ranks[len(c.ranks)/4]
	}
	for l, watches := range c.watches {
		c.watches[l] = slices.DeleteFunc(watches, func(w watch) bool { return w.clause != isPair })
	}
	to := uint32(0)
	c.count = 0
	for at := uint32(0); at < uint32(len(c.store)); {
		header := c.store[at]
		size := header>>10 + clauseHead
		if kept(header) || rank(header) < last {
			copy(c.store[to:], c.store[at:at+size])
			if used := header >> 8 & 3; used > 0 {
				c.store[to] -= 1 << 8
			}
			c.attach(to)
			to += size
			c.count++
		}
		at += size
	}
	c.store = c.store[:to]
	c.reduced++
	c.limit = c.count + limitStart + limitStep*c.reduced
}
