package sliced

import "gridjudge/solvers"

// segment is a part of a puzzle's search tree that one lane searches by
// itself, depth first. It stops where it has found all solutions that are
// wanted, or met all nodes that the budget allows.
type segment struct {
	flight int32
	next   int32 // in the order of plain backtracking; none at the end
	lane   int32 // none while it waits, and once it is closed
	state  progress
	more   bool // closed before all its nodes were met

	nodes, updates uint64
	solutions      int
	last           struct{ nodes, updates uint64 } // when the last solution had been found

	want  int    // solutions
	room  uint64 // nodes
	ahead bool   // of the head

	start, first state // where it begins, and its first solution
}

type progress uint8

const (
	waiting progress = iota
	running
	closed
)

const none = -1

// flight is the search of one puzzle: a list of segments in the order of plain
// backtracking. Segments run whenever there is a lane for them, and are booked
// from the head. Only the head knows how many solutions and nodes it may still
// have; where it turns out that another had more than that, it runs again as the
// head. So what runs beside what, and when, does not show in a Result.
type flight struct {
	puzzle    int
	head      int32
	nodes     uint64 // booked, as are
	updates   uint64
	solutions int
}

// newSegment makes a segment that waits, with start unset.
func (e *engine) newSegment(flight, next int32) int32 {
	var i int32
	if n := len(e.spareSegments); n > 0 {
		i = e.spareSegments[n-1]
		e.spareSegments = e.spareSegments[:n-1]
	} else {
		e.segments = append(e.segments, segment{})
		i = int32(len(e.segments) - 1)
	}
	s := &e.segments[i]
	s.flight, s.next = flight, next
	e.wait(s)
	return i
}

// wait makes a segment one that has not begun.
func (e *engine) wait(s *segment) {
	s.lane, s.state, s.more = none, waiting, false
	s.nodes, s.updates, s.solutions = 0, 0, 0
	s.want, s.room, s.ahead = e.wanted, e.budget, true
	e.waiting++
}

// run starts a segment in an idle lane.
func (e *engine) run(i int32, at int) {
	s := &e.segments[i]
	s.lane, s.state = int32(at), running
	e.waiting--
	e.lanes[at] = lane{segment: i}
	e.give(at, &s.start)
	e.begin(at, s.start.placed())
}

// launch starts the search of the next puzzle in a lane.
func (e *engine) launch(at int) {
	puzzle := e.next
	e.next++
	e.results[puzzle].Reset()
	var f int32
	if n := len(e.spareFlights); n > 0 {
		f = e.spareFlights[n-1]
		e.spareFlights = e.spareFlights[:n-1]
	} else {
		e.flights = append(e.flights, flight{})
		f = int32(len(e.flights) - 1)
	}
	i := e.newSegment(f, none)
	s := &e.segments[i]
	e.start(&s.start, (*[cells]uint8)(e.puzzles[puzzle]))
	e.flights[f] = flight{puzzle: puzzle, head: i}
	s.ahead = false
	e.run(i, at)
}

// close ends the segment of a lane. The lane gets the next puzzle at once,
// while its state is in the first cache.
func (e *engine) close(at int, more bool) {
	i := e.lanes[at].segment
	e.vacate(at)
	s := &e.segments[i]
	s.lane, s.state, s.more = none, closed, more
	if f := s.flight; e.flights[f].head == i {
		e.book(f, at)
	}
	if e.next < len(e.puzzles) && !e.active.has(at) {
		e.launch(at)
	}
}

// book takes the segments that are closed from the head of a search, and ends
// it where it is through or at its limits. There is an idle lane for the new head.
func (e *engine) book(fi int32, idle int) {
	f := &e.flights[fi]
	for f.head != none {
		s := &e.segments[f.head]
		want, room := e.wanted-f.solutions, e.budget-f.nodes
		switch {
		case s.solutions == want && s.last.nodes <= room:
			s.nodes, s.updates = s.last.nodes, s.last.updates
			e.add(f, s)
			e.finish(fi, solvers.Finished)
			return
		case s.solutions >= want || s.nodes > room:
			// The search ends within s, at a node that has passed.
			e.release(s.next)
			s.next = none
			if s.state == running {
				e.vacate(int(s.lane))
			}
			e.wait(s)
		case s.nodes == room && (s.state != closed || s.more || s.next != none):
			e.add(f, s)
			e.finish(fi, solvers.NodeBudget)
			return
		}
		if s.state != closed {
			s.want, s.room, s.ahead = want, room, false
			if s.state == waiting {
				e.run(f.head, idle)
			}
			return
		}
		e.add(f, s)
		e.spareSegments = append(e.spareSegments, f.head)
		f.head = s.next
	}
	e.finish(fi, solvers.Finished)
}

// add books a segment.
func (e *engine) add(f *flight, s *segment) {
	if f.solutions == 0 && s.solutions > 0 {
		r := &e.results[f.puzzle]
		if cap(r.First) < cells {
			r.First = make(solvers.Grid, cells)
		}
		r.First = r.First[:cells]
		e.read((*[cells]uint8)(r.First), &s.first)
	}
	f.nodes += s.nodes
	f.updates += s.updates
	f.solutions += s.solutions
}

// release gives back a list of segments and their lanes.
func (e *engine) release(i int32) {
	for i != none {
		s := &e.segments[i]
		switch s.state {
		case waiting:
			e.waiting--
		case running:
			e.vacate(int(s.lane))
		}
		e.spareSegments = append(e.spareSegments, i)
		i = s.next
	}
}

// finish ends the search of a puzzle and fills in its Result.
func (e *engine) finish(fi int32, stop solvers.Stop) {
	f := &e.flights[fi]
	e.release(f.head)
	r := &e.results[f.puzzle]
	r.Solutions, r.Nodes, r.Updates, r.Stopped = f.solutions, f.nodes, f.updates, stop
	e.spareFlights = append(e.spareFlights, fi)
}

// abandon ends the search of a puzzle with what its head has come to.
func (e *engine) abandon(fi int32) {
	f := &e.flights[fi]
	e.add(f, &e.segments[f.head])
	e.finish(fi, solvers.Cancelled)
}
