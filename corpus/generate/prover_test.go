package generate

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/solvers"
)

// full makes a full grid.
func full(t *testing.T, d *digger, random *stream) solvers.Grid {
	grid, ok := d.fill(t.Context(), random)
	require.True(t, ok)
	return grid
}

// TestFillEnds checks that an interrupt ends the search for a full grid, which
// otherwise restarts until it finds one.
func TestFillEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	d := newDigger(9)
	_, ok := d.fill(ctx, newStream(1, 0))
	assert.False(t, ok)
	_, _, ok = d.minimal(ctx, newStream(1, 0))
	assert.False(t, ok)
	full(t, d, newStream(1, 0))
}

// countPlainly counts solutions up to limit by trying every digit in every
// empty cell, first to last.
func countPlainly(g solvers.Grid, limit int) int {
	if g.Conflict() != nil {
		return 0
	}
	cell := slices.Index(g, 0)
	if cell < 0 {
		return 1
	}
	n := 0
	for d := range g.Size() {
		g[cell] = uint8(d + 1)
		n += countPlainly(g, limit-n)
		if n >= limit {
			break
		}
	}
	g[cell] = 0
	return n
}

// TestCountAgrees compares the prover with plain trial on 4x4 grids of every
// density, consistent or not, and on 9x9 grids that are nearly full.
func TestCountAgrees(t *testing.T) {
	random := newStream(1, 0)
	seen := map[int]int{}
	for _, size := range []int{4, 9} {
		d := newDigger(size)
		for round := range 200 {
			puzzle := full(t, d, random)
			holes := random.intN(size*size + 1)
			if size == 9 {
				holes = random.intN(30)
			}
			for _, cell := range random.perm(d.geometry.cells)[:holes] {
				puzzle[cell] = 0
			}
			if round%4 == 0 {
				puzzle[random.intN(d.geometry.cells)] = uint8(random.intN(size) + 1)
			}
			const limit = 300
			want := countPlainly(slices.Clone(puzzle), limit)
			got, first, ok := d.count(puzzle, limit)
			require.True(t, ok, "%v", puzzle)
			assert.Equal(t, want, got, "%v", puzzle)
			if got > 0 {
				assert.NoError(t, solvers.Check(puzzle, first), "%v", puzzle)
			}
			seen[min(want, 2)]++
		}
	}
	for n := range 3 {
		assert.Greater(t, seen[n], 10, "puzzles with %d solutions (2: more)", n)
	}
}

// TestEmptyCounts checks counts that are known in closed form.
func TestEmptyCounts(t *testing.T) {
	d := newDigger(4)
	n, _, ok := d.count(solvers.NewGrid(4), 1000)
	assert.True(t, ok)
	assert.Equal(t, 288, n)
	puzzle := solvers.NewGrid(4)
	for d := range 4 {
		puzzle[d] = uint8(d + 1)
	}
	n, _, ok = d.count(puzzle, 1000)
	assert.True(t, ok)
	assert.Equal(t, 12, n)
}

// TestProverGivesUp checks that a spent budget gives no answer instead of a wrong
// one.
func TestProverGivesUp(t *testing.T) {
	d := newDigger(25)
	random := newStream(3, 0)
	puzzle, answer, _ := d.withGivens(t.Context(), random, 300)
	d.prover.load(puzzle)
	d.prover.block(answer)
	assert.Equal(t, unknown, d.prover.search(0), "%v", puzzle)
	d.prover.load(puzzle)
	d.prover.block(answer)
	assert.Equal(t, unsatisfiable, d.prover.search(1_000_000), "%v", puzzle)
}

// TestReuse checks that a prover that has worked on other puzzles decides as a new
// one does: otherwise the bytes would depend on the order of puzzles.
func TestReuse(t *testing.T) {
	for size, keep := range map[int]int{4: 5, 9: 25, 16: 100, 25: 330} {
		used := newDigger(size)
		for i := range 3 {
			used.withGivens(t.Context(), newStream(7, i), keep)
		}
		puzzle, answer, _ := used.withGivens(t.Context(), newStream(8, 0), keep)
		freshPuzzle, freshAnswer, _ := newDigger(size).withGivens(t.Context(), newStream(8, 0), keep)
		assert.Equal(t, freshPuzzle.String(), puzzle.String(), "size %d", size)
		assert.Equal(t, freshAnswer.String(), answer.String(), "size %d", size)
	}
}

