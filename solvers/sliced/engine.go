package sliced

import (
	"math"
	"math/bits"

	"gridjudge/solvers"
)

// engine runs the searches of a batch in the lanes of one kernel.
type engine struct {
	kernel
	all mask // the lanes of the kernel

	planes    []uint64 // of the nodes being propagated
	states    []uint64 // the same, lane by lane, during reschedule
	scratch   []uint64 // planes for sweep and choose
	sure, now []uint64 // cells found certain by the last sweep, and by this one
	swept     sweepResult

	active              mask // lanes whose node is being propagated
	dead, solved, stuck mask // lanes whose node has ended since reschedule
	fresh               mask // lanes whose node begins after reschedule
	splittable          mask // lanes with saved states
	busy                int  // active lanes after reschedule

	lanes     [maxLanes]lane
	saved     [][]state // by depth and lane
	lastSplit int       // the last lane that a subtree was split off from

	subtrees                     []subtree
	searches                     []search
	spareSubtrees, spareSearches []int32
	waiting                      int // subtrees without a lane that are not closed

	puzzles        []solvers.Grid
	limits         solvers.Limits
	results        []solvers.Result
	next           int    // the next puzzle to load
	wanted         uint64 // solutions of each
	budget, stride uint64 // nodes of each, and of a speculative subtree at a time
}

func newEngine(k kernel) *engine {
	e := &engine{kernel: k}
	for w := range k.words {
		e.all[w] = ^uint64(0)
	}
	e.planes = aligned(allPlanes * k.words)
	e.states = aligned(64 * stateWords * k.words)
	e.scratch = aligned(scratchPlanes * k.words)
	e.sure, e.now = aligned(cells*k.words), aligned(cells*k.words)
	lanes := 64 * k.words // each soon has a search and a subtree
	e.subtrees, e.searches = make([]subtree, 0, lanes), make([]search, 0, lanes)
	return e
}

// batch solves all puzzles.
func (e *engine) batch(puzzles []solvers.Grid, limits solvers.Limits, results []solvers.Result) {
	e.puzzles, e.limits, e.results, e.next = puzzles, limits, results, 0
	e.lastSplit = 0
	e.wanted, e.budget, e.stride = limits.Wanted(), math.MaxUint64, math.MaxUint64
	if limits.Nodes > 0 {
		e.budget, e.stride = limits.Nodes, longStride
	}
	for e.reschedule(); e.active != (mask{}); e.reschedule() {
		for e.propagate(); !e.enough(); e.propagate() {
		}
		if limits.Cancelled() {
			e.cancel()
			break
		}
	}
	e.puzzles, e.results = nil, nil
}

// propagate sweeps once. It moves the lanes whose nodes have ended from active
// to dead, solved and stuck, and notes how many cells these nodes have placed.
func (e *engine) propagate() {
	e.sweep(e.planes, e.scratch, e.sure, e.now, &e.swept)
	e.sure, e.now = e.now, e.sure
	for w := range e.words {
		active, contradiction, many := e.active[w], e.swept.contradiction[w], e.swept.many[w]
		dead := active & contradiction
		solved := active &^ (contradiction | many)
		stuck := active & many &^ (contradiction | e.swept.changed[w])
		ended := dead | solved | stuck
		if ended == 0 {
			continue
		}
		e.dead[w] |= dead
		e.solved[w] |= solved
		e.stuck[w] |= stuck
		e.active[w] &^= ended
		for i := range e.swept.placed {
			x := &e.planes[(placedPlane+i)*e.words+w]
			*x ^= (*x ^ e.swept.placed[i][w]) & ended
		}
	}
}

// enough reports whether at most half of the lanes active after the last
// reschedule still are. Thresholds from 2/5 to 2/3 perform the same: reschedule
// costs as much as a sweep and a half.
func (e *engine) enough() bool {
	return 2*e.active.count() <= e.busy
}

// reschedule counts the nodes that have ended and gives their lanes the next
// ones: of the same subtree, of new puzzles, or of subtrees split off from others.
func (e *engine) reschedule() {
	if e.stuck != (mask{}) {
		e.choose(e.planes, e.scratch, e.planes[choicePlane*e.words:])
	}
	e.toStates(e.states, e.planes)
	// A search that ends clears its other lanes in these masks.
	for w := range e.words {
		for e.solved[w] != 0 {
			b := bits.TrailingZeros64(e.solved[w])
			e.solved[w] &^= 1 << b
			e.found(64*w + b)
		}
		for e.dead[w] != 0 {
			b := bits.TrailingZeros64(e.dead[w])
			e.dead[w] &^= 1 << b
			e.contradiction(64*w + b)
		}
		for e.stuck[w] != 0 {
			b := bits.TrailingZeros64(e.stuck[w])
			e.stuck[w] &^= 1 << b
			e.branch(64*w + b)
		}
	}
	e.load()
	e.fillIdle()
	e.toPlanes(e.planes, e.states)
	e.forget(e.sure, &e.fresh)
	e.fresh = mask{}
	e.busy = e.active.count()
}

// load starts a puzzle in each idle lane: all lanes at first, later those of
// searches that ended in another lane. A lane that closes its own subtree gets
// the next puzzle at once.
func (e *engine) load() {
	for w := range e.words {
		for x := e.all[w] &^ e.active[w]; x != 0 && e.next < len(e.puzzles); x &= x - 1 {
			e.launch(64*w + bits.TrailingZeros64(x))
		}
	}
}

// cancel ends all searches, and stops the puzzles that were not loaded.
func (e *engine) cancel() {
	e.active = e.active.or(e.dead).or(e.solved).or(e.stuck)
	for w := range e.words {
		for e.active[w] != 0 {
			at := 64*w + bits.TrailingZeros64(e.active[w])
			e.abandon(e.subtrees[e.lanes[at].subtree].search)
		}
	}
	for ; e.next < len(e.puzzles); e.next++ {
		e.results[e.next].Reset()
		e.results[e.next].Stopped = solvers.Cancelled
	}
	e.fresh = mask{}
}
