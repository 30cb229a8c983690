package solverstest

import (
	"math/bits"

	"gridjudge/solvers"
)

// Count returns the number of solutions of g, but at most limit. It checks what the contestants count, so it must not
// repeat their mistakes: it shares no code with them, and none with solvers.Count, on which the judge relies. It
// branches on the empty cell with the fewest candidates, and is meant for grids with few empty cells.
func Count(g solvers.Grid, limit uint64) uint64 {
	c := counting{size: g.Size(), grid: append(solvers.Grid{}, g...)}
	for cell, d := range g {
		if d != 0 {
			c.grid[cell] = 0
			if c.candidates(cell)>>d&1 == 0 {
				return 0
			}
			c.put(cell, d)
		}
	}
	return c.search(limit)
}

// counting is the state of the search of Count.
type counting struct {
	size int
	grid solvers.Grid
	used [3][solvers.MaxSize]uint32 // the digits of each row, column and box: bit d is digit d
}

// units returns the numbers of the row, the column and the box of a cell.
func (c *counting) units(cell int) [3]int {
	row, column, box := cell/c.size, cell%c.size, solvers.Box(c.size)
	return [3]int{row, column, row/box*box + column/box}
}

func (c *counting) candidates(cell int) uint32 {
	u := c.units(cell)
	return (2<<c.size - 2) &^ (c.used[0][u[0]] | c.used[1][u[1]] | c.used[2][u[2]])
}

// put puts a digit into a cell, or removes it if it is there.
func (c *counting) put(cell int, d uint8) {
	c.grid[cell] ^= d
	for kind, unit := range c.units(cell) {
		c.used[kind][unit] ^= 1 << d
	}
}

func (c *counting) search(limit uint64) (found uint64) {
	best, open := -1, uint32(0)
	for cell, d := range c.grid {
		if d != 0 {
			continue
		}
		if left := c.candidates(cell); best < 0 || bits.OnesCount32(left) < bits.OnesCount32(open) {
			best, open = cell, left
		}
	}
	if best < 0 {
		return 1
	}
	for ; open != 0 && found < limit; open &= open - 1 {
		d := uint8(bits.TrailingZeros32(open))
		c.put(best, d)
		found += c.search(limit - found)
		c.put(best, d)
	}
	return found
}