// TestSingles checks that singles agree with the prover on the cells they fill.
func TestSingles(t *testing.T) {
	random := newStream(2, 0)
	ends := map[progress]int{}
	d := newDigger(9)
	for range 100 {
		puzzle, answer, _ := d.withGivens(t.Context(), random, 24+random.intN(8))
		end := d.singles.run(puzzle, -1)
		ends[end]++
		assert.NotEqual(t, contradicted, end, "%v", puzzle)
		for cell, digit := range d.singles.grid {
			assert.Contains(t, []uint8{0, answer[cell]}, digit, "%v, cell %d", puzzle, cell)
		}
		empty := slices.Index(puzzle, 0)
		puzzle[empty] = answer[empty]%9 + 1
		assert.NotEqual(t, filled, d.singles.run(puzzle, -1), "%v", puzzle)
	}
	assert.Greater(t, ends[filled], 10)
	assert.Greater(t, ends[stuck], 10)
}

// TestUniformity is a smoke test: digits are distributed evenly over cells, the
// givens of minimal puzzles evenly over the grid, with the usual mean number.
func TestUniformity(t *testing.T) {
	const rounds = 900
	d := newDigger(9)
	var digits [81][10]int
	for i := range rounds {
		for cell, digit := range full(t, d, newStream(9, i)) {
			digits[cell][digit]++
		}
	}
	for cell := range digits {
		square := 0.0
		for _, n := range digits[cell][1:] {
			off := float64(n) - rounds/9
			square += off * off / (rounds / 9)
		}
		// Chi square with 8 degrees of freedom exceeds 35 once in 40,000 times.
		assert.Less(t, square, 35.0, "cell %d: %v", cell, digits[cell][1:])
	}
	const puzzles = 150
	var given [81]int
	sum := 0
	for i := range puzzles {
		puzzle, _, ok := d.minimal(t.Context(), newStream(10, i))
		require.True(t, ok)
		for cell, digit := range puzzle {
			if digit != 0 {
				given[cell]++
				sum++
			}
		}
	}
	mean := float64(sum) / puzzles
	assert.InDelta(t, 24.4, mean, 0.5, "mean number of givens")
	for cell, n := range given {
		// Binomial with probability 0.3: five standard deviations are 29.
		assert.InDelta(t, puzzles*mean/81, n, 29, "cell %d is given %d times", cell, n)
	}
}

// TestAdopt checks that the prover has the same assignment after adopting the
// result of singles as after loading the puzzle and propagating.
func TestAdopt(t *testing.T) {
	for _, size := range []int{4, 9, 16} {
		d, fresh := newDigger(size), newProver(size)
		open := 0
		for i := range 20 {
			random := newStream(uint64(size), i)
			puzzle := full(t, d, random)
			d.dig(puzzle, random.perm(d.geometry.cells), d.geometry.cells*2/5) // leaves the prover in the middle of a search
			for _, cell := range random.perm(d.geometry.cells)[:d.geometry.size/2] {
				puzzle[cell] = 0
			}
			progress := d.singles.run(puzzle, -1)
			require.NotEqual(t, contradicted, progress, "%v", puzzle)
			if progress == stuck {
				open++
			}
			d.prover.adopt(d.singles)
			fresh.load(puzzle)
			require.False(t, fresh.contradiction, "%v", puzzle)
			assert.Equal(t, fresh.assigned.value, d.prover.assigned.value, "%v", puzzle)
			assert.Equal(t, fresh.assigned.open, d.prover.assigned.open, "%v", puzzle)
			ours, theirs := solvers.NewGrid(size), solvers.NewGrid(size)
			d.prover.assigned.read(ours)
			fresh.assigned.read(theirs)
			assert.Equal(t, theirs, ours, "%v", puzzle)
			assert.Equal(t, fresh.search(digBudget), d.prover.search(digBudget), "%v", puzzle)
			d.prover.assigned.read(ours)
			fresh.assigned.read(theirs)
			assert.Equal(t, theirs, ours, "another search of %v", puzzle)
		}
		assert.Positive(t, open, "puzzles of size %d on which singles get stuck", size)
	}
}
