package grids

import (
	"math/bits"

	"gridjudge/solvers"
)

// counter counts solutions by plain search: it branches on the cell, or on the digit
// of a row, column or box, with the fewest candidates left. It is slow and shares no
// code with any solver: it checks claims that no stored answer decides.
type counter struct {
	n, box int
	grid   solvers.Grid
	used   [3][solvers.MaxSize]uint32 // digits in rows, columns and boxes, bit d-1 for d
	want   int
	found  int
	budget int // search calls that are left; below 0 if there were not enough
}

// Count returns the number of solutions of puzzle, at most want. decided is false if the
// search needs more nodes than budget: there may be more solutions then.
func Count(puzzle solvers.Grid, want, budget int) (found int, decided bool) {
	c := &counter{n: puzzle.Size(), grid: make(solvers.Grid, len(puzzle)), want: want, budget: budget}
	c.box = solvers.Box(c.n)
	for cell, d := range puzzle {
		if d == 0 {
			continue
		}
		if c.free(cell)&(1<<(d-1)) == 0 {
			return 0, true
		}
		c.set(candidate{cell, d})
	}
	c.search()
	return c.found, c.budget >= 0 || c.found >= want
}

// units returns the row, column and box of a cell.
func (c *counter) units(cell int) [3]int {
	row, column := cell/c.n, cell%c.n
	return [3]int{row, column, row/c.box*c.box + column/c.box}
}

// free returns the digits that the units of a cell do not have.
func (c *counter) free(cell int) uint32 {
	u := c.units(cell)
	return (1<<c.n - 1) &^ (c.used[0][u[0]] | c.used[1][u[1]] | c.used[2][u[2]])
}

// candidate is a digit in a cell.
type candidate struct {
	cell  int
	digit uint8
}

// set puts a digit into an empty cell, or removes it again.
func (c *counter) set(w candidate) {
	c.grid[w.cell] ^= w.digit
	for kind, unit := range c.units(w.cell) {
		c.used[kind][unit] ^= 1 << (w.digit - 1)
	}
}

func (c *counter) search() {
	if c.budget--; c.budget < 0 {
		return
	}
	candidates, full := c.fewest()
	if full {
		c.found++
	}
	for _, w := range candidates {
		c.set(w)
		c.search()
		c.set(w)
		if c.found >= c.want || c.budget < 0 {
			return
		}
	}
}

// fewest lists the candidates of the branch with the fewest; none at a contradiction.
// full says that no cell is empty.
func (c *counter) fewest() (candidates []candidate, full bool) {
	var free [solvers.MaxSize * solvers.MaxSize]uint32
	var places [3][solvers.MaxSize][solvers.MaxSize]uint8 // of a digit in a unit
	least := c.n + 1
	inBranch := func(int, int) bool { return false }
	for cell, d := range c.grid {
		if d != 0 {
			continue
		}
		free[cell] = c.free(cell)
		for kind, unit := range c.units(cell) {
			for m := free[cell]; m != 0; m &= m - 1 {
				places[kind][unit][bits.TrailingZeros32(m)]++
			}
		}
		if n := bits.OnesCount32(free[cell]); n < least {
			least, inBranch = n, func(other, _ int) bool { return other == cell }
		}
	}
	if least > c.n {
		return nil, true
	}
	for kind := range c.used {
		for unit, used := range c.used[kind][:c.n] {
			for d := range c.n {
				if n := int(places[kind][unit][d]); used&(1<<d) == 0 && n < least {
					least, inBranch = n, func(cell, digit int) bool { return digit == d && c.units(cell)[kind] == unit }
				}
			}
		}
	}
	for cell := range c.grid {
		for m := free[cell]; m != 0; m &= m - 1 {
			if d := bits.TrailingZeros32(m); inBranch(cell, d) {
				candidates = append(candidates, candidate{cell, uint8(d + 1)})
			}
		}
	}
	return candidates, false
}
