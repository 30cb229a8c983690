package generate

import (
	"math"
	"slices"
	"sync/atomic"
	"testing"

	"gridjudge/corpus/grids"
	"gridjudge/solvers"
	"gridjudge/solvers/bitmask"
	"gridjudge/solvers/cdcl"
	"gridjudge/solvers/dlx"
)

func newDigger(size int, asked solvers.Spec) *digger {
	return &digger{size: size, cells: size * size, dlx: dlx.Spec.New(size), solver: asked.New(size), cancel: &atomic.Bool{}}
}

// TestFillEnds checks that an interrupt ends the search for a full grid, which would otherwise begin
// again until it finds one.
func TestFillEnds(t *testing.T) {
	d := newDigger(9, bitmask.Spec)
	d.cancel.Store(true)
	puzzle, _ := d.withGivens(newStream(1, 0), 0)
	if puzzle != nil {
		t.Errorf("after an interrupt: %v, want none", puzzle)
	}
	d.cancel.Store(false)
	puzzle, answer := d.withGivens(newStream(1, 0), 0)
	if err := solvers.Check(puzzle, answer); err != nil {
		t.Errorf("%v: %v", puzzle, err)
	}
}

// TestReuse checks that a digger that has worked on other puzzles makes the same puzzle as a new
// digger. Otherwise the bytes would depend on the order of puzzles.
func TestReuse(t *testing.T) {
	for size, keep := range map[int]int{4: 5, 9: 25, 16: 100, 25: 330} {
		used := newDigger(size, cdcl.Spec)
		for i := range 3 {
			used.withGivens(newStream(7, i), keep)
		}
		puzzle, answer := used.withGivens(newStream(8, 0), keep)
		freshPuzzle, freshAnswer := newDigger(size, cdcl.Spec).withGivens(newStream(8, 0), keep)
		if got, want := puzzle.String(), freshPuzzle.String(); got != want {
			t.Errorf("size %d: the puzzle is %s, want %s", size, got, want)
		}
		if got, want := answer.String(), freshAnswer.String(); got != want {
			t.Errorf("size %d: the answer is %s, want %s", size, got, want)
		}
	}
}

// TestSymmetries checks that no symmetry changes the number of solutions.
func TestSymmetries(t *testing.T) {
	d := newDigger(9, bitmask.Spec)
	random := newStream(2, 0)
	seen := map[string]bool{}
	for range 50 {
		puzzle, answer := d.withGivens(random, 0)
		for _, s := range []grids.Symmetry{grids.RandomSymmetry(9, random.perm, random.intN), smallSymmetry(random, 9)} {
			changed := s.Apply(puzzle)
			seen[changed.String()] = true
			if err := solvers.Check(changed, s.Apply(answer)); err != nil {
				t.Fatalf("%v: %v: %v", puzzle, s, err)
			}
			if got := d.count(changed, 2); got != 1 {
				t.Errorf("%v: %v: %d solutions, want 1", puzzle, s, got)
			}
			cell := slices.IndexFunc(changed, func(digit uint8) bool { return digit != 0 })
			changed[cell] = 0
			if got := d.count(changed, 2); got != 2 {
				t.Errorf("%v: %v is not minimal any more: %d solutions less a given, want 2", puzzle, s, got)
			}
		}
	}
	if len(seen) <= 90 {
		t.Errorf("%d different puzzles, want more than 90", len(seen))
	}
}

// solvesBySingles places naked and hidden singles until there are none left, in the simplest way.
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

// TestSinglesSuffice compares singlesSuffice, which goes by the nodes of dlx, with really placing
// singles.
func TestSinglesSuffice(t *testing.T) {
	d := newDigger(9, bitmask.Spec)
	random := newStream(3, 0)
	seen := map[bool]int{}
	for range 200 {
		puzzle, _ := d.withGivens(random, 24+random.intN(8))
		want := solvesBySingles(puzzle)
		seen[want]++
		if got := singlesSuffice(d.dlx, puzzle); got != want {
			t.Errorf("singles suffice for %v: %t, want %t", puzzle, got, want)
		}
	}
	for _, suffice := range []bool{true, false} {
		if seen[suffice] <= 20 {
			t.Errorf("puzzles for which it is %t that singles suffice: %d, want more than 20", suffice, seen[suffice])
		}
	}
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
		if open < 4 {
			t.Errorf("%v: %d open cells, but two solutions differ in four cells or more", puzzle, open)
		}
		if !d.open(puzzle, cell, answer[cell]) {
			t.Errorf("%v: cell %d, whose given was taken, is not open", puzzle, cell)
		}
	}
	if found <= 10 {
		t.Errorf("%d puzzles with two solutions, want more than 10", found)
	}
}

// TestUniformity is a rough check. Digits must be distributed evenly over the cells, and the givens of
// minimal puzzles evenly over the grid, with the usual mean number of givens.
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
		// With 8 degrees of freedom, chi square exceeds 35 once in 40,000 times.
		if square >= 35 {
			t.Errorf("cell %d: chi square is %v, want less than 35: %v", cell, square, digits[cell][1:])
		}
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
	if math.Abs(mean-24.4) > 0.5 {
		t.Errorf("mean number of givens: %v, want 24.4, 0.5 more or less", mean)
	}
	for cell, n := range given {
		// The numbers are binomial with a probability of 0.3, and five standard deviations are 29.
		if want := puzzles * mean / 81; math.Abs(float64(n)-want) > 29 {
			t.Errorf("cell %d is given %d times, want %v, 29 more or less", cell, n, want)
		}
	}
}
