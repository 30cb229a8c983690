package sliced

import "gridjudge/solvers"

// node is one search call: a state to be propagated to its end.
type node struct {
	next   int32 // in the list of its flight, none at the end
	flight int32
	at     int32 // where its state is: block*maxLanes+lane in store, -1-lane in run
	order  int16 // in its round
	placed uint8 // cells with one candidate when it began
	gain   uint8 // cells that it placed, once it has ended
	calls  uint8 // 1 once it has ended, 0 for a child not begun
	fate   fate
}

type fate uint8

const (
	waiting fate = iota // begun or not, its end is not known
	dead
	solved
)

const none = -1

// flight is the search of one puzzle. Its open nodes are one list, depth first;
// the first of them, up to tail, are the current round. A round runs in any
// order and in any lanes, and is booked as a whole, so that the search does
// not depend on what else is in the batch.
type flight struct {
	puzzle     int
	head, tail int32
	open       int // nodes of the round that have not ended
	nodes      uint64
	updates    uint64
	solutions  int   // before this round
	best       int16 // place in this round of its first solution so far
	bestLane   int
	busy       bool
}

// A round takes one node, as plain backtracking does, until a search has
// proven hard: then a quarter of the nodes so far, at most maxRound. Easy
// searches stay depth first; a hard one spreads over all lanes, and one that
// is left alone at the end of a batch is through in logarithmic time.
const (
	roundShare = 4
	maxRound   = 1024
)

func (e *engine) newNode() int32 {
	if n := len(e.spare.nodes); n > 0 {
		i := e.spare.nodes[n-1]
		e.spare.nodes = e.spare.nodes[:n-1]
		return i
	}
	e.nodes = append(e.nodes, node{})
	return int32(len(e.nodes) - 1)
}

// launch starts the search of a puzzle in a lane.
func (e *engine) launch(puzzle, lane, givens int) {
	var f int32
	if n := len(e.spare.flights); n > 0 {
		f = e.spare.flights[n-1]
		e.spare.flights = e.spare.flights[:n-1]
	} else {
		e.flights = append(e.flights, flight{})
		f = int32(len(e.flights) - 1)
	}
	n := e.newNode()
	e.nodes[n] = node{next: none, flight: f, at: int32(-1 - lane), placed: uint8(givens)}
	e.flights[f] = flight{puzzle: puzzle, head: n, tail: n, open: 1, best: maxRound, busy: true}
	e.run.node[lane] = n
}

// end books that the node in a lane has ended, with so many cells placed.
func (e *engine) end(lane, placed int, fate fate) {
	n := &e.nodes[e.run.node[lane]]
	n.fate = fate
	n.gain = uint8(max(placed-int(n.placed), 0))
	n.calls = 1
	f := &e.flights[n.flight]
	if fate == solved {
		e.found(f, n.order, lane)
	}
	f.open--
	if f.open == 0 {
		e.closing = append(e.closing, n.flight)
	}
}

// found marks a solution to be unloaded. Only the first of the first round to
// have any is wanted: one that comes later but stands earlier in the round
// replaces it.
func (e *engine) found(f *flight, order int16, lane int) {
	if f.solutions > 0 || f.best < order {
		return
	}
	if e.answers.has(f.bestLane) && int(e.answered[f.bestLane]) == f.puzzle {
		e.answers.unset(f.bestLane)
	}
	f.best, f.bestLane = order, lane
	e.answers.set(lane)
	e.answered[lane] = int32(f.puzzle)
}

// fork ends the node in a lane and puts its two children in its place, the
// first in the same record.
func (e *engine) fork(lane, placed int) {
	e.end(lane, placed, waiting)
	other := e.newNode()
	first := e.run.node[lane]
	n := &e.nodes[first]
	n.placed = uint8(placed)
	e.nodes[other] = *n
	e.nodes[other].calls, e.nodes[other].gain = 0, 0
	n.next = other
	if f := &e.flights[n.flight]; f.tail == first {
		f.tail = other
	}
}

// closeRound books the nodes of a round in their order, up to the last
// solution that is wanted, and starts the next round or ends the search.
func (e *engine) closeRound(fi int32) {
	f := &e.flights[fi]
	wanted := e.limits.Wanted()
	rest := e.nodes[f.tail].next
	for link, n := &f.head, f.head; n != rest && f.solutions < wanted; n = *link {
		x := &e.nodes[n]
		f.nodes += uint64(x.calls)
		f.updates += uint64(x.gain)
		if x.fate == waiting {
			x.calls, x.gain = 0, 0
			link = &x.next
			continue
		}
		if x.fate == solved {
			f.solutions++
		}
		*link = x.next
		e.spare.nodes = append(e.spare.nodes, n)
	}
	width := min(max(f.nodes/roundShare, 1), maxRound)
	if budget := e.limits.Nodes; budget > 0 {
		width = min(width, budget-f.nodes)
	}
	switch {
	case f.solutions == wanted || f.head == none:
		e.finish(fi, solvers.Finished)
	case width == 0:
		e.finish(fi, solvers.NodeBudget)
	default:
		e.openRound(f, int(width))
	}
}

// openRound makes the first nodes of a search ready to run.
func (e *engine) openRound(f *flight, width int) {
	f.open, f.best = 0, maxRound
	for n := f.head; n != none && f.open < width; n = e.nodes[n].next {
		x := &e.nodes[n]
		if x.at < 0 {
			lane := int(-1 - x.at)
			e.waits.unset(lane)
			e.begin(lane)
		} else {
			e.store[x.at/maxLanes].ready.set(int(x.at) % maxLanes)
		}
		x.order = int16(f.open)
		f.tail = n
		f.open++
	}
}

// finish ends the search of a puzzle, gives back what it holds and fills in
// its Result, but for First: unload does that.
func (e *engine) finish(fi int32, stop solvers.Stop) {
	f := &e.flights[fi]
	for n := f.head; n != none; n = e.nodes[n].next {
		if x := &e.nodes[n]; x.at >= 0 {
			e.drop(x.at)
		} else if x.fate == waiting {
			e.waits.unset(int(-1 - x.at))
		}
		e.spare.nodes = append(e.spare.nodes, n)
	}
	r := &e.results[f.puzzle]
	if f.solutions == 0 {
		r.First = r.First[:0] // a cancelled round may have left one
	}
	r.Solutions = min(f.solutions, e.limits.Wanted())
	r.Nodes, r.Updates, r.Stopped = f.nodes, f.updates, stop
	f.busy = false
	e.spare.flights = append(e.spare.flights, fi)
}
