package solvers

import "math"

// counter counts solutions by a plain search, for claims that no solver has confirmed. It is slow,
// and shares no code with any solver, so that it does not share their errors.
type counter struct {
	items      [][4]uint16 // of candidate n*cell+digit-1: its cell, and the digit in its row, column and box
	candidates [][]int     // the candidates of each item
	taken      []bool      // whether the grid covers the item
	want       int
	found      int
	budget     int // how many search calls are left; below 0 if there were not enough
}

// Count returns the number of solutions of puzzle, at most want. decided is false if the search
// would need more than budget search calls. In this case there may be more solutions than found.
func Count(puzzle Grid, want, budget int) (found int, decided bool) {
	if puzzle.Conflict() != nil {
		return 0, true
	}
	n, cells := puzzle.Size(), len(puzzle)
	c := &counter{want: want, budget: budget}
	c.candidates, c.taken = make([][]int, 4*cells), make([]bool, 4*cells)
	for cell := range puzzle {
		row, column, box := cell/n, cell%n, Box(n)
		for d := range n {
			var items [4]uint16
			for kind, unit := range [4]int{row*n + column, row*n + d, column*n + d, (row/box*box+column/box)*n + d} {
				item := kind*cells + unit
				items[kind] = uint16(item)
				c.candidates[item] = append(c.candidates[item], len(c.items))
			}
			c.items = append(c.items, items)
		}
	}
	for cell, d := range puzzle {
		if d != 0 {
			c.flip(n*cell + int(d) - 1)
		}
	}
	c.search()
	return c.found, c.budget >= 0 || c.found >= want
}

// flip covers the items of a candidate, or uncovers them again.
func (c *counter) flip(candidate int) {
	for _, item := range c.items[candidate] {
		c.taken[item] = !c.taken[item]
	}
}

// free reports whether no item of a candidate is covered.
func (c *counter) free(candidate int) bool {
	i := &c.items[candidate]
	return !c.taken[i[0]] && !c.taken[i[1]] && !c.taken[i[2]] && !c.taken[i[3]]
}

// search tries each candidate of the uncovered item that has the fewest.
func (c *counter) search() {
	if c.budget--; c.budget < 0 {
		return
	}
	best := c.fewest()
	if best < 0 {
		c.found++
		return
	}
	for _, candidate := range c.candidates[best] {
		if !c.free(candidate) {
			continue
		}
		c.flip(candidate)
		c.search()
		c.flip(candidate)
		if c.found >= c.want || c.budget < 0 {
			return
		}
	}
}

// fewest returns the uncovered item that has the fewest free candidates (if several do, the first
// one), or -1 if all items are covered. It stops at the first item that has at most one, because
// such an item is as good as any other.
func (c *counter) fewest() (best int) {
	best, least := -1, math.MaxInt
	for item, taken := range c.taken {
		if taken {
			continue
		}
		n := 0
		for _, candidate := range c.candidates[item] {
			if c.free(candidate) {
				if n++; n == least {
					break
				}
			}
		}
		if n < least {
			best, least = item, n
		}
		if n <= 1 {
			break
		}
	}
	return best
}
