package cdcl

import (
	"math"
	"slices"
)

const (
	limitStart  = 500   // how many clauses are stored before the first reduction
	limitStep   = 300   // how many more are stored before each next one
	keptLBD     = 2     // clauses with at most this LBD are kept for good
	usedLBD     = 4     // clauses with at most this LBD are kept for some reductions after each use
	usedFor     = 2     // for how many reductions
	clauseDecay = 0.999 // per conflict
)

// touch notes that a clause took part in a conflict. It raises the activity of the clause, and lowers
// its LBD to the number of levels that its literals have now.
func (s *Solver) touch(clause clauseNumber) {
	c := &s.clauses
	c.bump(clause)
	h := c.header(clause)
	lbd := h.lbd()
	if lbd > keptLBD {
		lbd = min(lbd, uint32(s.countLevels(c.literals(clause))))
	}
	c.setHeader(clause, h&^1023|header(usedFor<<8|lbd))
}

// kept reports whether reduce keeps the clause without looking at its rank.
func (h header) kept() bool {
	return h.lbd() <= keptLBD || h.lbd() <= usedLBD && h.used() > 0
}

// activity tells how often a clause took part in recent conflicts. It is the same on every machine,
// because products are converted explicitly (see vsids).
func (c *clauses) activity(clause clauseNumber) float32 {
	return math.Float32frombits(uint32(c.store[clause+1]))
}

func (c *clauses) setActivity(clause clauseNumber, activity float32) {
	c.store[clause+1] = literal(math.Float32bits(activity))
}

// bump raises the activity of a clause.
func (c *clauses) bump(clause clauseNumber) {
	c.setActivity(clause, c.activity(clause)+c.increment)
}

// decay makes later conflicts count more than earlier ones.
func (c *clauses) decay() {
	c.increment = float32(c.increment * (1 / clauseDecay))
	if c.increment > 1e20 {
		for clause := range c.all() {
			c.setActivity(clause, float32(c.activity(clause)*1e-20))
		}
		c.increment = float32(c.increment * 1e-20)
	}
}

// rank returns a number that is lower for a clause with a higher quotient of activity and size. It is
// the complement of the bits of the quotient, because positive floating-point numbers are in the same
// order as their bits.
func (c *clauses) rank(clause clauseNumber) uint32 {
	return ^math.Float32bits(c.activity(clause) / float32(c.header(clause).size()))
}

// reduce forgets clauses. Some are kept without looking at their rank (see header.kept). Of the others, reduce keeps
// the best quarter by rank. It also renumbers the clauses, so no reason may refer to a clause when it is called. If the
// budget is spent, reduce does nothing.
func (c *clauses) reduce() {
	c.ranks = c.ranks[:0]
	if !enlarge(&c.ranks, &c.held.ranks, c.count, &c.budget) {
		return
	}
	for clause := range c.all() {
		if !c.header(clause).kept() {
			c.ranks = append(c.ranks, c.rank(clause))
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
	for clause := range c.all() {
		h := c.header(clause)
		if !h.kept() && c.rank(clause) >= last {
			continue
		}
		size := clauseHead + clauseNumber(h.size())
		copy(c.store[to:], c.store[clause:clause+size])
		if h.used() > 0 {
			c.setHeader(to, h-1<<8)
		}
		c.attach(c.store[to+clauseHead], c.store[to+clauseHead+1], to)
		to += size
		c.count++
	}
	c.store = c.store[:to]
	c.reduced++
	c.limit = c.count + limitStart + limitStep*c.reduced
}
