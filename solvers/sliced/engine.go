package sliced

import (
	"math/bits"

	"gridjudge/solvers"
)

// engine runs the searches of a batch in the lanes of one kernel.
type engine struct {
	kernel
	all   mask // the lanes that there are
	lanes mask // argument of the kernel: a local one would escape to the heap

	run       block    // the states being propagated
	count     []uint64 // scratch planes of sweep and choose
	sure, now []uint64 // cells found certain by the last sweep, and by this one
	seen      verdict
	pick      choice

	active              mask   // lanes whose node is being propagated
	dead, solved, stuck mask   // lanes whose node ended since the last service
	ends                number // placed cells of those nodes
	fresh               mask   // lanes whose node has not been swept
	answers             mask   // lanes with a solution to be unloaded, and of what puzzle
	answered            [maxLanes]int32
	digits              [cells][64]uint8 // scratch of unload

	store   []*block
	stored  int  // states in store
	narrow  bool // store is too full for all its states to have a turn
	turned  int  // where spread's search for a shift stopped
	nodes   []node
	flights []flight
	long    int     // flights with a long tree
	touched []int32 // flights of which a node has ended since the last service

	spareNodes, spareFlights []int32
	oldest, youngest         int32 // flights

	puzzles []solvers.Grid
	limits  solvers.Limits
	results []solvers.Result
	next    int // the next puzzle to load
}

// block is one set of candidate planes and the search nodes in its lanes.
type block struct {
	planes []uint64
	node   [maxLanes]int32
	used   mask // in store: the lanes taken
	turn   mask // of these, those that may be fetched now
}

// unloadShare is how many lanes there are for each solution that may wait to
// be unloaded: reading one costs the pass over a word that eight cost.
const unloadShare = 8

func newEngine(k kernel) *engine {
	e := &engine{kernel: k, oldest: none, youngest: none}
	for w := range k.words {
		e.all[w] = ^uint64(0)
	}
	e.run.planes = aligned(planes * k.words)
	e.count = aligned(scratchPlanes * k.words)
	e.sure, e.now = aligned(cells*k.words), aligned(cells*k.words)
	return e
}

// batch solves all puzzles.
func (e *engine) batch(puzzles []solvers.Grid, limits solvers.Limits, results []solvers.Result) {
	e.puzzles, e.limits, e.results, e.next = puzzles, limits, results, 0
	e.turned, e.narrow = 0, false
	for {
		e.refill()
		if e.active == (mask{}) {
			if e.answers == (mask{}) {
				break
			}
			e.unload()
			continue
		}
		for {
			e.propagate()
			ended := e.dead.or(e.solved).or(e.stuck)
			if e.worth(ended) {
				break
			}
		}
		if limits.Cancelled() {
			e.cancel()
			break
		}
		e.serve()
	}
	e.puzzles, e.results = nil, nil
}

// propagate sweeps once and takes the nodes that have ended out of the active
// lanes, with the number of cells that they have placed.
func (e *engine) propagate() {
	e.sweep(&e.run.planes[0], &e.count[0], &e.sure[0], &e.now[0], &e.seen)
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
		for i := range e.ends {
			e.ends[i][w] ^= (e.ends[i][w] ^ e.seen.placed[i][w]) & ended
		}
	}
}

// serve books the nodes that have ended and decides what comes next.
func (e *engine) serve() {
	for w := range e.words {
		for m := e.dead[w]; m != 0; m &= m - 1 {
			lane := 64*w + bits.TrailingZeros64(m)
			e.end(lane, e.ends.at(lane), dead)
		}
		for m := e.solved[w]; m != 0; m &= m - 1 {
			e.found(64*w + bits.TrailingZeros64(m))
		}
	}
	e.dead, e.solved = mask{}, mask{}
	if e.stuck != (mask{}) {
		e.split()
	}
	for _, f := range e.touched {
		e.book(f)
	}
	e.touched = e.touched[:0]
	if e.answers.count()*unloadShare >= 64*e.words {
		e.unload()
	}
}

// split branches every stuck lane: the lane goes on with the first digit of
// the chosen cell, a copy in store without it.
func (e *engine) split() {
	e.choose(&e.run.planes[0], &e.count[0], &e.pick)
	for w := range e.words {
		for m := e.stuck[w]; m != 0; m &= m - 1 {
			lane := 64*w + bits.TrailingZeros64(m)
			e.fork(lane, e.ends.at(lane))
		}
	}
	e.stash(e.stuck)
	for w := range e.words {
		for m := e.stuck[w]; m != 0; m &= m - 1 {
			b := bits.TrailingZeros64(m)
			e.restrict(64*w+b, w, uint64(1)<<b)
		}
	}
	e.stuck = mask{}
}

// restrict gives a lane the lowest digit of its branching cell, and takes that
// digit from the copy in store.
func (e *engine) restrict(lane, w int, bit uint64) {
	p := e.branchCell(lane, w, bit)
	other := e.nodes[e.nodes[e.run.node[lane]].next].at
	there := e.store[other/maxLanes]
	otherWord, otherBit := int(other)%maxLanes/64, uint64(1)<<(other%64)
	first := true
	for i := p; i < planes; i += cells {
		here := &e.run.planes[i*e.words+w]
		switch {
		case *here&bit == 0:
		case first:
			there.planes[i*e.words+otherWord] &^= otherBit
			first = false
		default:
			*here &^= bit
		}
	}
}

// branchCell is the plane of the chosen cell: that of choose where a cell has
// two candidates, or else the first with the fewest.
func (e *engine) branchCell(lane, w int, bit uint64) int {
	if e.pick.found[w]&bit != 0 {
		return e.pick.cell.at(lane)
	}
	cell, fewest := 0, 10
	for p := range cells {
		n := 0
		for i := p; i < planes; i += cells {
			if e.run.planes[i*e.words+w]&bit != 0 {
				n++
			}
		}
		if n > 1 && n < fewest {
			cell, fewest = p, n
		}
	}
	return cell
}

// cancel gives up what is in flight and what has not been loaded.
func (e *engine) cancel() {
	e.unload()
	for e.oldest != none {
		e.finish(e.oldest, solvers.Cancelled)
	}
	for ; e.next < len(e.puzzles); e.next++ {
		e.results[e.next].Reset()
		e.results[e.next].Stopped = solvers.Cancelled
	}
	e.dead, e.solved, e.stuck, e.active, e.fresh = mask{}, mask{}, mask{}, mask{}, mask{}
	e.touched = e.touched[:0]
}
