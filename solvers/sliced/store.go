package sliced

import "math/bits"

// While store holds plenty states for each lane, no puzzles are loaded that
// would add to it. From tooMany on, the oldest searches alone get lanes, and
// of these the nodes that backtracking would meet first, so that store grows
// no further than the depth of as many searches as there are lanes. The same
// holds while one search has a tree of longTree nodes that are not booked: its
// lanes are far ahead of where backtracking would be, which may never come there.
const (
	plenty   = 4
	tooMany  = 64
	longTree = 4096
)

// begin makes a lane active with the node that it holds.
func (e *engine) begin(lane int) {
	e.active.set(lane)
	e.fresh.set(lane)
}

// stash copies lanes of run to store, each into the same lane of some block.
// The copy becomes the state of the node after the one in that lane.
func (e *engine) stash(lanes mask) {
	for left := lanes.count(); left > 0; {
		best, fits := -1, 0
		for i, b := range e.store {
			if n := lanes.without(b.used).count(); n > fits {
				best, fits = i, n
				if n == left {
					break
				}
			}
		}
		if 2*fits < left && (fits == 0 || e.stored < tooMany*64*e.words) {
			best = len(e.store)
			e.store = append(e.store, &block{planes: aligned(planes * e.words)})
		}
		b := e.store[best]
		m := lanes.without(b.used)
		e.lanes = m
		e.move(&b.planes[0], &e.run.planes[0], &e.lanes, shift{})
		b.used = b.used.or(m)
		if !e.narrow {
			b.turn = b.turn.or(m)
		}
		lanes = lanes.without(m)
		n := m.count()
		left -= n
		e.stored += n
		for w := range e.words {
			for x := m[w]; x != 0; x &= x - 1 {
				lane := 64*w + bits.TrailingZeros64(x)
				n := e.nodes[e.run.node[lane]].next
				b.node[lane] = n
				e.nodes[n].at = inStore(best, lane)
			}
		}
	}
}

// drop frees a place in store.
func (e *engine) drop(at int32) {
	b := e.store[at/maxLanes]
	b.used.unset(int(at) % maxLanes)
	b.turn.unset(int(at) % maxLanes)
	e.stored--
}

// refill gives the idle lanes work: states from store, then new puzzles, then
// states from other lanes of store.
func (e *engine) refill() {
	e.takeTurns()
	// The blocks that were begun last hold the deepest states: these first, so
	// that store stays small.
	for i := len(e.store) - 1; i >= 0; i-- {
		b := e.store[i]
		if b.turn == (mask{}) {
			continue
		}
		if idle := e.idle(); e.worth(b.turn.and(idle)) {
			e.fetch(b, idle, shift{})
		}
	}
	if e.stored < plenty*64*e.words {
		e.load()
	}
	for e.spread() {
	}
	for p := range cells {
		for w := range e.words {
			e.sure[p*e.words+w] &^= e.fresh[w]
		}
	}
	e.fresh = mask{}
}

// worth is whether so many lanes pay for a pass over all planes. Where only
// the first nodes have a turn, any does.
func (e *engine) worth(m mask) bool {
	n := m.count()
	return n > 0 && (e.narrow || n >= min(10*e.words, e.active.count()/3))
}

// idle is the lanes that hold nothing.
func (e *engine) idle() mask {
	return e.all.without(e.active.or(e.answers))
}

// takeTurns decides which states may be fetched.
func (e *engine) takeTurns() {
	lanes := 64 * e.words
	many := e.long > 0 || e.stored >= tooMany*lanes || len(e.nodes)-len(e.spareNodes) >= 4*tooMany*lanes
	switch {
	case many:
		for _, b := range e.store {
			if e.narrow && b.turn != (mask{}) {
				return // all of them first: the head of a search could wait for ever
			}
		}
		for _, b := range e.store {
			b.turn = mask{}
		}
		e.oldestFirst(2 * lanes)
	case e.narrow:
		for _, b := range e.store {
			b.turn = b.used
		}
	}
	e.narrow = many
}

// oldestFirst gives so many states their turn.
func (e *engine) oldestFirst(turns int) {
	for f := e.oldest; f != none; f = e.flights[f].younger {
		for n := e.flights[f].head; n != none; n = e.nodes[n].next {
			x := &e.nodes[n]
			if x.fate != open {
				continue
			}
			if x.at >= 0 {
				e.store[x.at/maxLanes].turn.set(int(x.at) % maxLanes)
			}
			if turns--; turns == 0 {
				return
			}
		}
	}
}

// fetch moves states of a block whose turn it is to idle lanes of run.
func (e *engine) fetch(b *block, idle mask, s shift) {
	from := s.from(b.turn, e.words)
	m := from.and(idle)
	e.lanes = m
	e.move(&e.run.planes[0], &b.planes[0], &e.lanes, s)
	for w := range e.words {
		for x := m[w]; x != 0; x &= x - 1 {
			to := 64*w + bits.TrailingZeros64(x)
			lane := s.source(to, e.words)
			n := b.node[lane]
			e.drop(e.nodes[n].at)
			e.nodes[n].at = inRun(to)
			e.run.node[to] = n
			e.begin(to)
		}
	}
}

// from shows, at each lane, the bit of m that s would move there.
func (s shift) from(m mask, words int) (r mask) {
	for w := range words {
		r[w] = bits.RotateLeft64(m[(w+s.word)%words], s.by)
	}
	return r
}

// source is the lane that s moves to lane to.
func (s shift) source(to, words int) int {
	return 64*((to/64+s.word)%words) + (to-s.by)&63
}

// spread moves states to lanes other than their own. It costs a search for a
// good shift, and is worth it where an eighth of the lanes is idle, as at the
// end of a batch.
func (e *engine) spread() bool {
	idle := e.idle()
	wanted := idle.count()
	if wanted == 0 || 8*wanted < 64*e.words && e.active != (mask{}) {
		return false
	}
	var from *block
	most := 0
	for i := len(e.store) - 1; i >= 0 && most < wanted; i-- {
		if n := e.store[i].turn.count(); n > most {
			from, most = e.store[i], n
		}
	}
	if from == nil {
		return false
	}
	wanted = min(wanted, most)
	var best shift
	most = 0
	for i := range 64 * e.words {
		// Odd steps reach every shift; neighbours differ in words and in bits.
		e.turned = (e.turned + 73) % (64 * e.words)
		s := shift{word: e.turned % e.words, by: e.turned / e.words}
		m := s.from(from.turn, e.words).and(idle)
		if n := m.count(); n > most {
			best, most = s, n
		}
		if 2*most >= wanted || most > 0 && i >= 16 {
			break
		}
	}
	if most == 0 {
		return false
	}
	e.fetch(from, idle, best)
	return e.worth(best.from(from.turn, e.words).and(e.idle()))
}
