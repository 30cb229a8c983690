package sliced

import (
	"math/rand/v2"
	"slices"
	"testing"

	"gridjudge/solvers/solverstest"
)

// column returns one word of every plane in a block of a wider kernel.
func column(block []uint64, words, w int) []uint64 {
	c := make([]uint64, len(block)/words)
	for p := range c {
		c[p] = block[p*words+w]
	}
	return c
}

// differ returns the first index at which two slices of the same length differ, or -1. Tests
// compare thousands of words, which are too many to print.
func differ(words, others []uint64) int {
	if len(words) != len(others) {
		panic("differ: not as many words")
	}
	for i, x := range words {
		if x != others[i] {
			return i
		}
	}
	return -1
}

// noise fills planes with random bits: on average, one in 1<<thin is clear.
func noise(r *rand.Rand, s []uint64, thin int) {
	for i := range s {
		s[i] = 0
		for range thin {
			s[i] |= r.Uint64()
		}
	}
}

// TestKernelsAgree gives every operation of each kernel random planes, which do not belong to a
// puzzle, and compares the results with the portable kernel, word by word.
func TestKernelsAgree(t *testing.T) {
	for _, k := range kernels() {
		t.Run(k.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(7, uint64(k.words)))
			for round := range 60 {
				agree(t, r, k, 1+round%6)
			}
		})
	}
}

func agree(t *testing.T, r *rand.Rand, k kernel, thin int) {
	t.Helper()
	n := k.words
	c := aligned(allPlanes * n)
	scratch, certain, certainNow := aligned(scratchPlanes*n), aligned(cells*n), aligned(cells*n)
	noise(r, c, thin)
	for p := range certain {
		certain[p] = r.Uint64() & r.Uint64() & r.Uint64() & r.Uint64()
	}
	var m mask
	for w := range n {
		m[w] = r.Uint64()
	}
	for range 3 { // until words differ in more than the given noise
		want := make([]sweepResult, n)
		wantC, wantNow := make([][]uint64, n), make([][]uint64, n)
		for w := range n {
			wantC[w], wantNow[w] = column(c, n, w), make([]uint64, cells)
			portable.sweep(wantC[w], make([]uint64, scratchPlanes), column(certain, n, w), wantNow[w], &want[w])
		}
		var v sweepResult
		k.sweep(c, scratch, certain, certainNow, &v)
		for w := range n {
			if at := differ(column(c, n, w), wantC[w]); at >= 0 {
				t.Fatalf("planes of word %d: plane %d is %#x, want %#x", w, at, c[at*n+w], wantC[w][at])
			}
			if at := differ(column(certainNow, n, w), wantNow[w]); at >= 0 {
				t.Fatalf("certain cells of word %d: plane %d is %#x, want %#x", w, at, certainNow[at*n+w], wantNow[w][at])
			}
			got := sweepResult{contradiction: mask{v.contradiction[w]}, unsolved: mask{v.unsolved[w]}, changed: mask{v.changed[w]}}
			for i := range v.placed {
				got.placed[i][0] = v.placed[i][w]
			}
			if got != want[w] {
				t.Fatalf("result of word %d: %+v, want %+v", w, got, want[w])
			}
		}
		certain, certainNow = certainNow, certain
	}

	choice := aligned(choicePlanes * n)
	k.choose(c, scratch, choice)
	for w := range n {
		want := make([]uint64, choicePlanes)
		portable.choose(column(c, n, w), make([]uint64, scratchPlanes), want)
		if at := differ(column(choice, n, w), want); at >= 0 {
			t.Fatalf("choice of word %d: plane %d is %#x, want %#x", w, at, choice[at*n+w], want[at])
		}
	}

	noise(r, c, 1)
	states, back := aligned(64*stateWords*n), aligned(allPlanes*n)
	k.toStates(states, c)
	for i := range states {
		lane, bit := 64*(i%n)+i/n/stateWords, 64*(i/n%stateWords)
		for b := range 64 {
			plane := planeOfBit[bit+b]
			if c[plane*n+lane/64]>>(lane%64)&1 != states[i]>>b&1 {
				t.Fatalf("state differs from planes: bit %d of lane %d", bit+b, lane)
			}
		}
	}
	k.toPlanes(back, states)
	if at := differ(back, c); at >= 0 {
		t.Fatalf("planes made of states made of planes: word %d is %#x, want %#x", at, back[at], c[at])
	}

	k.forget(certain, &m)
	for i, x := range certain {
		if kept := x & m[i%n]; kept != 0 {
			t.Fatalf("certain cells that were to be forgotten, word %d: %#x, want none", i, kept)
		}
	}

	puzzle, solved := solverstest.Shuffled(9, r), solverstest.Shuffled(9, r)
	for i := range puzzle {
		if r.IntN(3) > 0 {
			puzzle[i] = 0
		}
	}
	var want, got state
	portable.start(&want, (*[cells]uint8)(puzzle))
	k.start(&got, (*[cells]uint8)(puzzle))
	if got != want {
		t.Fatalf("state of %v: %#x, want %#x", puzzle, got, want)
	}
	for i, d := range puzzle {
		x := got[i/cellsPerWord] >> (9 * (i % cellsPerWord)) & 0x1ff
		want := uint64(0x1ff)
		if d > 0 {
			want = 1 << (d - 1)
		}
		if x != want {
			t.Fatalf("cell %d of the state of %v: %09b, want %09b", i, puzzle, x, want)
		}
	}
	k.start(&got, (*[cells]uint8)(solved))
	got[stateWords-1] |= r.Uint64() << choiceBit
	grid := solverstest.Shuffled(9, r)
	k.read((*[cells]uint8)(grid), &got)
	if !slices.Equal(grid, solved) {
		t.Fatalf("grid of a state: %v, want %v", grid, solved)
	}
}
