package grids

import (
	"math/bits"

	"gridjudge/solvers"
)

// counter counts solutions by plain search: it branches on the cell, or on the digit
// of a row, column or box, with the fewest candidates left. It is slow and shares no
// code with any solver: it checks claims that no stored answer decides.
type counter struct {
	n, box    int
	grid      solvers.Grid
	rows      [solvers.MaxSize]uint32 // digits used, bit d-1 for d
	columns   [solvers.MaxSize]uint32
	boxes     [solvers.MaxSize]uint32
	want      int
	found     int
	budget    int
	exhausted bool
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
		if c.used(cell)&(1<<(d-1)) != 0 {
			return 0, true
		}
		c.set(cell, d)
	}
	c.search()
	return c.found, !c.exhausted || c.found >= want
}

func (c *counter) boxOf(cell int) int { return cell/c.n/c.box*c.box + cell%c.n/c.box }

func (c *counter) used(cell int) uint32 {
	return c.rows[cell/c.n] | c.columns[cell%c.n] | c.boxes[c.boxOf(cell)]
}

// set puts d into an empty cell, or removes it again.
func (c *counter) set(cell int, d uint8) {
	c.grid[cell] ^= d
	bit := uint32(1) << (d - 1)
	c.rows[cell/c.n] ^= bit
	c.columns[cell%c.n] ^= bit
	c.boxes[c.boxOf(cell)] ^= bit
}

// candidate is a digit in a cell.
type candidate struct {
	cell  int
	digit uint8
}

func (c *counter) search() {
	if c.budget == 0 {
		c.exhausted = true
		return
	}
	c.budget--
	candidates, full := c.fewest()
	if full {
		c.found++
		return
	}
	for _, w := range candidates {
		c.set(w.cell, w.digit)
		c.search()
		c.set(w.cell, w.digit)
		if c.found >= c.want || c.exhausted {
			return
		}
	}
}

// fewest lists the candidates of the branch with the fewest; none at a contradiction.
// full says that no cell is empty.
func (c *counter) fewest() (candidates []candidate, full bool) {
	all := uint32(1)<<c.n - 1
	free := make([]uint32, len(c.grid))
	least := c.n + 1
	for cell, d := range c.grid {
		if d != 0 {
			continue
		}
		free[cell] = all &^ c.used(cell)
		if k := bits.OnesCount32(free[cell]); k < least {
			least = k
			candidates = candidates[:0]
			for m := free[cell]; m != 0; m &= m - 1 {
				candidates = append(candidates, candidate{cell, uint8(bits.TrailingZeros32(m) + 1)})
			}
		}
	}
	if least > c.n {
		return nil, true
	}
	for kind := range 3 {
		for unit := range c.n {
			var places [solvers.MaxSize]int
			var cells [solvers.MaxSize]int
			var used uint32
			for i := range c.n {
				cells[i] = c.cell(kind, unit, i)
				if d := c.grid[cells[i]]; d != 0 {
					used |= 1 << (d - 1)
				}
				for m := free[cells[i]]; m != 0; m &= m - 1 {
					places[bits.TrailingZeros32(m)]++
				}
			}
			for d := range c.n {
				if used&(1<<d) != 0 || places[d] >= least {
					continue
				}
				least = places[d]
				candidates = candidates[:0]
				for _, cell := range cells[:c.n] {
					if free[cell]&(1<<d) != 0 {
						candidates = append(candidates, candidate{cell, uint8(d + 1)})
					}
				}
			}
		}
	}
	return candidates, false
}

// cell returns the i-th cell of a row (kind 0), column or box.
func (c *counter) cell(kind, unit, i int) int {
	switch kind {
	case 0:
		return unit*c.n + i
	case 1:
		return i*c.n + unit
	}
	return (unit/c.box*c.box+i/c.box)*c.n + unit%c.box*c.box + i%c.box
}
