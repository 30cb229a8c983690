package bits_test

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"sync/atomic"
	"testing"

	"gridjudge/corpus/generate/matrices"
	"gridjudge/solvers"
	"gridjudge/solvers/bits"
	"gridjudge/solvers/solverstest"
)

var all = solvers.Limits{Solutions: math.MaxUint64}

// count counts covers in a simple way: it covers the first uncovered primary item by each of its
// options.
func count(m *solvers.Matrix) uint64 {
	options := make([][][]int32, m.Items()) // the options of each item
	for _, option := range m.All() {
		for _, item := range option {
			options[item] = append(options[item], option)
		}
	}
	covered := make([]bool, m.Items())
	var from func(first int) uint64
	from = func(first int) (covers uint64) {
		for first < m.Primary && covered[first] {
			first++
		}
		if first == m.Primary {
			return 1
		}
		for _, option := range options[first] {
			if slices.ContainsFunc(option, func(item int32) bool { return covered[item] }) {
				continue
			}
			for _, item := range option {
				covered[item] = true
			}
			covers += from(first + 1)
			for _, item := range option {
				covered[item] = false
			}
		}
		return covers
	}
	return from(0)
}

// random makes a matrix of few options, among them duplicates, empty options, and options without a
// primary item. It also has spread more items with an option of their own, so that its masks can
// have many words.
func random(rng *rand.Rand, spread int) *solvers.Matrix {
	m := &solvers.Matrix{Primary: 1 + rng.IntN(8), Secondary: rng.IntN(5)}
	for range rng.IntN(24) {
		var option []int32
		for item := range m.Items() {
			if rng.IntN(3) == 0 {
				option = append(option, int32(item))
			}
		}
		m.Add(option)
		if rng.IntN(8) == 0 {
			m.Add(option)
		}
	}
	at := rng.Perm(m.Primary + spread)
	var wide [][]int32
	for _, option := range m.All() {
		var moved []int32
		for _, item := range option {
			if int(item) < m.Primary {
				moved = append(moved, int32(at[item]))
			} else {
				moved = append(moved, item+int32(spread))
			}
		}
		wide = append(wide, moved)
	}
	for _, item := range at[m.Primary:] {
		wide = append(wide, []int32{int32(item)})
	}
	rng.Shuffle(len(wide), func(i, j int) { wide[i], wide[j] = wide[j], wide[i] })
	return solvers.NewMatrix(m.Primary+spread, m.Secondary, wide)
}

// A solver that is used again and again agrees with count, on matrices of one word and of many.
func TestOracle(t *testing.T) {
	rng := rand.New(rand.NewPCG(25, 1))
	used := bits.New()
	for i := range 6_000 {
		m := random(rng, []int{0, 0, 0, 60, 130, 300}[i%6])
		var found, fresh solvers.Cover
		used.Solve(m, all, &found)
		if want := count(m); found.Solutions != want {
			t.Fatalf("%d covers, want %d: %+v", found.Solutions, want, m)
		}
		if found.Solutions > 0 {
			if err := m.Check(found.First); err != nil {
				t.Fatalf("%v: %+v", err, m)
			}
		}
		bits.New().Solve(m, all, &fresh)
		if !reflect.DeepEqual(found, fresh) {
			t.Fatalf("used solver: %+v, fresh one: %+v: %+v", found, fresh, m)
		}
	}
}

// colored makes a matrix with colours. Each two options with a primary item in common also get extra secondary items
// that only these two have, every other one in two colours. These exclude nothing new, but if there are many, the live
// items do not fit into a mask.
func colored(rng *rand.Rand, extra int) *solvers.Matrix {
	plain := solverstest.RandomColored(rng)
	options, colors := make([][]int32, plain.Options()), make([][]int32, plain.Options())
	for o, option := range plain.All() {
		options[o], colors[o] = slices.Clone(option), slices.Clone(plain.ColorsOf(o))
	}
	m := &solvers.Matrix{Primary: plain.Primary, Secondary: plain.Secondary}
	for a := range options {
		for b := range a {
			common := func(item int32) bool { return int(item) < m.Primary && slices.Contains(plain.Option(a), item) }
			for i := 0; i < extra && slices.ContainsFunc(plain.Option(b), common); i++ {
				for n, o := range []int{a, b} {
					options[o] = append(options[o], int32(m.Items()))
					colors[o] = append(colors[o], int32(i%2*(n+1)))
				}
				m.Secondary++
			}
		}
	}
	for o := range options {
		m.AddColored(options[o], colors[o])
	}
	return m
}

