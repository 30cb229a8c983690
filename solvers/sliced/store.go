package sliced

import "math/bits"

// While store holds plenty states for each lane, no puzzles are loaded that
// would add to it. At maxStored it serves the oldest search alone, which adds
// at most maxRound states a level of its depth: store is bounded.
const (
	plenty    = 16
	maxStored = 16384
)

// begin makes a lane active with the node that it holds.
func (e *engine) begin(lane int) {
	e.active.set(lane)
	w, bit := lane/64, uint64(1)<<(lane%64)
	e.fresh[w] |= bit
}

// stash copies lanes of run to store, each into the same lane of some block.
// The copy becomes the state of the node in that lane or, for other, of the
// node after it.
func (e *engine) stash(lanes mask, other bool) {
	for left := lanes.count(); left > 0; {
		best, fits := -1, 0
		for i, b := range e.store {
			free := lanes.without(b.used)
			if n := free.count(); n > fits {
				best, fits = i, n
			}
		}
		if 2*fits < left && (fits == 0 || e.stored < maxStored) {
			best = len(e.store)
			e.store = append(e.store, &block{planes: aligned(planes * e.words)})
		}
		b := e.store[best]
		m := lanes.without(b.used)
		e.lanes = m
		e.move(&b.planes[0], &e.run.planes[0], &e.lanes, shift{})
		b.used = b.used.or(m)
		lanes = lanes.without(m)
		n := m.count()
		left -= n
		e.stored += n
		for w := range e.words {
			for x := m[w]; x != 0; x &= x - 1 {
				lane := 64*w + bits.TrailingZeros64(x)
				n := e.run.node[lane]
				if other {
					n = e.nodes[n].next
				}
				b.node[lane] = n
				e.nodes[n].at = int32(best*maxLanes + lane)
			}
		}
	}
}

// drop frees a place in store.
func (e *engine) drop(at int32) {
	b := e.store[at/maxLanes]
	b.used.unset(int(at) % maxLanes)
	b.ready.unset(int(at) % maxLanes)
	e.stored--
}

// refill gives the idle lanes work: states from store, then new puzzles, then
// states from other lanes of store.
func (e *engine) refill() {
	e.takeTurns()
	for {
		idle := e.idle()
		var best *block
		var most mask
		for _, b := range e.store {
			if b.turn == (mask{}) {
				continue
			}
			if m := b.turn.and(idle); m.count() > most.count() {
				best, most = b, m
			}
		}
		if !e.worth(most) {
			break
		}
		e.fetch(best, idle, shift{})
	}
	if e.stored < plenty*64*e.words {
		e.load()
	}
	for e.spread() {
	}
	if e.stored < maxStored {
		e.load()
	}
	for p := range cells {
		for w := range e.words {
			e.sure[p*e.words+w] &^= e.fresh[w]
		}
	}
	e.fresh = mask{}
}

// worth is whether so many lanes pay for a pass over all planes.
func (e *engine) worth(m mask) bool {
	n := m.count()
	return n > 0 && (n*passShare >= 64*e.words || e.active == (mask{}))
}

// idle is the lanes that hold nothing.
func (e *engine) idle() mask {
	return e.all.without(e.active.or(e.answers))
}

// takeTurns decides which ready states may be fetched: all, or where store is
// over its bound, those of the oldest search.
func (e *engine) takeTurns() {
	if e.stored < maxStored {
		for _, b := range e.store {
			b.turn = b.ready
		}
		return
	}
	for _, b := range e.store {
		b.turn = mask{}
	}
	oldest := -1
	for i := range e.flights {
		if f := &e.flights[i]; f.busy && (oldest < 0 || f.puzzle < e.flights[oldest].puzzle) {
			oldest = i
		}
	}
	f := &e.flights[oldest]
	for n := f.head; ; n = e.nodes[n].next {
		x := &e.nodes[n]
		if x.at >= 0 {
			b, lane := e.store[x.at/maxLanes], int(x.at)%maxLanes
			if b.ready.has(lane) {
				b.turn.set(lane)
			}
		}
		if n == f.tail {
			return
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
			b.turn.unset(lane)
			e.nodes[n].at = int32(-1 - to)
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

// passShare is how many lanes there are for each that makes a pass over all
// planes worth its while.
const passShare = 64

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
	for _, b := range e.store {
		if n := b.turn.count(); n > most {
			from, most = b, n
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
		if 2*most >= wanted || most > 0 && i >= 64 {
			break
		}
	}
	if most == 0 {
		return false
	}
	e.fetch(from, idle, best)
	return most*passShare >= 64*e.words || e.active == (mask{})
}
