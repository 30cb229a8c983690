package bits

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gridjudge/corpus/generate/matrices"
	"gridjudge/solvers"
)

// A stored problem is recognized by its items and its matrix alone, whatever was stored before it.
func TestStoredProblems(t *testing.T) {
	f := failed{room: failedWords}
	f.reset(130)
	f.flip(3)
	f.flip(129)
	has := func(want bool, about string) {
		t.Helper()
		if got := f.has(); got != want {
			t.Errorf("%s: stored: %v, want %v", about, got, want)
		}
	}
	has(false, "nothing was added")
	f.add()
	has(true, "this was added")
	f.flip(129)
	has(false, "other items are covered")
	f.flip(129)
	has(true, "the same items again")
	f.reset(130)
	f.flip(3)
	f.flip(129)
	has(false, "another matrix")

	f.reset(130)
	for i := range f.slots { // what the problems of a matrix with more items may have left
		f.slots[i] = f.matrix + 1
	}
	f.reset(64)
	f.key[1] = f.matrix
	has(false, "words of other problems")

	for room, stored := range map[int]bool{0: false, 1: false, 2: true} {
		f.room = room
		f.reset(64)
		f.add()
		has(stored, fmt.Sprintf("%d words", room))
		if len(f.slots) > room {
			t.Errorf("slots of %d words within %d", len(f.slots), room)
		}
	}
}

// Storing failures does not change the counts, and saves nodes where problems repeat.
func TestFailures(t *testing.T) {
	used, storeless := New(), &Solver{}
	solve := func(s solvers.CoverSolver, m *solvers.Matrix, limits solvers.Limits) (found solvers.Cover) {
		s.Solve(m, limits, &found)
		return found
	}
	for _, tier := range matrices.Tiers() {
		if tier.Name != "worst" || tier.Problem == "xc" {
			continue
		}
		for i := range 2 {
			m := tier.Make(1, i)
			found := solve(used, m, solvers.Limits{Nodes: 1_000_000})
			if found.Stopped != solvers.Finished {
				t.Errorf("%s: stopped %v, want %v", tier.Problem, found.Stopped, solvers.Finished)
			}
			if got, want := found.Solutions == 1 && m.Check(found.First) == nil, i%2 == 0; got != want {
				t.Errorf("%s, number %d: has a cover: %v, want %v", tier.Problem, i, got, want)
			}
		}
	}
	all := solvers.Limits{Solutions: math.MaxUint64}
	nodes := func(m *solvers.Matrix, about string) (with, without uint64) {
		once, again := solve(used, m, all), solve(storeless, m, all)
		if once.Solutions != again.Solutions {
			t.Fatalf("%s: %d covers with stored failures, %d without", about, once.Solutions, again.Solutions)
		}
		if !slices.Equal(once.First, again.First) {
			t.Fatalf("%s: first cover %v with stored failures, %v without", about, once.First, again.First)
		}
		return once.Nodes, again.Nodes
	}
	for _, columns := range []int{20, 22} {
		about := fmt.Sprintf("strip of %d columns", columns)
		if with, without := nodes(matrices.Strip(4, columns, false), about); with >= without {
			t.Errorf("%s: %d nodes with stored failures, want fewer than the %d without", about, with, without)
		}
	}
	for seed := range uint64(12) {
		r := matrices.Random{Seed: seed, Primary: 66 + 3*int(seed), Size: 3, Options: 120 + 9*int(seed)}
		for _, m := range []*solvers.Matrix{
			matrices.Strip(4, 10+2*int(seed%4), false), matrices.Planted(r), matrices.Infeasible(r),
		} {
			about := fmt.Sprintf("seed %d", seed)
			if with, without := nodes(m, about); with > without {
				t.Errorf("%s: %d nodes with stored failures, want at most the %d without", about, with, without)
			}
		}
	}
}
