package cdcl

import "slices"

// clauses stores the learned clauses one after another in one slice:
//
//	header | next watcher of literal 0 | next watcher of literal 1 | literals
//
// The header is size<<10 | LBD. The index of the header identifies the clause.
// A clause watches its first two literals. Each literal has a list, linked
// through the clauses, of the clauses to visit when it becomes false. An entry
// of a list is clause<<1 | which of the two.
type clauses struct {
	store []uint32
	watch []uint32 // by literal: the first entry of its list
	count int
	limit int      // reduce when count exceeds it
	lbds  []uint32 // scratch of reduce
}

// Reduce at firstLimit clauses, and raise the limit by limitStep each time.
const (
	firstLimit = 500
	limitStep  = 300
)

const (
	clauseHead = 3
	noEntry    = ^uint32(0)
	maxLBD     = 1<<10 - 1
)

func newClauses(variables int) clauses {
	return clauses{watch: make([]uint32, 2*variables)}
}

func (c *clauses) reset(variables int) {
	c.watch = c.watch[:2*variables]
	c.store = c.store[:0]
	c.count = 0
	c.limit = firstLimit
	for i := range c.watch {
		c.watch[i] = noEntry
	}
}

// literals returns the literals of a clause.
func (c *clauses) literals(clause uint32) []literal {
	size := c.store[clause] >> 10
	return c.store[clause+clauseHead:][:size:size]
}

// add stores a clause of two or more literals and watches the first two.
func (c *clauses) add(literals []literal, lbd int) (clause uint32) {
	clause = uint32(len(c.store))
	c.store = append(c.store, uint32(len(literals))<<10|uint32(min(lbd, maxLBD)), 0, 0)
	c.store = append(c.store, literals...)
	c.attach(clause)
	c.count++
	return clause
}

// attach puts a clause into the lists of its first two literals.
func (c *clauses) attach(clause uint32) {
	for which := range uint32(2) {
		l := c.store[clause+clauseHead+which]
		c.store[clause+1+which] = c.watch[l]
		c.watch[l] = clause<<1 | which
	}
}

// propagateClauses visits the clauses that watch l, which has become false.
// Each clause finds another literal to watch, implies its other watched
// literal, or is violated; then it is the reason of the conflict.
func (s *Solver) propagateClauses(l literal) (why reason, ok bool) {
	c := &s.clauses
	link := &c.watch[l]
clauses:
	for *link != noEntry {
		entry := *link
		clause, which := entry>>1, entry&1
		body := c.store[clause:][:clauseHead+c.store[clause]>>10]
		next := &body[1+which]
		other := body[clauseHead+1-which]
		if s.value[other] > 0 {
			link = next
			continue
		}
		for i := clauseHead + 2; i < len(body); i++ {
			if m := body[i]; s.value[m] >= 0 {
				body[i], body[clauseHead+which] = l, m
				*link = *next
				*next, c.watch[m] = c.watch[m], entry
				continue clauses
			}
		}
		if s.value[other] < 0 {
			return reason(clause<<2 | byClause), false
		}
		s.assign(other, reason(clause<<2|byClause))
		link = next
	}
	return 0, true
}

// reduce drops the half of the clauses with the higher LBD and renumbers the
// others. No reason may name a clause.
func (c *clauses) reduce() {
	c.lbds = c.lbds[:0]
	for at := uint32(0); at < uint32(len(c.store)); at += c.store[at]>>10 + clauseHead {
		c.lbds = append(c.lbds, c.store[at]&maxLBD)
	}
	slices.Sort(c.lbds)
	median := max(c.lbds[len(c.lbds)/2], 2)
	for i := range c.watch {
		c.watch[i] = noEntry
	}
	to := uint32(0)
	c.count = 0
	for at := uint32(0); at < uint32(len(c.store)); {
		size := c.store[at]>>10 + clauseHead
		if c.store[at]&maxLBD < median || median == 2 && c.store[at]&maxLBD == 2 {
			copy(c.store[to:], c.store[at:at+size])
			c.attach(to)
			to += size
			c.count++
		}
		at += size
	}
	c.store = c.store[:to]
	c.limit += limitStep
}
