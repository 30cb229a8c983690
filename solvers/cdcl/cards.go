package cdcl

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
// The members of triad t are triads[t*size:][:size] of the encoding.
type cards struct {
	counts   []card             // by triad, rows then columns
	memberOf lists[triadMember] // by variable: where it is a member of a triad with a count
	queue    []triadNumber      // triads that may imply something or be violated
}

// triadMember is a member of a triad: the number of the triad, and in the lowest bit whether the member is the negation
// of the variable.
type triadMember uint32

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
		counts: make([]card, 2*size*side),
		queue:  make([]triadNumber, 0, variables),
	}
}

// reset counts the open cells and the possible digits of each triad of an encoding.
func (c *cards) reset(e *encoding) {
	clear(c.counts)
	c.queue = c.queue[:0]
	c.memberOf.reset(e.variables)
	for t := range triadNumber(len(c.counts)) {
		cells := e.openCells(t)
		if cells < 2 {
			continue
		}
		n := card{needed: cells}
		for _, l := range e.triad(t) {
			if l != noLiteral {
				n.open++
				c.memberOf.count(uint32(l.variable()))
			}
		}
		c.counts[t] = n
		if n.open <= n.needed {
			c.queue = append(c.queue, t)
		}
	}
	c.memberOf.allocate()
	for t, n := range c.counts {
		if n.needed == 0 {
			continue
		}
		for _, l := range e.triad(triadNumber(t)) {
			if l != noLiteral {
				c.memberOf.put(uint32(l.variable()), triadMember(t<<1)|triadMember(l&1))
			}
		}
	}
}

// count notes that a literal has become true, and queues the triads that may now imply something.
func (c *cards) count(l literal) {
	for _, m := range c.memberOf.of(uint32(l.variable())) {
		n := &c.counts[m>>1]
		n.open--
		if (uint32(m)^uint32(l))&1 != 0 {
			if n.open > n.needed || n.needed == 0 {
				continue
			}
		} else if n.needed--; n.needed > 0 {
			continue
		}
		c.queue = append(c.queue, triadNumber(m>>1))
	}
}

// undo takes back what count noted.
func (c *cards) undo(l literal) {
	for _, m := range c.memberOf.of(uint32(l.variable())) {
		n := &c.counts[m>>1]
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
		for _, l := range s.encoding.triad(t) {
			if l != noLiteral && s.value[l] == 0 {
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
	for _, l := range s.encoding.triad(triadNumber(what >> 1)) {
		if l == noLiteral || s.value[l] != value {
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
