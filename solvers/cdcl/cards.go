package cdcl

import "slices"

// cards enforces how many digits a triad holds. In a 9x9 grid, a triad is the three cells that a
// row or a column shares with a box; in larger grids, it has as many cells as a box is wide. For
// each digit, a literal says whether the triad holds the digit. These literals are the members of
// the triad.
//
// For example, suppose that a triad has two open cells, and that two digits are known to be in them. Then no other
// digit can be in the triad. In general, if k cells of a triad are open, exactly k members become true in the end. So
// cards draws two conclusions:
//   - Once k members are true, the other members become false.
//   - Once all members but k are false, these k members become true.
//
// A triad with a single open cell does not need a count, because the group of that cell says the same.
//
// After simplify, two digits of a triad may have opposite literals: one of the two digits is in the triad, and the other
// one is not. Such a pair is left out, and takes one of the k cells. For example, if a cell has only the candidates 3 and
// 7, and neither of them has another cell in the triad, this leaves k-1 cells for the other digits.
type cards struct {
	counts   []card            // by triad
	members  [][]literal       // by triad: its members, without opposite pairs; none if it has no count
	store    []literal         // memory of members
	memberOf lists[occurrence] // by variable: where it is a member of a triad with a count
	queue    []triadNumber     // triads that may imply something or be violated
}

// card says how many members of a triad have yet to become true, and how many are open.
type card struct{ needed, open int32 }

// newCard makes the reason for what a triad implies. The causes are its true members if ofTrue, and
// otherwise its false ones.
func newCard(t triadNumber, ofTrue bool) reason {
	why := reason(t)<<1<<reasonBits | byCard
	if ofTrue {
		why |= 1 << reasonBits
	}
	return why
}

func newCards(size, side, variables int) cards {
	return cards{
		counts:  make([]card, 2*size*side),
		members: make([][]literal, 2*size*side),
		store:   make([]literal, 0, 2*size*side*size),
		queue:   make([]triadNumber, 0, variables),
	}
}

// reset counts the open cells and the possible digits of each triad of an encoding.
func (c *cards) reset(e *encoding) {
	clear(c.counts)
	clear(c.members)
	c.queue, c.store = c.queue[:0], c.store[:0]
	c.memberOf.reset(e.variables)
	for t := range triadNumber(len(c.counts)) {
		needed := e.openCells(t)
		if needed < 2 {
			continue
		}
		members := c.store[len(c.store):]
		for _, l := range e.triad(t) {
			if l == noLiteral {
				continue
			}
			if i := slices.Index(members, l.not()); i >= 0 {
				members = slices.Delete(members, i, i+1)
				needed--
			} else {
				members = append(members, l)
			}
		}
		c.store = c.store[:len(c.store)+len(members)]
		c.members[t], c.counts[t] = members, card{needed, int32(len(members))}
		if needed <= 0 || len(members) <= int(needed) {
			c.queue = append(c.queue, t)
		}
		for _, l := range members {
			c.memberOf.count(uint32(l.variable()))
		}
	}
	c.memberOf.allocate()
	for t, members := range c.members {
		for _, l := range members {
			c.memberOf.put(uint32(l.variable()), occurrence(t<<1)|occurrence(l&1))
		}
	}
}

// count notes that a literal has become true, and queues the triads that may now imply something.
func (c *cards) count(l literal) {
	for _, m := range c.memberOf.of(uint32(l.variable())) {
		n := &c.counts[m.triad()]
		n.open--
		if (uint32(m)^uint32(l))&1 != 0 {
			if n.open > n.needed || n.needed == 0 {
				continue
			}
		} else if n.needed--; n.needed > 0 {
			continue
		}
		c.queue = append(c.queue, m.triad())
	}
}

// undo takes back what count noted.
func (c *cards) undo(l literal) {
	for _, m := range c.memberOf.of(uint32(l.variable())) {
		n := &c.counts[m.triad()]
		n.open++
		n.needed += int32(^(uint32(m) ^ uint32(l)) & 1)
	}
}

// propagateCards assigns what the queued triads imply. It returns false if it meets a conflict. All
// literals of the trail must have been counted.
func (s *Solver) propagateCards() (broken conflict, ok bool) {
	c := &s.cards
	for _, t := range c.queue {
		n := c.counts[t]
		if n.needed < 0 || n.open < n.needed {
			return conflict{reason: newCard(t, n.needed < 0)}, false
		}
		for _, l := range c.members[t] {
			if s.value[l] == 0 {
				if n.needed == 0 {
					l = l.not()
				}
				s.assign(l, newCard(t, n.needed == 0))
			}
		}
	}
	c.queue = c.queue[:0]
	return conflict{}, true
}

// clauseOfCard appends the members of a triad that are false or, if the reason is of the true ones,
// their negations.
func (s *Solver) clauseOfCard(clause []literal, what uint32) []literal {
	value := int8(-1)
	if what&1 != 0 {
		value = 1
	}
	for _, l := range s.cards.members[what>>1] {
		if s.value[l] != value {
			continue
		}
		if value > 0 {
			l = l.not()
		}
		clause = append(clause, l)
	}
	return clause
}

// openCells returns how many cells of a triad are open.
func (e *encoding) openCells(t triadNumber) (open int32) {
	for i := range e.side {
		if c := e.candidates[e.cellOf(t, i)]; c&(c-1) != 0 {
			open++
		}
	}
	return open
}
