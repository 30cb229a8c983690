package sliced

import "math/bits"

// With a budget of nodes, a speculative subtree runs for a stride and then waits,
// so that lanes return to where plain backtracking would be: counts of subtrees
// far ahead may never be committed. The stride is short when many exist.
const (
	longStride  = 128
	shortStride = 8
)

// The number of subtrees per lane at which splitting stops. With a budget of nodes,
// nearest splits up to maxSubtrees.
const (
	manySubtrees = 8
	maxSubtrees  = 64
)

// fillIdle splits the running searches among the idle lanes, once all puzzles
// are loaded.
func (e *engine) fillIdle() {
	if e.next < len(e.puzzles) {
		return
	}
	idle := e.all.without(e.active)
	if e.limits.Nodes > 0 {
		e.stride = longStride
		if e.many() {
			e.stride = shortStride
		}
		if e.waiting > 0 {
			e.nearest(&idle)
		}
	}
	for w := range e.words {
		for ; idle[w] != 0; idle[w] &= idle[w] - 1 {
			from := e.nextSplittable()
			if from < 0 || e.many() {
				return
			}
			e.run(e.split(from), 64*w+bits.TrailingZeros64(idle[w]))
		}
	}
}

// nearest gives idle lanes the subtrees that backtracking would reach next:
// those that wait, and those split off from running ones.
func (e *engine) nearest(idle *mask) {
	for w := range e.words {
		for x := e.active[w]; x != 0; x &= x - 1 {
			i := e.lanes[64*w+bits.TrailingZeros64(x)].subtree
			if e.searches[e.subtrees[i].search].head != i {
				continue
			}
			for i != none {
				s := &e.subtrees[i]
				at := idle.first()
				switch {
				case at < 0:
					return
				case s.state == waiting:
					e.run(i, at)
					idle.unset(at)
				case s.state == running && e.splittable.has(int(s.lane)) && e.used() < maxSubtrees*64*e.words:
					e.run(e.split(int(s.lane)), at)
					idle.unset(at)
					continue // with its other states
				}
				i = e.subtrees[i].next
			}
		}
	}
}

// many reports whether there are many subtrees per lane.
func (e *engine) many() bool { return e.used() >= manySubtrees*64*e.words }

// used returns how many subtrees exist.
func (e *engine) used() int { return len(e.subtrees) - len(e.spareSubtrees) }

// nextSplittable returns the lanes with saved states in turn, or -1.
func (e *engine) nextSplittable() int {
	if e.splittable == (mask{}) {
		return -1
	}
	for at := e.lastSplit; ; {
		at = (at + 1) % (64 * e.words)
		if x := e.splittable[at/64] >> (at % 64); x != 0 {
			e.lastSplit = at + bits.TrailingZeros64(x)
			return e.lastSplit
		}
		at |= 63
	}
}

// split makes the oldest saved state of a lane a subtree of its own. It is the
// last one that plain backtracking would reach.
func (e *engine) split(from int) int32 {
	l := &e.lanes[from]
	i := e.insert(l.subtree, &e.saved[l.base][from])
	if l.base++; l.base == l.top {
		l.base, l.top = 0, 0
		e.splittable.unset(from)
	}
	return i
}

// suspend closes the subtree of a lane and makes waiting subtrees of its next
// node and its saved states.
func (e *engine) suspend(at int) {
	l := e.lanes[at]
	for depth := l.base; depth < l.top; depth++ {
		e.insert(l.subtree, &e.saved[depth][at])
	}
	var s state
	e.copyState(at, &s)
	e.insert(l.subtree, &s)
	e.close(at, false)
}

// insert makes a subtree that begins with s and follows another in the list.
func (e *engine) insert(after int32, s *state) int32 {
	i := e.newSubtree(e.subtrees[after].search, e.subtrees[after].next)
	e.subtrees[after].next = i
	e.subtrees[i].start = *s
	return i
}
