package bitboard

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/solvers"
)

func planesLanes16(c *lanes16, v *view16) planes {
	in := func(set *[4]uint64) func(int) bool {
		return func(cell int) bool { return set[cell%4]>>(cell/4)&1 != 0 }
	}
	open := in(&v.more)
	return planes{16, func(cell, digit int) bool { return c[cell%4][cell/4]>>digit&1 != 0 },
		func(cell int) bool { return !open(cell) }, in(&v.pairs), open}
}

// shownFault16 is the first place of a digit that a view shows otherwise than
// the cells have it.
func shownFault16(c *lanes16, v *view16) (cell, digit int, ok bool) {
	for cell := range 256 {
		for digit := range 16 {
			if v.at[digit][cell%4]>>(cell/4)&1 != uint64(c[cell%4][cell/4]>>digit&1) {
				return cell, digit, false
			}
		}
	}
	return 0, 0, true
}

// TestAssemblyIsItsTwin16x16 is TestAssemblyIsItsTwin9x9 for the larger grid,
// with the learner taking over early in some.
func TestAssemblyIsItsTwin16x16(t *testing.T) {
	needVectors(t)
	rng := rand.New(rand.NewPCG(7, 3))
	portable, vector := newSolver16(), newVector16()
	var want, got [][256]uint16
	portable.inspect = func(s state16, _, _ [4]uint64) {
		var g [256]uint16
		for cell := range g {
			b, bit := at16(cell)
			for d := range 16 {
				g[cell] |= uint16(s.bands[b][d]>>bit&1) << d
			}
		}
		want = append(want, g)
	}
	vector.inspect = func(c *lanes16, v *view16) {
		var g [256]uint16
		for cell := range g {
			g[cell] = c[cell%4][cell/4]
		}
		if len(got) < 4 { // the checks are slow
			require.NoError(t, planesLanes16(c, v).fault())
			if v.more != [4]uint64{} {
				cell, digit, ok := shownFault16(c, v)
				require.True(t, ok, "cell %d, digit %d", cell, digit)
			}
		}
		got = append(got, g)
	}
	counts := map[int]int{}
	states, handed := 0, 0
	for i := range 200 {
		puzzle := holed(16, 85+rng.IntN(40), rng)
		if i%3 == 0 { // may have no solution
			puzzle[rng.IntN(256)] = uint8(1 + rng.IntN(16))
		}
		limits := solvers.Limits{Solutions: 1 + rng.IntN(5), Nodes: uint64(100 + rng.IntN(150))}
		patience := uint64(1 + rng.IntN(150))
		portable.patience, vector.patience = patience, patience
		var a, b solvers.Result
		want, got = want[:0], got[:0]
		portable.solve(puzzle, &limits, &a)
		vector.solve(puzzle, &limits, &b)
		require.Equal(t, a, b, "%v within %+v, patience %d", puzzle, limits, patience)
		require.Equal(t, len(want), len(got), "%v", puzzle)
		for i := range want {
			require.Equal(t, want[i], got[i], "state %d of %v", i, puzzle)
		}
		counts[min(a.Solutions, 2)]++
		states += len(got)
		if len(got) > 0 && uint64(len(got)) < a.Nodes {
			handed++
		}
	}
	assert.Greater(t, states, 1000, "states compared")
	assert.Greater(t, handed, 10, "puzzles with dead ends, or handed to the learner")
	for _, n := range []int{0, 2} {
		assert.Greater(t, counts[n], 20, "puzzles with %d solutions (2: or more)", n)
	}
}

// TestFaultsOfViews16AreSeen is TestFaultsOfViewsAreSeen for the larger grid.
func TestFaultsOfViews16AreSeen(t *testing.T) {
	needVectors(t)
	seen := 0
	s := newVector16()
	s.patience = patience16
	s.inspect = func(c *lanes16, v *view16) {
		if v.more == [4]uint64{} {
			return
		}
		seen++
		for _, spoil := range []func(*lanes16, *view16){
			func(_ *lanes16, v *view16) { v.pairs[1] ^= 1 << 40 },
			func(_ *lanes16, v *view16) { v.more[3] ^= 1 << 63 },
			func(c *lanes16, _ *view16) { c[0][0] = 0 },
		} {
			spoilt, view := *c, *v
			spoil(&spoilt, &view)
			assert.Error(t, planesLanes16(&spoilt, &view).fault())
		}
		view := *v
		view.at[3][1] ^= 1 << 40
		cell, digit, ok := shownFault16(c, &view)
		assert.False(t, ok)
		assert.Equal(t, [2]int{161, 3}, [2]int{cell, digit})
	}
	var r solvers.Result
	limits := solvers.Limits{Nodes: 20}
	s.solve(holed(16, 100, rand.New(rand.NewPCG(7, 4))), &limits, &r)
	assert.Positive(t, seen, "states with open cells")
}
