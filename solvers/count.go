package solvers

import "math"

// counter counts solutions by plain search. It shares no code with any solver, and is slow: it
// checks claims that nothing else decides.
type counter struct {
	items  [][4]uint16 // of candidate n*cell+digit-1: its cell, and the digit in its row, column and box
	of     [][]int     // the candidates of each item
	taken  []bool      // the items that the grid covers
	want   int
	found  int
	budget int // search calls that are left; below 0 if there were not enough
}

// Count returns the number of solutions of puzzle, at most want. decided is false if the search needs more nodes than
// budget: there may be more solutions then.
func Count(puzzle Grid, want, budget int) (found int, decided bool) {
	if puzzle.Conflict() != nil {
		return 0, true
	}
	n, cells := puzzle.Size(), len(puzzle)
	c := &counter{want: want, budget: budget}
	c.of, c.taken = make([][]int, 4*cells), make([]bool, 4*cells)
	for cell := range puzzle {
		row, column, box := cell/n, cell%n, Box(n)
		for d := range n {
			var items [4]uint16
			for kind, unit := range [4]int{row*n + column, row*n + d, column*n + d, (row/box*box+column/box)*n + d} {
				item := kind*cells + unit
				items[kind] = uint16(item)
				c.of[item] = append(c.of[item], len(c.items))
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

// search tries the candidates of the item with the fewest.
func (c *counter) search() {
	if c.budget--; c.budget < 0 {
		return
	}
	best := c.fewest()
	if best < 0 {
		c.found++
		return
	}
	for _, candidate := range c.of[best] {
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

// fewest returns the first of the items with the fewest candidates that are not covered; -1 if all are. The first item
// with one candidate or none will do.
func (c *counter) fewest() (best int) {
	best, least := -1, math.MaxInt
	for item, taken := range c.taken {
		if taken {
			continue
		}
		n := 0
		for _, candidate := range c.of[item] {
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
