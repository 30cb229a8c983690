package sliced

import "gridjudge/solvers"

// node is one search call.
type node struct {
	next   int32 // in the tree of its flight, in depth-first order; none at the end
	flight int32
	at     int32 // while open, where its state is: see inStore and inRun
	placed uint8 // cells with one candidate when it began
	gain   uint8 // cells that it placed, once it has ended
	fate   fate
}

type fate uint8

const (
	open  fate = iota
	split      // into the two nodes that come next
	dead
	solved
)

const none = -1

// A state is in a lane of a block of store, or in a lane of run.
func inStore(block, lane int) int32 { return int32(block*maxLanes + lane) }
func inRun(lane int) int32          { return int32(-1 - lane) }

// flight is the search of one puzzle. Its tree is one list of nodes in the
// order of plain backtracking; open nodes run whenever there is a lane for
// them, and nodes are booked from the head as backtracking would have met
// them. So what runs beside what, and when, does not show in a Result.
type flight struct {
	puzzle    int
	older     int32 // neighbours in the order of launching, none at the ends
	younger   int32
	head      int32
	nodes     uint64
	updates   uint64
	solutions int // booked
	ahead     int // found, and not yet booked
	answer    int // the lane of the first of these
	live      int // nodes in the list
	long      bool
	touched   bool
}

func (e *engine) newNode() int32 {
	if n := len(e.spareNodes); n > 0 {
		i := e.spareNodes[n-1]
		e.spareNodes = e.spareNodes[:n-1]
		return i
	}
	e.nodes = append(e.nodes, node{})
	return int32(len(e.nodes) - 1)
}

// launch starts the search of a puzzle in a lane.
func (e *engine) launch(puzzle, lane, givens int) {
	var f int32
	if n := len(e.spareFlights); n > 0 {
		f = e.spareFlights[n-1]
		e.spareFlights = e.spareFlights[:n-1]
	} else {
		e.flights = append(e.flights, flight{})
		f = int32(len(e.flights) - 1)
	}
	n := e.newNode()
	e.nodes[n] = node{next: none, flight: f, at: inRun(lane), placed: uint8(givens)}
	e.flights[f] = flight{puzzle: puzzle, older: e.youngest, younger: none, head: n, live: 1}
	if e.youngest == none {
		e.oldest = f
	} else {
		e.flights[e.youngest].younger = f
	}
	e.youngest = f
	e.run.node[lane] = n
	e.begin(lane)
}

// end notes that the node in a lane has ended, with so many cells placed.
func (e *engine) end(lane, placed int, fate fate) *flight {
	n := &e.nodes[e.run.node[lane]]
	n.fate = fate
	n.gain = uint8(max(placed-int(n.placed), 0))
	f := &e.flights[n.flight]
	if !f.touched {
		f.touched = true
		e.touched = append(e.touched, n.flight)
	}
	return f
}

// found notes a solution, and has it unloaded where it is the first so far.
func (e *engine) found(lane int) {
	f := e.end(lane, cells, solved)
	f.ahead++
	if f.solutions > 0 {
		return
	}
	n := e.run.node[lane]
	if f.ahead > 1 {
		for n = f.head; e.nodes[n].fate != solved; {
			n = e.nodes[n].next
		}
	}
	if n == e.run.node[lane] {
		if f.ahead > 1 && e.answers.has(f.answer) && e.answered[f.answer] == int32(f.puzzle) {
			e.answers.unset(f.answer)
		}
		f.answer = lane
		e.answers.set(lane)
		e.answered[lane] = int32(f.puzzle)
	}
}

// fork ends the node in a lane and puts its two children after it. The first
// goes on in the lane.
func (e *engine) fork(lane, placed int) {
	e.end(lane, placed, split)
	parent, first, other := e.run.node[lane], e.newNode(), e.newNode()
	n := &e.nodes[parent]
	e.nodes[other] = node{next: n.next, flight: n.flight, placed: uint8(placed)}
	e.nodes[first] = node{next: other, flight: n.flight, at: inRun(lane), placed: uint8(placed)}
	n.next = first
	f := &e.flights[n.flight]
	f.live += 2
	if f.live >= longTree && !f.long {
		f.long = true
		e.long++
	}
	e.run.node[lane] = first
	e.begin(lane)
}

// book takes the nodes that have ended from the head of a search, and ends it
// where it is through or at its limits.
func (e *engine) book(fi int32) {
	f := &e.flights[fi]
	f.touched = false
	wanted, budget := e.limits.Wanted(), e.limits.Nodes
	if f.solutions+f.ahead >= wanted {
		e.cut(f, wanted)
	}
	for f.head != none && f.solutions < wanted && (budget == 0 || f.nodes < budget) {
		h := f.head
		n := &e.nodes[h]
		if n.fate == open {
			e.shorten(f)
			return
		}
		f.nodes++
		f.updates += uint64(n.gain)
		if n.fate == solved {
			f.solutions++
			f.ahead--
		}
		f.head = n.next
		f.live--
		e.spareNodes = append(e.spareNodes, h)
	}
	if f.solutions == wanted || f.head == none {
		e.finish(fi, solvers.Finished)
	} else {
		e.finish(fi, solvers.NodeBudget)
	}
}

// cut drops what comes after the last solution that is wanted.
func (e *engine) cut(f *flight, wanted int) {
	left := wanted - f.solutions
	n := f.head
	for {
		x := &e.nodes[n]
		if x.fate == solved {
			left--
		}
		if left == 0 {
			f.live -= e.release(x.next)
			x.next = none
			f.ahead = wanted - f.solutions
			return
		}
		n = x.next
	}
}

// shorten takes note that a tree is no longer long.
func (e *engine) shorten(f *flight) {
	if f.long && f.live < longTree/2 {
		f.long = false
		e.long--
	}
}

// release gives back a list of nodes and what they hold, and counts them.
func (e *engine) release(n int32) (nodes int) {
	for n != none {
		x := &e.nodes[n]
		switch {
		case x.fate != open:
		case x.at >= 0:
			e.drop(x.at)
		default:
			e.active.unset(int(-1 - x.at))
		}
		e.spareNodes = append(e.spareNodes, n)
		n = x.next
		nodes++
	}
	return nodes
}

// finish ends the search of a puzzle and fills in its Result, but for First:
// unload does that.
func (e *engine) finish(fi int32, stop solvers.Stop) {
	f := &e.flights[fi]
	f.live -= e.release(f.head)
	e.shorten(f)
	r := &e.results[f.puzzle]
	if f.solutions == 0 {
		// One may have been found beyond a budget, or before a cancellation.
		if f.ahead > 0 && e.answers.has(f.answer) && e.answered[f.answer] == int32(f.puzzle) {
			e.answers.unset(f.answer)
		}
		r.First = r.First[:0]
	}
	r.Solutions, r.Nodes, r.Updates, r.Stopped = f.solutions, f.nodes, f.updates, stop
	if f.older == none {
		e.oldest = f.younger
	} else {
		e.flights[f.older].younger = f.younger
	}
	if f.younger == none {
		e.youngest = f.older
	} else {
		e.flights[f.younger].older = f.older
	}
	e.spareFlights = append(e.spareFlights, fi)
}
