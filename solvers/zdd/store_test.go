package zdd

import (
	"math"
	"math/rand/v2"
	"testing"

	"gridjudge/solvers"
	"gridjudge/solvers/solverstest"
)

// The store finds each key that it has, and no other. This also holds after its table and its chunks
// have grown several times, and for records that begin in one chunk and end in the next.
func TestStore(t *testing.T) {
	rng := rand.New(rand.NewPCG(25, 5))
	for words := 1; words <= 3; words++ {
		var s store
		for range 2 { // the second time with the memory of the first
			s.reset(words, math.MaxUint64)
			known := map[[3]uint64]int{}
			key := make([]uint64, words)
			for range 10 * perChunk {
				for w := range key {
					key[w] = rng.Uint64N(20 << (6 / words))
				}
				record, found := s.find(key)
				want, ok := known[[3]uint64(append(append([]uint64{}, key...), 0, 0, 0)[:3])]
				if found != ok {
					t.Fatalf("find(%v): known %v, want %v", key, found, ok)
				}
				if !ok {
					want = record
					if count := *s.count(record); count != 0 {
						t.Fatalf("find(%v): a new record with count %d, want 0", key, count)
					}
					*s.count(record) = uint64(len(known) + 1)
					known[[3]uint64(append(append([]uint64{}, key...), 0, 0, 0)[:3])] = record
				}
				if record != want {
					t.Fatalf("find(%v) = record %d, want %d", key, record, want)
				}
			}
			if s.records != len(known) {
				t.Errorf("%d words: %d records, want %d", words, s.records, len(known))
			}
			if stored := len(known) * (1 + words); stored <= perChunk {
				t.Errorf("%d words: %d words stored, want more than %d", words, stored, perChunk)
			}
		}
	}
}

// A key may be longer than a chunk. Two long keys that differ only in their last words are different.
func TestStoreTellsLongKeysApart(t *testing.T) {
	var s store
	s.reset(5*perChunk/2, math.MaxUint64)
	key := make([]uint64, s.words)
	for range 2 {
		for i := range 9 {
			key[len(key)-1] = uint64(i)
			record, known := s.find(key)
			if record != i || known != (s.records == 9 && *s.count(i) == 1) {
				t.Fatalf("find of key %d: record %d, known: %v", i, record, known)
			}
			*s.count(record) = 1
		}
	}
	if s.records != 9 {
		t.Errorf("%d records, want 9", s.records)
	}
}

// Two different keys with the same hash are different.
func TestStoreComparesKeys(t *testing.T) {
	var s store
	s.reset(2, math.MaxUint64)
	a, b := []uint64{1, 2}, []uint64{3, 4}
	first, _ := s.find(a)
	s.slots[hashOf(b)&uint32(len(s.slots)-1)] = slot{hashOf(b), uint32(first + 1)} // as if a had the hash of b
	second, known := s.find(b)
	if known {
		t.Errorf("find(%v): known, want not known", b)
	}
	if first == second {
		t.Errorf("record %d for both %v and %v", first, a, b)
	}
}

// The memory that the store holds never exceeds the budget, and a smaller budget ends the search earlier.
func TestStoreKeepsToItsBudget(t *testing.T) {
	m, last := solverstest.Pairs(24), uint64(0)
	for budget := uint64(1 << 14); budget < 1<<22; budget *= 2 {
		s := New().(*Solver)
		var r solvers.Cover
		s.Solve(m, solvers.Limits{Solutions: math.MaxUint64, Memory: budget}, &r)
		if r.Stopped != solvers.MemoryBudget {
			t.Fatalf("budget %d: stopped: %v, want %v", budget, r.Stopped, solvers.MemoryBudget)
		}
		kept := uint64(cap(s.store.slots)+cap(s.store.spare)) * 8
		for _, chunk := range s.store.chunks {
			kept += uint64(cap(chunk)) * 8
		}
		if kept > budget {
			t.Errorf("budget %d: %d bytes kept", budget, kept)
		}
		if r.Nodes < last {
			t.Errorf("budget %d: %d nodes, want at least the %d of half the budget", budget, r.Nodes, last)
		}
		last = r.Nodes
	}
}

// A used solver also keeps to the budget when the keys of its next matrix have a different length.
func TestUsedStoreKeepsToItsBudget(t *testing.T) {
	const budget = 1 << 20
	s := New().(*Solver)
	for _, secondary := range []int{600, 0, 6000, 0} {
		m := solverstest.Pairs(24)
		m.Secondary = secondary
		var r solvers.Cover
		s.Solve(m, solvers.Limits{Solutions: math.MaxUint64, Memory: budget}, &r)
		if r.Stopped != solvers.MemoryBudget {
			t.Errorf("%d secondary items: stopped: %v, want %v", secondary, r.Stopped, solvers.MemoryBudget)
		}
		held := 8*(cap(s.store.slots)+cap(s.store.spare)) + len(s.store.chunks)*chunkBytes
		if held > budget/10*11 {
			t.Errorf("%d secondary items: %d bytes held, want at most a tenth more than %d", secondary, held, budget)
		}
	}
}

// The conformance suite's rule on memory is only a test of zdd if the search spends its budget before
// it spends the nodes that the rule allows. It does.
func TestTheSuiteSpendsTheBudget(t *testing.T) {
	var r solvers.Cover
	New().Solve(solverstest.Pairs(22), solvers.Limits{Solutions: math.MaxUint64, Memory: 256 << 10, Nodes: 50_000}, &r)
	if r.Stopped != solvers.MemoryBudget {
		t.Errorf("after %d nodes: stopped: %v, want %v", r.Nodes, r.Stopped, solvers.MemoryBudget)
	}
}

// The counts agree with a formula, for matrices with too many covers to visit one by one.
func TestCountsBeyondVisiting(t *testing.T) {
	var r solvers.Cover
	s := New()
	want := uint64(1) // (2n-1)!!
	for n := uint64(1); n <= 8; n++ {
		want *= 2*n - 1
		s.Solve(solverstest.Pairs(int(2*n)), solvers.Limits{Solutions: math.MaxUint64}, &r)
		if r.Solutions != want {
			t.Errorf("pairs of %d: %d covers, want %d", 2*n, r.Solutions, want)
		}
		if r.Stopped != solvers.Finished {
			t.Errorf("pairs of %d: stopped: %v, want %v", 2*n, r.Stopped, solvers.Finished)
		}
	}
	s.Solve(solverstest.Choices(63), solvers.Limits{Solutions: math.MaxUint64}, &r)
	if want := (solvers.Counts{Solutions: 1 << 63, Nodes: r.Nodes, Updates: r.Updates}); r.Counts != want {
		t.Errorf("63 choices: %+v, want %+v", r.Counts, want)
	}
	if r.Nodes >= 200 {
		t.Errorf("63 choices: %d nodes, want fewer than 200", r.Nodes)
	}
	s.Solve(solverstest.Choices(64), solvers.Limits{Solutions: math.MaxUint64}, &r)
	if r.Stopped != solvers.CountOverflow {
		t.Errorf("64 choices: stopped: %v, want %v", r.Stopped, solvers.CountOverflow)
	}
}
