package bitboard

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/solvers"
	"gridjudge/solvers/solverstest"
)

func needVectors(t *testing.T) {
	t.Helper()
	if !vectors {
		t.Skip("the processor lacks the AVX-512 that the assembly needs")
	}
}

// TestPortableConformance holds the engine that other processors get to the
// contract; TestConformance holds that of this one.
func TestPortableConformance(t *testing.T) {
	spec := Spec
	spec.Sizes = []int{9, 16}
	spec.New = func(size int) solvers.Solver {
		if size == 9 {
			return newSolver9()
		}
		return newSolver16()
	}
	solverstest.Run(t, spec)
}

func planesLanes9(c *lanes9, v *view9) planes {
	in := func(set *[4]uint32) func(int) bool {
		return func(cell int) bool { return set[cell%3]>>(cell/3)&1 != 0 }
	}
	open := in(&v.more)
	return planes{9, func(cell, digit int) bool { return c[cell%3][cell/3]>>digit&1 != 0 },
		func(cell int) bool { return !open(cell) }, in(&v.pairs), open}
}

// shownFault is the first place of a digit that a view shows otherwise than
// the cells have it.
func shownFault(c *lanes9, v *view9) (cell, digit int, ok bool) {
	for cell := range 81 {
		for digit := range 9 {
			k, l := cell%3, cell/3
			if v.at[digit][k/2]>>(k%2*32+l)&1 != uint64(c[k][l]>>digit&1) {
				return cell, digit, false
			}
		}
	}
	return 0, 0, true
}

// TestAssemblyIsItsTwin9x9 solves puzzles by the assembly and by portable Go: the
// states after every search call are the same, and so is all that is counted,
// whatever the limits.
func TestAssemblyIsItsTwin9x9(t *testing.T) {
	needVectors(t)
	rng := rand.New(rand.NewPCG(7, 1))
	portable, vector := newSolver9(), new(vector9)
	var want, got [][81]uint16
	portable.inspect = func(s state9, _, _ [3]uint32) {
		var g [81]uint16
		for cell, at := range cells9 {
			for d := range 9 {
				g[cell] |= uint16(s.bands[at.band][d]>>at.bit&1) << d
			}
		}
		want = append(want, g)
	}
	vector.inspect = func(c *lanes9, v *view9) {
		require.NoError(t, planesLanes9(c, v).fault())
		var g [81]uint16
		for cell := range g {
			g[cell] = c[cell%3][cell/3]
		}
		if v.more != [4]uint32{} {
			cell, digit, ok := shownFault(c, v)
			require.True(t, ok, "cell %d, digit %d", cell, digit)
		}
		got = append(got, g)
	}
	counts := map[int]int{}
	states := 0
	for i := range 900 {
		puzzle := holed(9, 18+rng.IntN(20), rng)
		if i%3 == 0 { // may have no solution
			puzzle[rng.IntN(81)] = uint8(1 + rng.IntN(9))
		}
		limits := solvers.Limits{Solutions: 1 + rng.IntN(30), Nodes: uint64(rng.IntN(3) * rng.IntN(60))}
		var a, b solvers.Result
		want, got = want[:0], got[:0]
		portable.Solve(puzzle, limits, &a)
		vector.Solve(puzzle, limits, &b)
		require.Equal(t, a, b, "%v within %+v", puzzle, limits)
		require.Equal(t, want, got, "%v", puzzle)
		counts[min(a.Solutions, 2)]++
		states += len(got)
	}
	assert.Greater(t, states, 5_000, "states compared")
	for n := range 3 {
		assert.Greater(t, counts[n], 50, "puzzles with %d solutions (2: or more)", n)
	}
}

// TestFaultsOfViewsAreSeen spoils what the assembly leaves and wants the checks
// to say so.
func TestFaultsOfViewsAreSeen(t *testing.T) {
	needVectors(t)
	puzzle := holed(9, 30, rand.New(rand.NewPCG(7, 2)))
	seen := 0
	s := new(vector9)
	s.inspect = func(c *lanes9, v *view9) {
		if v.more == [4]uint32{} {
			return
		}
		seen++
		for _, spoil := range []func(*lanes9, *view9){
			func(_ *lanes9, v *view9) { v.pairs[1] ^= 1 << 4 },
			func(_ *lanes9, v *view9) { v.more[2] ^= 1 << 26 },
			func(c *lanes9, _ *view9) { c[0][0] = 0 },
		} {
			spoilt, view := *c, *v
			spoil(&spoilt, &view)
			assert.Error(t, planesLanes9(&spoilt, &view).fault())
		}
		view := *v
		view.at[3][0] ^= 1 << 40
		cell, digit, ok := shownFault(c, &view)
		assert.False(t, ok)
		assert.Equal(t, [2]int{25, 3}, [2]int{cell, digit})
	}
	var r solvers.Result
	s.Solve(puzzle, solvers.Limits{Solutions: 5}, &r)
	assert.Positive(t, seen, "states with open cells")
}
