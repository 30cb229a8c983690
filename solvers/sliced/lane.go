package sliced

// lane is the depth-first search in a lane. Its saved states, one per untried
// branch, are in engine.saved.
type lane struct {
	subtree   int32
	placed    uint8 // cells with one candidate when the node began
	base, top uint8 // depths of the saved states
}

// begin makes a lane active with the node whose state was set, or suspends its
// subtree if that has spent its stride.
func (e *engine) begin(at, placed int) {
	l := &e.lanes[at]
	l.placed = uint8(placed)
	e.active.set(at)
	e.fresh.set(at)
	if s := &e.subtrees[l.subtree]; s.speculative && s.nodes >= e.stride {
		e.suspend(at)
	}
}

// tally counts the node that has ended in a lane.
func (e *engine) tally(at int) (s *subtree, placed int) {
	l := &e.lanes[at]
	s = &e.subtrees[l.subtree]
	placed = int(e.slot(at)[(stateWords-1)*e.words] >> placedBit & noteBits)
	s.nodes++
	s.updates += uint64(max(placed-int(l.placed), 0))
	return s, placed
}

// contradiction ends a node without a solution below it.
func (e *engine) contradiction(at int) {
	if s, _ := e.tally(at); s.nodes >= s.budget {
		e.close(at, e.splittable.has(at))
		return
	}
	e.backtrack(at)
}

// found ends a node that is a solution.
func (e *engine) found(at int) {
	s, _ := e.tally(at)
	if s.solutions == 0 {
		e.copyState(at, &s.first)
	}
	s.solutions++
	s.last.nodes, s.last.updates = s.nodes, s.updates
	if s.solutions >= s.wanted || s.nodes >= s.budget {
		e.close(at, e.splittable.has(at))
		return
	}
	e.backtrack(at)
}

// branch ends a node at which propagation is stuck. The lane continues with the
// first candidate of the branching cell; the state without it is saved.
func (e *engine) branch(at int) {
	s, placed := e.tally(at)
	if s.nodes >= s.budget {
		e.close(at, true)
		return
	}
	l := &e.lanes[at]
	if int(l.top) == len(e.saved) {
		e.saved = append(e.saved, make([]state, 64*e.words))
	}
	rest := &e.saved[l.top][at]
	e.copyState(at, rest)
	word, shift := rest.branchCell()
	open := rest[word] & (0x1ff << shift)
	first := open & -open
	e.slot(at)[word*e.words] = rest[word] &^ (open &^ first)
	rest[word] &^= first
	l.top++
	e.splittable.set(at)
	e.begin(at, placed)
}

// backtrack continues with the state that was saved last, or ends the subtree.
func (e *engine) backtrack(at int) {
	l := &e.lanes[at]
	if l.top == l.base {
		e.close(at, false)
		return
	}
	l.top--
	if l.top == l.base {
		e.splittable.unset(at)
	}
	s := &e.saved[l.top][at]
	e.setState(at, s)
	e.begin(at, s.placed())
}

// vacate takes a lane from its subtree.
func (e *engine) vacate(at int) {
	for _, m := range []*mask{&e.active, &e.dead, &e.solved, &e.stuck, &e.fresh, &e.splittable} {
		m.unset(at)
	}
	e.lanes[at] = lane{}
}
