package judge

import (
	"math/bits"

	"gridjudge/solvers"
)

// counter counts solutions by trying, in the cell or for the digit of a row,
// column or box that has the fewest ways left. It is slow and shares nothing
// with any contestant: it is there to check claims that nothing stored decides.
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

// count is the number of solutions of puzzle up to want. decided is false
// where the search took more nodes than budget: there may be more then.
func count(puzzle solvers.Grid, want, budget int) (found int, decided bool) {
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

// set puts d in an empty cell, or takes it out again.
func (c *counter) set(cell int, d uint8) {
	c.grid[cell] ^= d
	bit := uint32(1) << (d - 1)
	c.rows[cell/c.n] ^= bit
	c.columns[cell%c.n] ^= bit
	c.boxes[c.boxOf(cell)] ^= bit
}

// way is a digit in a cell.
type way struct {
	cell  int
	digit uint8
}

func (c *counter) search() {
	if c.budget == 0 {
		c.exhausted = true
		return
	}
	c.budget--
	ways, full := c.fewest()
	if full {
		c.found++
		return
	}
	for _, w := range ways {
		c.set(w.cell, w.digit)
		c.search()
		c.set(w.cell, w.digit)
		if c.found >= c.want || c.exhausted {
			return
		}
	}
}

// fewest lists the ways of the choice that has the fewest; none where there is
// a contradiction. full says that there is nothing left to choose.
func (c *counter) fewest() (ways []way, full bool) {
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
			ways = ways[:0]
			for m := free[cell]; m != 0; m &= m - 1 {
				ways = append(ways, way{cell, uint8(bits.TrailingZeros32(m) + 1)})
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
				ways = ways[:0]
				for _, cell := range cells[:c.n] {
					if free[cell]&(1<<d) != 0 {
						ways = append(ways, way{cell, uint8(d + 1)})
					}
				}
			}
		}
	}
	return ways, false
}

// cell is the i-th cell of a row (kind 0), column or box.
func (c *counter) cell(kind, unit, i int) int {
	switch kind {
	case 0:
		return unit*c.n + i
	case 1:
		return i*c.n + unit
	}
	return (unit/c.box*c.box+i/c.box)*c.n + unit%c.box*c.box + i%c.box
}
