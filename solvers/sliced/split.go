package sliced

import "math/bits"

// A segment other than the head runs so many nodes at a time where there is a
// budget. Then the rest of it waits, so that lanes come back to where plain
// backtracking would be: what is far ahead of it may never be booked. The short
// stride holds from manySegments a lane on.
const (
	longStride  = 128
	shortStride = 8
)

// Segments a lane, from which on there are no more of them: without a budget
// from the first number on, with one from the second.
const (
	manySegments    = 8
	tooManySegments = 64
)

// share gives idle lanes parts of the searches that are under way, once there
// are no more puzzles.
func (e *engine) share() {
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
			from := e.nextRich()
			if from < 0 || e.many() {
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
			for i != none {
				s := &e.segments[i]
				at := idle.first()
				switch {
				case at < 0:
					return
				case s.state == waiting:
					e.run(i, at)
					idle.unset(at)
				case s.state == running && e.rich.has(int(s.lane)) && e.used() < tooManySegments*64*e.words:
					e.run(e.part(int(s.lane)), at)
					idle.unset(at)
					continue // with its other states
				}
				i = e.segments[i].next
			}
		}
	}
}

// many is whether there are many segments for the lanes that there are.
func (e *engine) many() bool { return e.used() >= manySegments*64*e.words }

// used is how many segments there are.
func (e *engine) used() int { return len(e.segments) - len(e.spareSegments) }

// nextRich is a lane with saved states, another each time, or -1.
func (e *engine) nextRich() int {
	if e.rich == (mask{}) {
		return -1
	}
	for at := e.turned; ; {
		at = (at + 1) % (64 * e.words)
		if x := e.rich[at/64] >> (at % 64); x != 0 {
			e.turned = at + bits.TrailingZeros64(x)
			return e.turned
		}
		at |= 63
	}
}

// part makes the oldest saved state of a lane a segment of its own: in plain
// backtracking it comes last of them.
func (e *engine) part(from int) int32 {
	l := &e.lanes[from]
	i := e.insert(l.segment, &e.saved[l.base][from])
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
	for depth := l.base; depth < l.top; depth++ {
		e.insert(l.segment, &e.saved[depth][at])
	}
	var s state
	e.take(at, &s)
	e.insert(l.segment, &s)
	e.close(at, false)
}

// insert makes a segment that begins with s and comes next after another.
func (e *engine) insert(after int32, s *state) int32 {
	i := e.newSegment(e.segments[after].flight, e.segments[after].next)
	e.segments[after].next = i
	e.segments[i].start = *s
	return i
}
