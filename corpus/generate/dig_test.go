package generate

import (
	"slices"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus/grids"
	"gridjudge/solvers"
	"gridjudge/solvers/bitmask"
	"gridjudge/solvers/cdcl"
	"gridjudge/solvers/dlx"
)

func newDigger(size int, asked solvers.Spec) *digger {
	return &digger{size: size, cells: size * size, dlx: dlx.Spec.New(size), solver: asked.New(size), cancel: &atomic.Bool{}}
}

// TestFillEnds checks that an interrupt ends the search for a full grid, which
// otherwise begins again until it finds one.
func TestFillEnds(t *testing.T) {
	d := newDigger(9, bitmask.Spec)
	d.cancel.Store(true)
	puzzle, _ := d.withGivens(newStream(1, 0), 0)
	assert.Nil(t, puzzle)
	d.cancel.Store(false)
	puzzle, answer := d.withGivens(newStream(1, 0), 0)
	assert.NoError(t, solvers.Check(puzzle, answer))
}

// TestReuse checks that a digger that has worked on other puzzles makes the same one as
// a new one. Otherwise the bytes would depend on the order of puzzles.
func TestReuse(t *testing.T) {
	for size, keep := range map[int]int{4: 5, 9: 25, 16: 100, 25: 330} {
		used := newDigger(size, cdcl.Spec)
		for i := range 3 {
			used.withGivens(newStream(7, i), keep)
		}
		puzzle, answer := used.withGivens(newStream(8, 0), keep)
		freshPuzzle, freshAnswer := newDigger(size, cdcl.Spec).withGivens(newStream(8, 0), keep)
		assert.Equal(t, freshPuzzle.String(), puzzle.String(), "size %d", size)
		assert.Equal(t, freshAnswer.String(), answer.String(), "size %d", size)
	}
}

// TestSymmetries checks that every symmetry keeps the number of solutions.
func TestSymmetries(t *testing.T) {
	d := newDigger(9, bitmask.Spec)
	random := newStream(2, 0)
	seen := map[string]bool{}
	for range 50 {
		puzzle, answer := d.withGivens(random, 0)
		for _, s := range []grids.Symmetry{grids.RandomSymmetry(9, random.perm, random.intN), smallSymmetry(random, 9)} {
			changed := s.Apply(puzzle)
			seen[changed.String()] = true
			require.NoError(t, solvers.Check(changed, s.Apply(answer)), "%v: %v", puzzle, s)
			assert.Equal(t, 1, d.count(changed, 2), "%v: %v", puzzle, s)
			cell := slices.IndexFunc(changed, func(digit uint8) bool { return digit != 0 })
			changed[cell] = 0
			assert.Equal(t, 2, d.count(changed, 2), "%v: %v is not minimal any more", puzzle, s)
		}
	}
	assert.Greater(t, len(seen), 90, "different puzzles")
}

// solvesBySingles places naked and hidden singles until there are none, in the plainest way.
func solvesBySingles(puzzle solvers.Grid) bool {
	const size = 9
	grid := slices.Clone(puzzle)
	fits := func(cell, digit int) bool {
		if grid[cell] != 0 {
			return false
		}
		for other, d := range grid {
			peers := other/size == cell/size || other%size == cell%size || other/27 == cell/27 && other%size/3 == cell%size/3
			if int(d) == digit && peers {
				return false
			}
		}
		return true
	}
	units := make([][]int, 3*size)
	for cell := range grid {
		for _, u := range []int{cell / size, size + cell%size, 2*size + cell/27*3 + cell%size/3} {
			units[u] = append(units[u], cell)
		}
	}
	for placed := true; placed; {
		placed = false
		for cell := range grid {
			var digits []int
			for d := 1; d <= size; d++ {
				if fits(cell, d) {
					digits = append(digits, d)
				}
			}
			if len(digits) == 1 {
				grid[cell], placed = uint8(digits[0]), true
			}
		}
		for _, unit := range units {
			for d := 1; d <= size; d++ {
				var cells []int
				for _, cell := range unit {
					if fits(cell, d) {
						cells = append(cells, cell)
					}
				}
				if len(cells) == 1 && !slices.ContainsFunc(unit, func(c int) bool { return int(grid[c]) == d }) {
					grid[cells[0]], placed = uint8(d), true
				}
			}
		}
	}
	return !slices.Contains(grid, 0)
}

// TestSinglesSuffice compares the rule by the nodes of dlx with singles themselves.
func TestSinglesSuffice(t *testing.T) {
	d := newDigger(9, bitmask.Spec)
	random := newStream(3, 0)
	seen := map[bool]int{}
	for range 200 {
		puzzle, _ := d.withGivens(random, 24+random.intN(8))
		want := solvesBySingles(puzzle)
		seen[want]++
		assert.Equal(t, want, singlesSuffice(d.dlx, puzzle), "%v", puzzle)
	}
	assert.Greater(t, seen[true], 20)
	assert.Greater(t, seen[false], 20)
}

// TestOpen compares open with the solutions of puzzles that have two.
func TestOpen(t *testing.T) {
	d := newDigger(4, bitmask.Spec)
	random := newStream(4, 0)
	found := 0
	for range 100 {
		puzzle, answer := d.withGivens(random, 0)
		cell := slices.IndexFunc(puzzle, func(digit uint8) bool { return digit != 0 })
		puzzle[cell] = 0
		if d.count(puzzle, 3) != 2 {
			continue
		}
		found++
		open := 0
		for c := range puzzle {
			if puzzle[c] == 0 && d.open(puzzle, c, answer[c]) {
				open++
			}
		}
		assert.GreaterOrEqual(t, open, 4, "%v: two solutions differ in four cells or more", puzzle)
		assert.True(t, d.open(puzzle, cell, answer[cell]), "%v", puzzle)
	}
	assert.Greater(t, found, 10, "puzzles with two solutions")
}

// TestUniformity is a smoke test: digits are distributed evenly over cells, the
// givens of minimal puzzles evenly over the grid, with the usual mean number.
func TestUniformity(t *testing.T) {
	const rounds = 900
	d := newDigger(9, bitmask.Spec)
	var digits [81][10]int
	for i := range rounds {
		for cell, digit := range d.fill(newStream(9, i)) {
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
		puzzle, _ := d.withGivens(newStream(10, i), 0)
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
