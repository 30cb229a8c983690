package sliced

import (
	"math"
	"math/bits"
)

// When all puzzles have been launched, an idle lane takes over a saved state of a busy lane, and so
// a part of its search. The lanes that search the same puzzle form a list, in the order in which
// plain backtracking would search their parts. The Result must be the same as with plain
// backtracking, no matter which lanes search a puzzle. Three rules ensure this:
//
//   - The Result contains the total effort (nodes and updates) of all lanes that search a puzzle. A lane whose search
//     is over hands its effort to its predecessor in the list. When the predecessor has finished, too, it hands on the
//     sum of both. The first lane of the list adds its sum to the Result.
//   - The first solution must be the one that plain backtracking finds first. If several solutions are wanted, the
//     lanes may find two of them in the opposite order. So as soon as a second solution is found, the puzzle is
//     searched again from the beginning, in a single lane.
//   - If there is a budget of nodes, every puzzle stays in a single lane. Otherwise a lane could not know how much of
//     the budget is left for it, because this depends on the lanes that precede it in the list.
//
// There is one exception to the first rule. If only one solution is wanted and a lane finds it, this lane ends the
// lanes after it and forgets their effort, because plain backtracking would have stopped before it came to what they
// searched.

// share gives saved states to idle lanes, until all lanes are busy or no lane can give a state away.
//
// If most puzzles of the batch have several solutions, share does nothing. Otherwise two lanes would soon find two
// solutions of a shared puzzle, which would then be searched again from the beginning. This rule saves 27 % of the time
// of serg on a Zen 5, because each of its 2,000 puzzles has several solutions.
func (e *engine) share() {
	if e.next < len(e.puzzles) || e.budget < math.MaxUint64 || 2*e.several > e.over {
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

// split gives the oldest saved state of a lane to an idle lane. Plain backtracking would reach this
// state last.
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

// cut ends all lanes after the given one, and forgets the effort of lanes after it.
func (e *engine) cut(at int) {
	l := &e.lanes[at]
	for i := l.next; i != none; i = e.lanes[i].next {
		for _, m := range []*mask{&e.active, &e.dead, &e.solved, &e.stuck, &e.fresh} {
			m.unset(i)
		}
	}
	l.next, l.after = none, effort{}
}

// repeat searches the puzzle of a lane again from the beginning, in a single lane.
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
