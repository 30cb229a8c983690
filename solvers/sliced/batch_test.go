package sliced

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"gridjudge/solvers"
	"gridjudge/solvers/solverstest"
)

// alone returns the results of a single lane, which are the results of plain backtracking. It uses
// the widest kernel, which takes a third of the time of the portable one; other tests compare the
// kernels.
func alone(puzzles []solvers.Grid, limits solvers.Limits) []solvers.Result {
	results := make([]solvers.Result, len(puzzles))
	e := newEngine(widest())
	e.width = 1
	for i := range puzzles {
		e.batch(puzzles[i:i+1], limits, results[i:i+1])
	}
	return results
}

// same compares results with the results of alone.
func same(t *testing.T, puzzles []solvers.Grid, limits solvers.Limits, want, got []solvers.Result) {
	t.Helper()
	for i := range puzzles {
		w, g := want[i], got[i]
		if !slices.Equal(g.First, w.First) {
			t.Fatalf("first solution of %v, number %d of %d, limits %+v: %v, want %v",
				puzzles[i], i, len(puzzles), limits, g.First, w.First)
		}
		if g.Counts != w.Counts {
			t.Fatalf("%v, number %d of %d, limits %+v: %+v, want %+v",
				puzzles[i], i, len(puzzles), limits, g.Counts, w.Counts)
		}
	}
}

// TestBatchesOfAnyLength gives every kernel batches of lengths around its number of lanes, with one
// solver for all of them, and compares the results with the results of alone.
func TestBatchesOfAnyLength(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	puzzles := variety(r, 600)
	for _, limits := range []solvers.Limits{{}, {Solutions: 2}, {Solutions: 2, Nodes: 5}, {Solutions: 50, Nodes: 40}} {
		want := alone(puzzles, limits)
		for _, k := range kernels() {
			e := newEngine(k)
			for _, n := range []int{0, 1, 2, 63, 64, 65, 255, 256, 257, 511, 512, 513, 600} {
				from := r.IntN(len(puzzles) - n + 1)
				got := make([]solvers.Result, n)
				e.batch(puzzles[from:from+n], limits, got)
				same(t, puzzles[from:from+n], limits, want[from:from+n], got)
				if e.active != (mask{}) {
					t.Fatalf("active lanes left by %s after %d puzzles: %#x, want none", k.name, n, e.active)
				}
			}
		}
	}
}

// TestAgainstBacktracking compares the counts with a solver of a few lines.
func TestAgainstBacktracking(t *testing.T) {
	puzzles := variety(rand.New(rand.NewPCG(3, 4)), 400)
	kinds := map[uint64]int{}
	want := make([]uint64, len(puzzles))
	for i, p := range puzzles {
		want[i] = solverstest.Count(p, 3)
		kinds[want[i]]++
	}
	for _, k := range kernels() {
		results := make([]solvers.Result, len(puzzles))
		newEngine(k).batch(puzzles, solvers.Limits{Solutions: 3}, results)
		for i, p := range puzzles {
			n := want[i]
			if got := results[i].Solutions; got != n {
				t.Fatalf("solutions of %v by %s: %d, want %d", p, k.name, got, n)
			}
			if n > 0 {
				if err := solvers.Check(p, results[i].First); err != nil {
					t.Fatalf("answer to %v by %s: %v", p, k.name, err)
				}
			}
		}
	}
	for n := range uint64(4) {
		if kinds[n] == 0 {
			t.Errorf("no puzzle with %d solutions was tried", n)
		}
	}
}

// TestHopelessPuzzle mixes grids that have more solutions than anybody can count with other
// puzzles. These grids must stop at their budgets, and the others must give the same results as
// alone. The number of saved states must stay within bounds.
func TestHopelessPuzzle(t *testing.T) {
	puzzles := variety(rand.New(rand.NewPCG(5, 6)), 60)
	limits := solvers.Limits{Solutions: 1 << 30, Nodes: 3000}
	for i := 0; i < len(puzzles); i += 20 {
		puzzles[i] = solvers.NewGrid(9)
	}
	want := alone(puzzles, limits)
	for i := 0; i < len(puzzles); i += 20 {
		if got := want[i].Stopped; got != solvers.NodeBudget {
			t.Fatalf("the empty grid: stopped %v, want %v", got, solvers.NodeBudget)
		}
		if got := want[i].Nodes; got != limits.Nodes {
			t.Fatalf("the empty grid: %d nodes, want %d", got, limits.Nodes)
		}
	}
	for _, k := range kernels() {
		e := newEngine(k)
		got := make([]solvers.Result, len(puzzles))
		e.batch(puzzles, limits, got)
		same(t, puzzles, limits, want, got)
		if len(e.saved) > cells {
			t.Errorf("depths of saved states of %s: %d, want at most %d", k.name, len(e.saved), cells)
		}
	}
}

