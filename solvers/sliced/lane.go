package sliced

// lane is the depth-first search that a lane is at. Its saved states, one a
// branch that has not been taken yet, are in engine.saved.
type lane struct {
	segment   int32
	placed    uint8 // cells with one candidate when the node began
	base, top uint8 // depths of the saved states
}

// begin makes a lane active with a node whose state it has been given, unless
// its segment has run for its stride.
func (e *engine) begin(at, placed int) {
	l := &e.lanes[at]
	l.placed = uint8(placed)
	e.active.set(at)
	e.fresh.set(at)
	if s := &e.segments[l.segment]; s.ahead && s.nodes >= e.stride {
		e.shelve(at)
	}
}

// tally counts the node that has ended in a lane.
func (e *engine) tally(at int) (s *segment, placed int) {
	l := &e.lanes[at]
	s = &e.segments[l.segment]
	placed = int(e.slot(at)[(stateWords-1)*e.words] >> placedBit & noteBits)
	s.nodes++
	s.updates += uint64(max(placed-int(l.placed), 0))
	return s, placed
}

// die ends a node that came to a contradiction.
func (e *engine) die(at int) {
	if s, _ := e.tally(at); s.nodes >= s.room {
		e.close(at, e.rich.has(at))
		return
	}
	e.back(at)
}

// found ends a node that is a solution.
func (e *engine) found(at int) {
	s, _ := e.tally(at)
	if s.solutions == 0 {
		e.take(at, &s.first)
	}
	s.solutions++
	s.last.nodes, s.last.updates = s.nodes, s.updates
	if s.solutions >= s.want || s.nodes >= s.room {
		e.close(at, e.rich.has(at))
		return
	}
	e.back(at)
}

// fork ends a node that is stuck. The lane goes on with the first digit of the
// branching cell; what is left is saved.
func (e *engine) fork(at int) {
	s, placed := e.tally(at)
	if s.nodes >= s.room {
		e.close(at, true)
		return
	}
	l := &e.lanes[at]
	if int(l.top) == len(e.saved) {
		e.saved = append(e.saved, make([]state, 64*e.words))
	}
	rest := &e.saved[l.top][at]
	e.take(at, rest)
	word, shift := rest.branch()
	open := rest[word] & (0x1ff << shift)
	first := open & -open
	e.slot(at)[word*e.words] = rest[word] &^ (open &^ first)
	rest[word] &^= first
	l.top++
	e.rich.set(at)
	e.begin(at, placed)
}

// back goes on with the state that was saved last, or ends the segment.
func (e *engine) back(at int) {
	l := &e.lanes[at]
	if l.top == l.base {
		e.close(at, false)
		return
	}
	l.top--
	if l.top == l.base {
		e.rich.unset(at)
	}
	s := &e.saved[l.top][at]
	e.give(at, s)
	e.begin(at, s.placed())
}

// vacate leaves a lane without a search.
func (e *engine) vacate(at int) {
	for _, m := range []*mask{&e.active, &e.dead, &e.solved, &e.stuck, &e.fresh, &e.rich} {
		m.unset(at)
	}
	e.lanes[at] = lane{}
}
