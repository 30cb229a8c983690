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
	m := memo{room: wideWords}
	m.reset(wideKey(130))
	m.flip(3)
	m.flip(129)
	has := func(want bool, about string) {
		t.Helper()
		slot, known := m.find()
		if known != want {
			t.Errorf("%s: stored: %v, want %v", about, known, want)
		}
		if covers := uint64(7); known && slot[len(slot)-1] != covers {
			t.Errorf("%s: %d covers, want %d", about, slot[len(slot)-1], covers)
		}
	}
	has(false, "nothing was added")
	m.add(m.slot(), 7)
	has(true, "this was added")
	m.flip(129)
	has(false, "other items are covered")
	m.flip(129)
	has(true, "the same items again")
	m.reset(wideKey(130))
	m.flip(3)
	m.flip(129)
	has(false, "another matrix")

	m.reset(wideKey(130))
	for i := range m.slots { // what the problems of a matrix with more items may have left
		m.slots[i] = m.key[0] + 1
	}
	m.reset(wideKey(64))
	m.key[1] = m.key[0]
	has(false, "words of other problems")

	for room, stored := range map[int]bool{0: false, 2: false, 3: true} {
		m.room = room
		m.reset(wideKey(64))
		m.add(m.slot(), 7)
		has(stored, fmt.Sprintf("%d words", room))
		if len(m.slots) > room {
			t.Errorf("slots of %d words within %d", len(m.slots), room)
		}
	}
}

// The memo does not change the counts, and saves nodes where problems repeat.
func TestMemo(t *testing.T) {
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
			t.Fatalf("%s: %d covers with a memo, %d without", about, once.Solutions, again.Solutions)
		}
		if !slices.Equal(once.First, again.First) {
			t.Fatalf("%s: first cover %v with a memo, %v without", about, once.First, again.First)
		}
		return once.Nodes, again.Nodes
	}
	for about, m := range map[string]*solvers.Matrix{
		"strip of 20 columns": matrices.Strip(4, 20, false), "strip of 22 columns": matrices.Strip(4, 22, false),
		"dominoes on 6x6": matrices.Dominoes(6, 6), "dominoes on 5x14": matrices.Dominoes(5, 14), // 70 items
	} {
		if with, without := nodes(m, about); with >= without/10 {
			t.Errorf("%s: %d nodes with a memo, want less than a tenth of the %d without", about, with, without)
		}
	}
	for seed := range uint64(12) {
		r := matrices.Random{Seed: seed, Primary: 66 + 3*int(seed), Size: 3, Options: 120 + 9*int(seed)}
		for _, m := range []*solvers.Matrix{
			matrices.Strip(4, 10+2*int(seed%4), false), matrices.Planted(r), matrices.Infeasible(r),
		} {
			about := fmt.Sprintf("seed %d", seed)
			if with, without := nodes(m, about); with > without {
				t.Errorf("%s: %d nodes with a memo, want at most the %d without", about, with, without)
			}
		}
	}
}