// TestDuplicates solves the same puzzle in every lane at once.
func TestDuplicates(t *testing.T) {
	g, err := solvers.ParseGrid(hard[0])
	if err != nil {
		t.Fatal(err)
	}
	puzzles := make([]solvers.Grid, 700)
	for i := range puzzles {
		puzzles[i] = g
	}
	limits := solvers.Limits{Solutions: 2}
	want := make([]solvers.Result, len(puzzles))
	one := alone(puzzles[:1], limits)[0]
	if one.Solutions != 1 {
		t.Fatalf("solutions of %v: %d, want 1", g, one.Solutions)
	}
	for i := range want {
		want[i] = one
	}
	for _, k := range kernels() {
		got := make([]solvers.Result, len(puzzles))
		newEngine(k).batch(puzzles, limits, got)
		same(t, puzzles, limits, want, got)
	}
}

// TestPuzzlesWithSeveralSolutionsAreNotRepeated: if most puzzles of a batch have several solutions, no puzzle is shared,
// because sharing would only lead to a second search of it.
func TestPuzzlesWithSeveralSolutionsAreNotRepeated(t *testing.T) {
	g, err := solvers.ParseGrid(hard[0])
	if err != nil {
		t.Fatal(err)
	}
	for cell := 0; solverstest.Count(g, 2) < 2; cell++ {
		g[cell] = 0
	}
	puzzles := make([]solvers.Grid, 3*maxLanes-1)
	for i := range puzzles {
		puzzles[i] = g
	}
	for _, k := range kernels() {
		e := newEngine(k)
		e.batch(puzzles, solvers.Limits{Solutions: 2}, make([]solvers.Result, len(puzzles)))
		for i := range e.lanes {
			if e.lanes[i].unshared {
				t.Fatalf("%s searched puzzle %d a second time", k.name, e.lanes[i].puzzle)
			}
		}
	}
}

// TestCancelledBatch cancels a batch that would not end by itself.
func TestCancelledBatch(t *testing.T) {
	puzzles := make([]solvers.Grid, 2000)
	for i := range puzzles {
		puzzles[i] = solvers.NewGrid(9)
	}
	var stop atomic.Bool
	stop.Store(true)
	for _, k := range kernels() {
		e := newEngine(k)
		results := make([]solvers.Result, len(puzzles))
		results[7].First = solvers.NewGrid(9)
		e.batch(puzzles, solvers.Limits{Solutions: math.MaxUint64, Cancel: &stop}, results)
		for i := range results {
			r := &results[i]
			if r.Stopped != solvers.Cancelled {
				t.Fatalf("puzzle %d of %s: stopped %v, want %v", i, k.name, r.Stopped, solvers.Cancelled)
			}
			if got, want := len(r.First) > 0, r.Solutions > 0; got != want {
				t.Fatalf("puzzle %d of %s: %d solutions, first solution %q", i, k.name, r.Solutions, r.First.String())
			}
		}
		// After this, the engine must be as good as new.
		p := variety(rand.New(rand.NewPCG(8, 9)), 100)
		got := make([]solvers.Result, len(p))
		e.batch(p, solvers.Limits{}, got)
		same(t, p, solvers.Limits{}, alone(p, solvers.Limits{}), got)
	}
}

// FuzzBatch draws batches: their puzzles, the order, how often each occurs, the length, and the
// limits.
func FuzzBatch(f *testing.F) {
	for i, n := range []uint16{0, 1, 63, 64, 65, 511, 512, 513} {
		f.Add(uint64(i), n, uint8(i%4), uint16(i*7%20))
	}
	f.Fuzz(func(t *testing.T, seed uint64, n uint16, solutions uint8, nodes uint16) {
		r := rand.New(rand.NewPCG(seed, 11))
		kinds := variety(r, 1+r.IntN(100))
		limits := solvers.Limits{Solutions: uint64(solutions), Nodes: uint64(nodes)}
		each := alone(kinds, limits)
		puzzles := make([]solvers.Grid, n%600)
		want := make([]solvers.Result, len(puzzles))
		for i := range puzzles {
			pick := r.IntN(len(kinds))
			puzzles[i], want[i] = kinds[pick], each[pick]
		}
		for _, k := range kernels() {
			got := make([]solvers.Result, len(puzzles))
			newEngine(k).batch(puzzles, limits, got)
			same(t, puzzles, limits, want, got)
		}
	})
}
