package sliced

// subtree is a part of a puzzle's search tree that one lane searches by itself,
// depth first. It stops when it has found all wanted solutions or has spent the
// budget of nodes.
type subtree struct {
	search int32
	next   int32 // in the order of plain backtracking, or none
	lane   int32 // none unless it is running
	state  progress
	more   bool // closed with nodes left

	nodes, updates, solutions uint64
	last                      struct{ nodes, updates uint64 } // when the last solution was found

	wanted uint64 // solutions
	budget uint64 // nodes

	// speculative is true if this subtree is not the first of its search. Then the
	// subtrees before it may end the search, and its counts are never committed.
	speculative bool

	start, first state // where it begins, and its first solution
}

type progress uint8

const (
	waiting progress = iota
	running
	closed
)

const none = -1

// newSubtree makes a subtree that waits, with start unset.
func (e *engine) newSubtree(of, next int32) int32 {
	var i int32
	if n := len(e.spareSubtrees); n > 0 {
		i = e.spareSubtrees[n-1]
		e.spareSubtrees = e.spareSubtrees[:n-1]
	} else {
		e.subtrees = append(e.subtrees, subtree{})
		i = int32(len(e.subtrees) - 1)
	}
	s := &e.subtrees[i]
	s.search, s.next = of, next
	e.wait(s)
	return i
}

// wait resets a subtree to its start, without a lane.
func (e *engine) wait(s *subtree) {
	s.lane, s.state, s.more = none, waiting, false
	s.nodes, s.updates, s.solutions = 0, 0, 0
	s.wanted, s.budget, s.speculative = e.wanted, e.budget, true
	e.waiting++
}

// run starts a subtree in an idle lane.
func (e *engine) run(i int32, at int) {
	s := &e.subtrees[i]
	s.lane, s.state = int32(at), running
	e.waiting--
	e.lanes[at] = lane{subtree: i}
	e.setState(at, &s.start)
	e.begin(at, s.start.placed())
}

// close ends the subtree of a lane. The lane gets the next puzzle at once,
// while its state is in the first cache.
func (e *engine) close(at int, more bool) {
	i := e.lanes[at].subtree
	e.vacate(at)
	s := &e.subtrees[i]
	s.lane, s.state, s.more = none, closed, more
	if e.searches[s.search].head == i {
		e.commit(s.search, at)
	}
	if e.next < len(e.puzzles) && !e.active.has(at) {
		e.launch(at)
	}
}

// release frees a list of subtrees and their lanes.
func (e *engine) release(i int32) {
	for i != none {
		s := &e.subtrees[i]
		switch s.state {
		case waiting:
			e.waiting--
		case running:
			e.vacate(int(s.lane))
		}
		e.spareSubtrees = append(e.spareSubtrees, i)
		i = s.next
	}
}
