package bits

import (
	"fmt"
	"math"
	"math/rand/v2"
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

// With colours, too, a stored count belongs to the problem that is stored with it. The memo has a single slot, so that all
// problems of a matrix meet there. The matrices do not fit into a mask.
func TestStoredColors(t *testing.T) {
	rng := rand.New(rand.NewPCG(49, 3))
	all := solvers.Limits{Solutions: math.MaxUint64}
	s := New().(*Solver)
	hits := 0
	for range 2_000 {
		m := wideColored(rng)
		var with, without solvers.Cover
		s.memo.room = 0
		s.Solve(m, all, &without)
		s.memo.room = wideKey(len(s.counts)) + 1
		s.Solve(m, all, &with)
		if with.Solutions != without.Solutions {
			t.Fatalf("%d covers with a memo, %d without: %+v", with.Solutions, without.Solutions, m)
		}
		if with.Nodes < without.Nodes {
			hits++
		}
	}
	if hits < 100 {
		t.Errorf("the memo saves nodes on %d matrices, want at least 100", hits)
	}
}

// wideColored makes a matrix of six primary items with three options each. An option has some of eight secondary items,
// in one of two colours or in none. It also has 40 secondary items that the options of its primary item share. These
// exclude nothing new, but there are too many of them for a mask.
func wideColored(rng *rand.Rand) *solvers.Matrix {
	m := &solvers.Matrix{Primary: 6, Secondary: 8 + 6*40}
	for o := range 6 * 3 {
		items, colors := []int32{int32(o / 3)}, []int32{0}
		for i := range int32(8) {
			if rng.IntN(4) == 0 {
				items, colors = append(items, 6+i), append(colors, (1+rng.Int32N(8))/4)
			}
		}
		for i := range int32(40) {
			items, colors = append(items, 14+int32(o/3)*40+i), append(colors, 0)
		}
		m.AddColored(items, colors)
	}
	return m
}

// TestPairs checks an item of four colours, one of a single colour, and one without any.
func TestPairs(t *testing.T) {
	m := &solvers.Matrix{Primary: 1, Secondary: 3}
	for _, color := range []int32{9, 2, 5, 7, 0} {
		m.AddColored([]int32{0, 1, 2, 3}, []int32{0, color, min(color, 1), 0})
	}
	var p pairing
	p.survey(m)
	got, pairs := p.encode(m)
	if pairs != 4 || got.Items() != 10 {
		t.Errorf("pairs from item %d on, of %d, want 4 and 10", pairs, got.Items())
	}
	for o, want := range [][]int32{{0, 5, 7, 8, 3}, {0, 4, 6, 8, 3}, {0, 5, 6, 8, 3}, {0, 4, 7, 8, 3}, {0, 4, 5, 6, 7, 8, 9, 3}} {
		if !slices.Equal(got.Option(o), want) {
			t.Errorf("option %d has the items %d, want %d", o, got.Option(o), want)
		}
	}
	if len(got.Members) != p.members {
		t.Errorf("%d members, announced as %d", len(got.Members), p.members)
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