// The same with colours.
func TestColors(t *testing.T) {
	rng := rand.New(rand.NewPCG(49, 2))
	used := bits.New()
	wide := 0
	for i := range 6_000 {
		m := colored(rng, []int{0, 1, 4, 9}[i%4])
		if err := m.Valid(); err != nil {
			t.Fatal(err)
		}
		var found, fresh solvers.Cover
		used.Solve(m, all, &found)
		if want := solverstest.CountCovers(m, math.MaxUint64); found.Solutions != want {
			t.Fatalf("%d covers, want %d: %+v", found.Solutions, want, m)
		}
		if found.Solutions > 0 {
			if err := m.Check(found.First); err != nil {
				t.Fatalf("%v: %+v", err, m)
			}
		}
		bits.New().Solve(m, all, &fresh)
		if !reflect.DeepEqual(found, fresh) {
			t.Fatalf("used solver: %+v, fresh one: %+v: %+v", found, fresh, m)
		}
		if m.Items() > 100 && found.Nodes > 3 {
			wide++
		}
	}
	if wide < 500 {
		t.Errorf("%d searches of many items, want 500 or more", wide)
	}
}

// A matrix without primary items has one cover, which is empty.
func TestNoPrimary(t *testing.T) {
	var found solvers.Cover
	bits.New().Solve(solvers.NewMatrix(0, 1, [][]int32{{0}}), all, &found)
	if want := (solvers.Counts{Solutions: 1, Nodes: 1}); found.Counts != want {
		t.Errorf("without primary items: %+v, want %+v", found.Counts, want)
	}
	if len(found.First) != 0 {
		t.Errorf("without primary items: cover %v, want the empty one", found.First)
	}
}

// A budget of nodes ends the search after that many, at any point of the search. A budget that is
// large enough does not change the result.
func TestBudget(t *testing.T) {
	for _, m := range []*solvers.Matrix{matrices.Queens(6), matrices.YPentominoes(5, 10), matrices.Dominoes(4, 5)} {
		s := bits.New()
		var whole, part solvers.Cover
		s.Solve(m, all, &whole)
		for nodes := uint64(1); nodes <= whole.Nodes; nodes++ {
			s.Solve(m, solvers.Limits{Solutions: math.MaxUint64, Nodes: nodes}, &part)
			if part.Nodes != nodes {
				t.Fatalf("%d nodes within %d of %d", part.Nodes, nodes, whole.Nodes)
			}
			if got, want := part.Stopped == solvers.Finished, nodes == whole.Nodes; got != want {
				t.Fatalf("stopped %v within %d of %d nodes", part.Stopped, nodes, whole.Nodes)
			}
			if part.Solutions > whole.Solutions {
				t.Fatalf("%d covers within %d nodes, want at most %d", part.Solutions, nodes, whole.Solutions)
			}
		}
		if !reflect.DeepEqual(part, whole) {
			t.Errorf("within all nodes: %+v, want %+v", part, whole)
		}
		for covers := uint64(1); covers <= whole.Solutions; covers++ {
			s.Solve(m, solvers.Limits{Solutions: covers}, &part)
			if part.Solutions != covers {
				t.Fatalf("%d covers up to %d", part.Solutions, covers)
			}
			if !slices.Equal(part.First, whole.First) {
				t.Fatalf("first of up to %d covers: %v, want %v", covers, part.First, whole.First)
			}
			if part.Stopped != solvers.Finished {
				t.Fatalf("up to %d covers: stopped %v, want %v", covers, part.Stopped, solvers.Finished)
			}
		}
		var cancel atomic.Bool
		cancel.Store(true)
		s.Solve(m, solvers.Limits{Solutions: math.MaxUint64, Cancel: &cancel}, &part)
		if part.Stopped != solvers.Cancelled {
			t.Errorf("cancelled search: stopped %v, want %v", part.Stopped, solvers.Cancelled)
		}
		if part.Nodes != 0 {
			t.Errorf("cancelled search: %d nodes, want 0", part.Nodes)
		}
	}
}

// A warm solver does not allocate.
func TestAllocations(t *testing.T) {
	s := bits.New()
	var found solvers.Cover
	small, large := matrices.Queens(6), matrices.YPentominoes(10, 10)
	s.Solve(large, all, &found)
	if n := testing.AllocsPerRun(3, func() {
		s.Solve(small, all, &found)
		s.Solve(large, all, &found)
	}); n != 0 {
		t.Errorf("%v allocations of a warm solver, want 0", n)
	}
}

// TestContract runs the conformance suite.
func TestContract(t *testing.T) {
	solverstest.Run(t, bits.Spec)
	solverstest.RunCovers(t, bits.Spec)
}
