package sliced

import "gridjudge/solvers"

// lane is a depth-first search of a puzzle, or of a part of a puzzle that it got from another lane
// (see share.go). It saves one state for each untried branch, in engine.saved.
type lane struct {
	puzzle      int    // its number in the batch
	placed      uint8  // how many cells had one candidate when the node began
	base, depth uint8  // saved states are at the depths from base up to, but not including, depth
	own         effort // of the nodes that have ended

	// The lanes that search the same puzzle form a list, in the order in which plain backtracking
	// would search their parts.
	before, next int
	after        effort // of searches that are over, and that belong between this lane and the next
	unshared     bool   // the lane repeats a puzzle that was shared, and must not share it again
	shared       bool   // the puzzle has been in several lanes
}

const none = -1 // no lane

// effort is the cost of a search.
type effort struct{ nodes, updates uint64 }

func (f *effort) add(g effort) {
	f.nodes += g.nodes
	f.updates += g.updates
}

// launch starts a puzzle in a lane.
func (e *engine) launch(at, puzzle int, unshared bool) {
	e.results[puzzle].Reset()
	e.lanes[at] = lane{puzzle: puzzle, before: none, next: none, unshared: unshared}
	e.start(&e.single, (*[cells]uint8)(e.puzzles[puzzle]))
	e.setState(at, &e.single)
	e.begin(at, e.single.placed())
}

// launchNext starts the next puzzle, if there is one.
func (e *engine) launchNext(at int) {
	if e.next < len(e.puzzles) {
		e.next++
		e.launch(at, e.next-1, false)
	}
}

// begin makes a lane active. The state of its node must have been set.
func (e *engine) begin(at, placed int) {
	e.lanes[at].placed = uint8(placed)
	e.active.set(at)
	e.fresh.set(at)
}

// tally counts a node that has ended in a lane.
func (e *engine) tally(at int) (l *lane, placed int) {
	l = &e.lanes[at]
	placed = int(e.slot(at)[(stateWords-1)*e.words] >> placedBit & noteBits)
	l.own.nodes++
	l.own.updates += uint64(max(placed-int(l.placed), 0))
	return l, placed
}

// contradiction handles a node that has ended in a contradiction.
func (e *engine) contradiction(at int) {
	e.tally(at)
	e.backtrack(at)
}

// found handles a node that is a solution.
func (e *engine) found(at int) {
	l, _ := e.tally(at)
	r := &e.results[l.puzzle]
	r.Solutions++
	if r.Solutions > 1 && l.shared {
		if e.wanted > 1 {
			e.repeat(at)
			return
		}
		// This solution comes first. The other lane that found one has ended all lanes after it,
		// and lanes that were split off since then come before it.
		r.Solutions = 1
	}
	if r.Solutions == 1 {
		if cap(r.First) < cells {
			r.First = make(solvers.Grid, cells)
		}
		r.First = r.First[:cells]
		e.copyState(at, &e.single)
		e.read((*[cells]uint8)(r.First), &e.single)
	}
	if r.Solutions >= e.wanted {
		e.cut(at)
		e.end(at, solvers.Finished)
		return
	}
	e.backtrack(at)
}

// branch handles a node at which propagation is stuck. The lane continues with the first candidate
// of the branching cell, and saves the state without that candidate.
func (e *engine) branch(at int) {
	l, placed := e.tally(at)
	if l.own.nodes >= e.budget {
		e.end(at, solvers.NodeBudget)
		return
	}
	if int(l.depth) == len(e.saved) {
		e.saved = append(e.saved, make([]state, 64*e.words))
	}
	rest := &e.saved[l.depth][at]
	e.copyState(at, rest)
	word, shift := rest.branchCell()
	open := rest[word] & (0x1ff << shift)
	first := open & -open
	e.slot(at)[word*e.words] = rest[word] &^ (open &^ first)
	rest[word] &^= first
	l.depth++
	e.begin(at, placed)
}

// backtrack continues with the state that was saved last. If there is none, or if the budget does
// not allow another node, the search of the lane ends.
func (e *engine) backtrack(at int) {
	l := &e.lanes[at]
	switch {
	case l.depth == l.base:
		e.end(at, solvers.Finished)
	case l.own.nodes >= e.budget:
		e.end(at, solvers.NodeBudget)
	default:
		l.depth--
		s := &e.saved[l.depth][at]
		e.setState(at, s)
		e.begin(at, s.placed())
	}
}

// end ends the search of a lane. If this was the last lane of its puzzle, it gets the next puzzle
// at once, while its state is still in the first-level cache.
func (e *engine) end(at int, stop solvers.Stop) {
	l := &e.lanes[at]
	l.own.add(l.after)
	if l.next != none {
		e.lanes[l.next].before = l.before
	}
	if l.before != none {
		before := &e.lanes[l.before]
		before.after.add(l.own)
		before.next = l.next
		return
	}
	e.count(l, stop)
	if e.over++; e.results[l.puzzle].Solutions > 1 {
		e.several++
	}
	if l.next == none {
		e.launchNext(at)
	}
}

// count adds the effort of a lane to the result of its puzzle.
func (e *engine) count(l *lane, stop solvers.Stop) {
	r := &e.results[l.puzzle]
	r.Nodes += l.own.nodes
	r.Updates += l.own.updates
	r.Stopped = stop
}
