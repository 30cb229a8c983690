package bitboard

import "slices"

// clauses is the store of learned clauses, one after another in one slice:
//
//	header | next watcher of literal 0 | next watcher of literal 1 | literals
//
// The header is size<<10 | glue. A clause is named by the index of its header.
// It watches its first two literals: each has a list, linked through the
// clauses, of those that must be looked at when it turns false. An entry of a
// list is clause<<1 | which of the two.
type clauses struct {
	store []uint32
	watch []uint32 // by literal: first entry of its list
	count int
	most  int      // clauses kept before the next cleaning
	glues []uint32 // scratch of clean
}

// The learned clauses are cleaned when there are keepFirst, and after each
// cleaning that many and keepMore. Of 25x25 grids more were solved in the same
// time with these than with 2000 and a quarter more each time, by half.
const (
	keepFirst = 500
	keepMore  = 300
)

const (
	clauseHead = 3
	noEntry    = ^uint32(0)
	maxGlue    = 1<<10 - 1
)

func newClauses(variables int) clauses {
	return clauses{watch: make([]uint32, 2*variables)}
}

func (c *clauses) reset(variables int) {
	c.watch = c.watch[:2*variables]
	c.store = c.store[:0]
	c.count = 0
	c.most = keepFirst
	for i := range c.watch {
		c.watch[i] = noEntry
	}
}

// literals are the literals of a clause.
func (c *clauses) literals(clause uint32) []literal {
	size := c.store[clause] >> 10
	return c.store[clause+clauseHead:][:size:size]
}

// add stores a clause of two or more literals and watches the first two.
func (c *clauses) add(literals []literal, glue int) (clause uint32) {
	clause = uint32(len(c.store))
	c.store = append(c.store, uint32(len(literals))<<10|uint32(min(glue, maxGlue)), 0, 0)
	c.store = append(c.store, literals...)
	c.attach(clause)
	c.count++
	return clause
}

func (c *clauses) attach(clause uint32) {
	for which := range uint32(2) {
		l := c.store[clause+clauseHead+which]
		c.store[clause+1+which] = c.watch[l]
		c.watch[l] = clause<<1 | which
	}
}

// visit looks at the clauses that watch l, which has turned false: each finds
// another literal to watch, or implies its other one, or is broken.
func (s *learner) visit(l literal) (why reason, ok bool) {
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

// clean drops the worse half of the learned clauses. No assignment above the
// level that the search cannot go back from may stand, so that no reason
// names a clause.
func (c *clauses) clean() {
	c.glues = c.glues[:0]
	for at := uint32(0); at < uint32(len(c.store)); at += c.store[at]>>10 + clauseHead {
		c.glues = append(c.glues, c.store[at]&maxGlue)
	}
	slices.Sort(c.glues)
	bar := max(c.glues[len(c.glues)/2], 2)
	for i := range c.watch {
		c.watch[i] = noEntry
	}
	to := uint32(0)
	c.count = 0
	for at := uint32(0); at < uint32(len(c.store)); {
		size := c.store[at]>>10 + clauseHead
		if c.store[at]&maxGlue < bar || bar == 2 && c.store[at]&maxGlue == 2 {
			copy(c.store[to:], c.store[at:at+size])
			c.attach(to)
			to += size
			c.count++
		}
		at += size
	}
	c.store = c.store[:to]
	c.most += keepMore
}
