package sliced

import "gridjudge/solvers"

// lane is a depth-first search: of a puzzle, or of the part of one that it got from
// another lane (see share.go). Its saved states, one per untried branch, are in
// engine.saved.
type lane struct {
	puzzle      int    // its number in the batch
	placed      uint8  // cells with one candidate when the node began
	base, depth uint8  // its saved states are those of the depths from base up to depth
	own         effort // of the nodes that have ended

	// The lanes that search the same puzzle are a list in the order of plain
	// backtracking.
	before, next int
	after        effort // of searches that are over, between this one and the next
	unshared     bool   // it repeats a puzzle that was shared, and is not to share it again
	shared       bool   // the puzzle has been in several lanes
}

const none = -1 // no lane

// effort is what a search cost.
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

// begin makes a lane active with the node whose state was set.
func (e *engine) begin(at, placed int) {
	e.lanes[at].placed = uint8(placed)
	e.active.set(at)
	e.fresh.set(at)
}

// tally counts the node that has ended in a lane.
func (e *engine) tally(at int) (l *lane, placed int) {
	l = &e.lanes[at]
	placed = int(e.slot(at)[(stateWords-1)*e.words] >> placedBit & noteBits)
	l.own.nodes++
	l.own.updates += uint64(max(placed-int(l.placed), 0))
	return l, placed
}

// contradiction ends a node without a solution below it.
func (e *engine) contradiction(at int) {
	e.tally(at)
	e.backtrack(at)
}

// found ends a node that is a solution.
func (e *engine) found(at int) {
	l, _ := e.tally(at)
	r := &e.results[l.puzzle]
	r.Solutions++
	if r.Solutions > 1 && l.shared {
		if e.wanted > 1 {
			e.repeat(at)
			return
		}
		// This one comes first: the other lane has ended those after it, and a lane that was
		// split off since comes before it.
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

// branch ends a node at which propagation is stuck. The lane continues with the
// first candidate of the branching cell; the state without it is saved.
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

// backtrack continues with the state that was saved last, if there is one and the
// budget allows another node.
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

// end ends the search of a lane. The last lane of a puzzle gets the next puzzle at
// once, while its state is in the first cache.
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
