package sliced

import (
	"math"
	"math/bits"

	"gridjudge/solvers"
)

// engine runs the searches of a batch in the lanes of one kernel.
type engine struct {
	kernel
	width int // the number of lanes of the kernel, which are all used

	planes              []uint64 // of the nodes being propagated
	states              []uint64 // the same, lane by lane, during reschedule
	scratch             []uint64 // planes for sweep and choose
	certain, certainNow []uint64 // cells found certain by the last sweep, and by this one
	swept               sweepResult

	active              mask // lanes whose node is being propagated
	dead, solved, stuck mask // lanes whose node has ended since reschedule
	fresh               mask // lanes whose node begins after reschedule
	busy                int  // active lanes after reschedule

	lanes     [maxLanes]lane
	saved     [][]state // by depth and lane
	lastDonor int       // the lane that gave away a state last
	over      int       // the number of puzzles whose search is over
	several   int       // how many of them have several solutions

	single state // scratch for the state of a puzzle that begins, or of a solution

	puzzles []solvers.Grid
	limits  solvers.Limits
	results []solvers.Result
	next    int    // the next puzzle to launch
	wanted  uint64 // solutions of each puzzle
	budget  uint64 // nodes of each puzzle
}

func newEngine(k kernel) *engine {
	e := &engine{kernel: k, width: 64 * k.words}
	e.planes = aligned(allPlanes * k.words)
	e.states = aligned(64 * stateWords * k.words)
	e.scratch = aligned(scratchPlanes * k.words)
	e.certain, e.certainNow = aligned(cells*k.words), aligned(cells*k.words)
	return e
}

// batch solves all puzzles.
func (e *engine) batch(puzzles []solvers.Grid, limits solvers.Limits, results []solvers.Result) {
	e.puzzles, e.limits, e.results, e.next = puzzles, limits, results, 0
	e.lastDonor, e.fresh, e.over, e.several = 0, mask{}, 0, 0
	e.wanted, e.budget = limits.Wanted(), math.MaxUint64
	if limits.Nodes > 0 {
		e.budget = limits.Nodes
	}
	for at := range e.width {
		e.launchNext(at)
	}
	for e.resume(); e.active != (mask{}); e.resume() {
		for e.propagate(); !e.halfEnded(); e.propagate() {
		}
		if limits.Cancelled() {
			e.cancel()
			break
		}
		e.reschedule()
	}
	e.puzzles, e.results = nil, nil
}

// propagate sweeps once. If the node of a lane has ended, it moves the lane from active to dead,
// solved or stuck, and notes how many cells the node has placed.
func (e *engine) propagate() {
	e.sweep(e.planes, e.scratch, e.certain, e.certainNow, &e.swept)
	e.certain, e.certainNow = e.certainNow, e.certain
	for w := range e.words {
		active, contradiction, unsolved := e.active[w], e.swept.contradiction[w], e.swept.unsolved[w]
		dead := active & contradiction
		solved := active &^ (contradiction | unsolved)
		stuck := active & unsolved &^ (contradiction | e.swept.changed[w])
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
			*x ^= (*x ^ e.swept.placed[i][w]) & ended // copies the lanes that have ended
		}
	}
}

// halfEnded reports whether at most half of the lanes that were active after the last reschedule
// still are. Reschedule takes as long as one and a half sweeps, and any threshold from 2/5 to 2/3
// performs the same.
func (e *engine) halfEnded() bool {
	return 2*e.active.count() <= e.busy
}

// reschedule counts the nodes that have ended, and gives each of their lanes another node: of the
// same puzzle, of a new puzzle, or of a puzzle in another lane.
func (e *engine) reschedule() {
	if e.stuck != (mask{}) {
		e.choose(e.planes, e.scratch, e.planes[choicePlane*e.words:])
	}
	e.toStates(e.states, e.planes)
	each(&e.solved, e.found)
	each(&e.dead, e.contradiction)
	each(&e.stuck, e.branch)
	e.share()
}

// each empties m, and calls f for each lane that was in it.
func each(m *mask, f func(lane int)) {
	for w := range m {
		for m[w] != 0 { // f may remove more lanes
			b := bits.TrailingZeros64(m[w])
			m[w] &^= 1 << b
			f(64*w + b)
		}
	}
}

// resume turns the states into planes, for the sweeps that follow.
func (e *engine) resume() {
	e.toPlanes(e.planes, e.states)
	e.forget(e.certain, &e.fresh)
	e.fresh = mask{}
	e.busy = e.active.count()
}

// cancel ends all searches, and marks the puzzles that were not launched as cancelled. A solution
// that a lane has found counts. But if lanes before it in the order of backtracking are still
// searching, it may not be the first one.
func (e *engine) cancel() {
	for _, m := range []*mask{&e.active, &e.dead, &e.solved, &e.stuck} {
		each(m, func(at int) {
			e.lanes[at].own.add(e.lanes[at].after)
			e.count(&e.lanes[at], solvers.Cancelled)
		})
	}
	for ; e.next < len(e.puzzles); e.next++ {
		e.results[e.next].Reset()
		e.results[e.next].Stopped = solvers.Cancelled
	}
}
