package sliced

import "gridjudge/solvers"

// search is the search of one puzzle: a list of subtrees in the order of plain
// backtracking.
//
// Subtrees run whenever a lane is free, but their counts are committed in the
// order of the list. Only the first of the list, the head, knows how many
// solutions and nodes are left to it. If another one turns out to have found
// or spent more than that, it runs again as the head. So a Result does not
// depend on which subtrees ran at the same time.
type search struct {
	puzzle         int
	head           int32
	nodes, updates uint64 // committed
	solutions      uint64 // committed
}

// launch starts the search of the next puzzle in a lane.
func (e *engine) launch(at int) {
	puzzle := e.next
	e.next++
	e.results[puzzle].Reset()
	var id int32
	if n := len(e.spareSearches); n > 0 {
		id = e.spareSearches[n-1]
		e.spareSearches = e.spareSearches[:n-1]
	} else {
		e.searches = append(e.searches, search{})
		id = int32(len(e.searches) - 1)
	}
	i := e.newSubtree(id, none)
	s := &e.subtrees[i]
	e.start(&s.start, (*[cells]uint8)(e.puzzles[puzzle]))
	e.searches[id] = search{puzzle: puzzle, head: i}
	s.speculative = false
	e.run(i, at)
}

// commit adds the closed subtrees at the head of a search to its counts, and
// finishes it when its tree is exhausted or a limit is reached. The next head
// may run in the idle lane.
func (e *engine) commit(id int32, idle int) {
	p := &e.searches[id]
	for p.head != none {
		s := &e.subtrees[p.head]
		wanted, budget := e.wanted-p.solutions, e.budget-p.nodes
		switch {
		case s.solutions == wanted && s.last.nodes <= budget:
			s.nodes, s.updates = s.last.nodes, s.last.updates
			e.add(p, s)
			e.finish(id, solvers.Finished)
			return
		case s.solutions >= wanted || s.nodes > budget:
			// The search ends within s, at an earlier node: s runs again.
			e.release(s.next)
			s.next = none
			if s.state == running {
				e.vacate(int(s.lane))
			}
			e.wait(s)
		case s.nodes == budget && (s.state != closed || s.more || s.next != none):
			e.add(p, s)
			e.finish(id, solvers.NodeBudget)
			return
		}
		if s.state != closed {
			s.wanted, s.budget, s.speculative = wanted, budget, false
			if s.state == waiting {
				e.run(p.head, idle)
			}
			return
		}
		e.add(p, s)
		e.spareSubtrees = append(e.spareSubtrees, p.head)
		p.head = s.next
	}
	e.finish(id, solvers.Finished)
}

// add adds the counts of a subtree to those of its search.
func (e *engine) add(p *search, s *subtree) {
	if p.solutions == 0 && s.solutions > 0 {
		r := &e.results[p.puzzle]
		if cap(r.First) < cells {
			r.First = make(solvers.Grid, cells)
		}
		r.First = r.First[:cells]
		e.read((*[cells]uint8)(r.First), &s.first)
	}
	p.nodes += s.nodes
	p.updates += s.updates
	p.solutions += s.solutions
}

// finish ends the search of a puzzle and fills in its Result.
func (e *engine) finish(id int32, stop solvers.Stop) {
	p := &e.searches[id]
	e.release(p.head)
	r := &e.results[p.puzzle]
	r.Solutions, r.Nodes, r.Updates, r.Stopped = p.solutions, p.nodes, p.updates, stop
	e.spareSearches = append(e.spareSearches, id)
}

// abandon ends a cancelled search with the counts up to its head.
func (e *engine) abandon(id int32) {
	p := &e.searches[id]
	e.add(p, &e.subtrees[p.head])
	e.finish(id, solvers.Cancelled)
}
