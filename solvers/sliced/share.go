package sliced

import "math/bits"

// stride is how many nodes a segment other than the head may run where there
// is a budget. Then the rest of it waits, so that lanes come back to where plain
// backtracking would be: what is far ahead of it may never be booked.
const stride = 128

// Segments a lane, from which on there are no more of them: with a budget from
// the first number on only those that heads are parted into, from the second on
// none; without a budget from the third on none.
const (
	manySegments    = 4
	tooManySegments = 8
	mostSegments    = 16
)

// share gives idle lanes parts of the searches that are under way, once there
// are no more puzzles.
func (e *engine) share() {
	if e.next < len(e.puzzles) {
		return
	}
	idle := e.all.without(e.active)
	most := mostSegments
	if e.limits.Nodes > 0 {
		most = manySegments
		e.nearest(&idle)
	}
	for w := range e.words {
		for ; idle[w] != 0; idle[w] &= idle[w] - 1 {
			from := e.nextRich()
			if from < 0 || e.used() >= most*64*e.words {
				return
			}
			e.run(e.part(from), 64*w+bits.TrailingZeros64(idle[w]))
		}
	}
}

// nearest gives idle lanes what backtracking would come to next: segments that
// wait, and saved states of those that run.
func (e *engine) nearest(idle *mask) {
	for w := range e.words {
		for x := e.active[w]; x != 0; x &= x - 1 {
			i := e.lanes[64*w+bits.TrailingZeros64(x)].segment
			if e.flights[e.segments[i].flight].head != i {
				continue
			}
			many := e.used() >= manySegments*64*e.words
			if e.waiting == 0 && !many {
				return
			}
			for i != none {
				s := &e.segments[i]
				at := idle.first()
				switch {
				case at < 0 || e.used() >= tooManySegments*64*e.words:
					return
				case s.state == waiting:
					e.run(i, at)
					idle.unset(at)
				case s.state == running && e.rich.has(int(s.lane)):
					e.run(e.part(int(s.lane)), at)
					idle.unset(at)
					continue // with its other states
				}
				if many {
					break
				}
				i = e.segments[i].next
			}
		}
	}
}

// used is how many segments there are.
func (e *engine) used() int { return len(e.segments) - len(e.spareSegments) }

// nextRich is a lane with saved states that may be parted, another each time,
// or -1.
func (e *engine) nextRich() int {
	lanes := 64 * e.words
	if e.rich == (mask{}) {
		return -1
	}
	at := e.turned
	for range 2 * e.words {
		at = (at + 1) % lanes
		if x := e.rich[at/64] >> (at % 64); x != 0 {
			e.turned = at + bits.TrailingZeros64(x)
			return e.turned
		}
		at |= 63
	}
	return -1
}

// part makes the oldest saved state of a lane a segment of its own: in plain
// backtracking it comes last of them.
func (e *engine) part(from int) int32 {
	l := &e.lanes[from]
	victim := l.segment
	i := e.newSegment(e.segments[victim].flight, e.segments[victim].next)
	e.segments[victim].next = i
	e.segments[i].start = e.saved[l.base][from]
	if l.base++; l.base == l.top {
		l.base, l.top = 0, 0
		e.rich.unset(from)
	}
	return i
}

// shelve ends the segment of a lane and has the rest of it wait: the node that
// was to begin, and what is saved.
func (e *engine) shelve(at int) {
	l := e.lanes[at]
	after := e.newSegment(e.segments[l.segment].flight, e.segments[l.segment].next)
	e.take(at, &e.segments[after].start)
	e.segments[l.segment].next = after
	for depth := int(l.top) - 1; depth >= int(l.base); depth-- {
		i := e.newSegment(e.segments[after].flight, e.segments[after].next)
		e.segments[i].start = e.saved[depth][at]
		e.segments[after].next = i
		after = i
	}
	e.close(at, false)
}
