package sliced

import (
	"math"
	"math/bits"

	"gridjudge/solvers"
)

// engine runs the searches of a batch in the lanes of one kernel.
type engine struct {
	kernel
	all mask // the lanes that there are

	planes    []uint64 // of the nodes being propagated
	states    []uint64 // the same, lane by lane, while they are served
	count     []uint64 // scratch planes of sweep and choose
	sure, now []uint64 // cells found certain by the last sweep, and by this one
	seen      verdict

	active              mask // lanes whose node is being propagated
	dead, solved, stuck mask // lanes whose node has ended since the last service
	fresh               mask // lanes whose node has begun since the last service
	rich                mask // lanes with saved states
	busy                int  // active lanes after the last service

	lanes  [maxLanes]lane
	saved  [][]state // by depth and lane
	turned int       // the last lane that work was taken from

	segments                    []segment
	flights                     []flight
	spareSegments, spareFlights []int32
	waiting                     int // segments without a lane that are not closed

	puzzles        []solvers.Grid
	limits         solvers.Limits
	results        []solvers.Result
	next           int    // the next puzzle to load
	wanted         int    // solutions of each
	budget, stride uint64 // nodes of each, and of a segment ahead at a time
}

func newEngine(k kernel) *engine {
	e := &engine{kernel: k}
	for w := range k.words {
		e.all[w] = ^uint64(0)
	}
	e.planes = aligned(allPlanes * k.words)
	e.states = aligned(64 * stateWords * k.words)
	e.count = aligned(scratchPlanes * k.words)
	e.sure, e.now = aligned(cells*k.words), aligned(cells*k.words)
	return e
}

// batch solves all puzzles.
func (e *engine) batch(puzzles []solvers.Grid, limits solvers.Limits, results []solvers.Result) {
	e.puzzles, e.limits, e.results, e.next = puzzles, limits, results, 0
	e.turned = 0
	e.wanted, e.budget, e.stride = limits.Wanted(), math.MaxUint64, math.MaxUint64
	if limits.Nodes > 0 {
		e.budget, e.stride = limits.Nodes, longStride
	}
	for e.serve(); e.active != (mask{}); e.serve() {
		for e.propagate(); !e.enough(); e.propagate() {
		}
		if limits.Cancelled() {
			e.cancel()
			break
		}
	}
	e.puzzles, e.results = nil, nil
}

// propagate sweeps once and takes the nodes that have ended out of the active
// lanes, with the number of cells that they have placed.
func (e *engine) propagate() {
	e.sweep(&e.planes[0], &e.count[0], &e.sure[0], &e.now[0], &e.seen)
	e.sure, e.now = e.now, e.sure
	for w := range e.words {
		active, contra, many := e.active[w], e.seen.contra[w], e.seen.many[w]
		dead := active & contra
		solved := active &^ (contra | many)
		stuck := active & many &^ (contra | e.seen.changed[w])
		ended := dead | solved | stuck
		if ended == 0 {
			continue
		}
		e.dead[w] |= dead
		e.solved[w] |= solved
		e.stuck[w] |= stuck
		e.active[w] &^= ended
		for i := range e.seen.placed {
			x := &e.planes[(placedPlane+i)*e.words+w]
			*x ^= (*x ^ e.seen.placed[i][w]) & ended
		}
	}
}

// enough is whether a service is due, which costs as much as a sweep and a
// half: from two fifths to two thirds of the lanes it is the same when.
func (e *engine) enough() bool {
	return 2*e.active.count() <= e.busy
}

// serve books the nodes that have ended and gives their lanes the next ones:
// those of the same search, new puzzles, parts of other searches.
func (e *engine) serve() {
	if e.stuck != (mask{}) {
		e.choose(&e.planes[0], &e.count[0], &e.planes[choicePlane*e.words])
	}
	e.toStates(&e.states[0], &e.planes[0])
	// A search that ends takes its other lanes out of these masks.
	for w := range e.words {
		for e.solved[w] != 0 {
			b := bits.TrailingZeros64(e.solved[w])
			e.solved[w] &^= 1 << b
			e.found(64*w + b)
		}
		for e.dead[w] != 0 {
			b := bits.TrailingZeros64(e.dead[w])
			e.dead[w] &^= 1 << b
			e.die(64*w + b)
		}
		for e.stuck[w] != 0 {
			b := bits.TrailingZeros64(e.stuck[w])
			e.stuck[w] &^= 1 << b
			e.fork(64*w + b)
		}
	}
	e.load()
	e.share()
	e.toPlanes(&e.planes[0], &e.states[0])
	e.forget(&e.sure[0], &e.fresh)
	e.fresh = mask{}
	e.busy = e.active.count()
}

// load starts as many puzzles as there are idle lanes: those of searches that
// ended elsewhere, and all of them at first. The rest were given a puzzle when
// their segment was closed.
func (e *engine) load() {
	for w := range e.words {
		for x := e.all[w] &^ e.active[w]; x != 0 && e.next < len(e.puzzles); x &= x - 1 {
			e.launch(64*w + bits.TrailingZeros64(x))
		}
	}
}

// cancel gives up what is in flight and what has not been loaded.
func (e *engine) cancel() {
	e.active = e.active.or(e.dead).or(e.solved).or(e.stuck)
	for w := range e.words {
		for e.active[w] != 0 {
			at := 64*w + bits.TrailingZeros64(e.active[w])
			e.abandon(e.segments[e.lanes[at].segment].flight)
		}
	}
	for ; e.next < len(e.puzzles); e.next++ {
		e.results[e.next].Reset()
		e.results[e.next].Stopped = solvers.Cancelled
	}
	e.fresh = mask{}
}
