package corpus

import (
	"fmt"
	"math/bits"

	"gridjudge/solvers"
)

// oracle counts solutions. It shares no code with the solvers or with solvers.Check. It branches on the cell with the
// fewest candidates, or on a digit that has one place left in some unit.
type oracle struct {
	size  int
	units [][]int // the cells of each row, column and box
	of    [][3]int
	cells []uint8
	used  []uint32 // the digits placed in each unit; bit d-1 is digit d
	open  []uint32 // the candidates of each cell; 0 if it is full. choose fills it
	empty int

	found, limit int
	nodes        int
	budget       int     // 0: no budget
	hint         []uint8 // a grid whose digits are tried first
	first        []uint8
}

func newOracle(size int) *oracle {
	box := 1
	for box*box < size {
		box++
	}
	o := &oracle{size: size, units: make([][]int, 3*size), of: make([][3]int, size*size)}
	for cell := range size * size {
		r, c := cell/size, cell%size
		o.of[cell] = [3]int{r, size + c, 2*size + r/box*box + c/box}
		for _, u := range o.of[cell] {
			o.units[u] = append(o.units[u], cell)
		}
	}
	return o
}

// count counts the solutions of a puzzle up to limit. It returns -1 if budget search calls are too few; a budget of 0
// allows any number. first is one of the solutions.
func (o *oracle) count(puzzle solvers.Grid, limit, budget int) (n int, first []uint8) {
	o.cells = make([]uint8, len(puzzle))
	o.used = make([]uint32, 3*o.size)
	o.open = make([]uint32, len(puzzle))
	o.empty = len(puzzle)
	o.found, o.limit, o.nodes, o.budget, o.first = 0, limit, 0, budget, nil
	for cell, d := range puzzle {
		if d != 0 && !o.place(cell, d) {
			return 0, nil
		}
	}
	if !o.search() {
		return -1, nil
	}
	return o.found, o.first
}

func (o *oracle) place(cell int, d uint8) bool {
	bit := uint32(1) << (d - 1)
	for _, u := range o.of[cell] {
		if o.used[u]&bit != 0 {
			return false
		}
	}
	for _, u := range o.of[cell] {
		o.used[u] |= bit
	}
	o.cells[cell] = d
	o.empty--
	return true
}

func (o *oracle) remove(cell int) {
	bit := uint32(1) << (o.cells[cell] - 1)
	for _, u := range o.of[cell] {
		o.used[u] &^= bit
	}
	o.cells[cell] = 0
	o.empty++
}

func (o *oracle) candidates(cell int) uint32 {
	of := &o.of[cell]
	return (1<<o.size - 1) &^ (o.used[of[0]] | o.used[of[1]] | o.used[of[2]])
}

// search reports whether it stayed within the budget.
func (o *oracle) search() bool {
	o.nodes++
	if o.budget > 0 && o.nodes > o.budget {
		return false
	}
	if o.empty == 0 {
		o.found++
		if o.first == nil {
			o.first = append([]uint8(nil), o.cells...)
		}
		return true
	}
	cell, mask := o.choose()
	for mask != 0 && o.found < o.limit {
		bit := mask & -mask
		if o.hint != nil && mask>>(o.hint[cell]-1)&1 == 1 {
			bit = 1 << (o.hint[cell] - 1)
		}
		mask &^= bit
		o.place(cell, uint8(bits.TrailingZeros32(bit))+1)
		held := o.search()
		o.remove(cell)
		if !held {
			return false
		}
	}
	return true
}

// choose returns the cell to branch on and the digits to try there. A mask of 0 means that the grid cannot be
// completed.
func (o *oracle) choose() (cell int, mask uint32) {
	fewest := o.size + 1
	for c, d := range o.cells {
		if d != 0 {
			o.open[c] = 0
			continue
		}
		m := o.candidates(c)
		o.open[c] = m
		if n := bits.OnesCount32(m); n < fewest {
			fewest, cell, mask = n, c, m
		}
		if fewest <= 1 {
			return cell, mask
		}
	}
	for u, cells := range o.units {
		var once, twice uint32
		for _, c := range cells {
			m := o.open[c]
			twice |= once & m
			once |= m
		}
		if once|o.used[u] != 1<<o.size-1 {
			return cell, 0
		}
		if single := once &^ twice; single != 0 {
			single &= -single
			for _, c := range cells {
				if o.open[c]&single != 0 {
					return c, single
				}
			}
		}
	}
	return cell, mask
}

// solves returns why answer is not a solution of puzzle; "" if it is one.
func (o *oracle) solves(puzzle, answer solvers.Grid) string {
	for cell, d := range puzzle {
		if answer[cell] == 0 || d != 0 && d != answer[cell] {
			return fmt.Sprintf("cell %d: given %d, answer %d", cell+1, d, answer[cell])
		}
	}
	for u, cells := range o.units {
		var seen uint32
		for _, c := range cells {
			seen |= 1 << (answer[c] - 1)
		}
		if seen != 1<<o.size-1 {
			return fmt.Sprintf("unit %d does not hold every digit", u+1)
		}
	}
	return ""
}
