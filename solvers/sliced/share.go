package sliced

import (
	"math"
	"math/bits"
)

// When all puzzles are launched, idle lanes take saved states of busy ones. The
// Result must be that of plain backtracking, whichever lanes search a puzzle:
//
//   - A lane whose search is over gives its effort to the lane before it. That one adds it
//     to its own when its search is over, unless it finds the only solution wanted: then it
//     ends the lanes after it and forgets their effort, because backtracking never reaches them.
//   - If several solutions are wanted and a second one is found, it depends on the
//     lanes which one was first. The puzzle is then searched again, in one lane.
//   - With a budget of nodes every puzzle stays in one lane.

// share gives saved states to idle lanes, as long as there are both.
func (e *engine) share() {
	if e.next < len(e.puzzles) || e.budget < math.MaxUint64 {
		return
	}
	idle := 0
	for missed := 0; missed < e.width; missed++ {
		for idle < e.width && e.active.has(idle) {
			idle++
		}
		if idle == e.width {
			return
		}
		e.lastDonor = (e.lastDonor + 1) & (e.width - 1) // the width is a power of two
		skip := min(bits.TrailingZeros64(e.active[e.lastDonor/64]>>(e.lastDonor%64)), 63-e.lastDonor%64)
		e.lastDonor, missed = e.lastDonor+skip, missed+skip
		if l := &e.lanes[e.lastDonor]; e.active.has(e.lastDonor) && l.base < l.depth && !l.unshared {
			e.split(e.lastDonor, idle)
			missed = 0
		}
	}
}

// split gives the oldest saved state of a lane to an idle one. It is the last one
// that plain backtracking would reach.
func (e *engine) split(from, to int) {
	f, t := &e.lanes[from], &e.lanes[to]
	*t = lane{puzzle: f.puzzle, before: from, next: f.next, after: f.after, shared: true}
	if t.next != none {
		e.lanes[t.next].before = to
	}
	f.next, f.after, f.shared = to, effort{}, true
	s := &e.saved[f.base][from]
	if f.base++; f.base == f.depth {
		f.base, f.depth = 0, 0
	}
	e.setState(to, s)
	e.begin(to, s.placed())
}

// cut ends the lanes after one, and forgets what lanes after it have cost.
func (e *engine) cut(at int) {
	l := &e.lanes[at]
	for i := l.next; i != none; i = e.lanes[i].next {
		for _, m := range []*mask{&e.active, &e.dead, &e.solved, &e.stuck, &e.fresh} {
			m.unset(i)
		}
	}
	l.next, l.after = none, effort{}
}

// repeat searches the puzzle of a lane again, in one lane.
func (e *engine) repeat(at int) {
	for e.lanes[at].before != none {
		at = e.lanes[at].before
	}
	e.cut(at)
	for _, m := range []*mask{&e.dead, &e.solved, &e.stuck} {
		m.unset(at)
	}
	e.launch(at, e.lanes[at].puzzle, true)
}
