package sliced

import (
	"math/bits"
	"math/rand/v2"

	"gridjudge/solvers"
)

// count returns the number of solutions of g, up to limit, by plain backtracking.
// It shares no code with the package.
func count(g solvers.Grid, limit int) int {
	var row, col, box [9]uint16
	for i, d := range g {
		if d == 0 {
			continue
		}
		bit := uint16(1) << d
		r, c := i/9, i%9
		b := r/3*3 + c/3
		if (row[r]|col[c]|box[b])&bit != 0 {
			return 0
		}
		row[r] |= bit
		col[c] |= bit
		box[b] |= bit
	}
	work := append(solvers.Grid(nil), g...)
	var visit func(limit int) int
	visit = func(limit int) int {
		best, fewest, options := -1, 10, uint16(0)
		for i, d := range work {
			if d != 0 {
				continue
			}
			free := 0x3fe &^ (row[i/9] | col[i%9] | box[i/27*3+i%9/3])
			if n := bits.OnesCount16(free); n < fewest {
				best, fewest, options = i, n, free
			}
		}
		if best < 0 {
			return 1
		}
		found := 0
		for d := uint8(1); d <= 9 && found < limit; d++ {
			bit := uint16(1) << d
			if options&bit == 0 {
				continue
			}
			r, c, b := best/9, best%9, best/27*3+best%9/3
			work[best] = d
			row[r] |= bit
			col[c] |= bit
			box[b] |= bit
			found += visit(limit - found)
			row[r] &^= bit
			col[c] &^= bit
			box[b] &^= bit
			work[best] = 0
		}
		return found
	}
	return visit(limit)
}

// hard are puzzles that take real search, with one solution each.
var hard = []string{
	"1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
	".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
	"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
	"..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
	"98.7..6..7.5.......4..5....3..8..9......2..1......13.42...8..93.7....2....92...6.",
}

// variety returns n grids of many kinds: hard ones, full ones, and grids with
// one, few, many or no solutions, some of which break a rule.
func variety(r *rand.Rand, n int) []solvers.Grid {
	out := make([]solvers.Grid, n)
	for k := range out {
		g := shuffled(r)
		switch kind := r.IntN(20); {
		case kind == 0:
			h, err := solvers.ParseGrid(hard[r.IntN(len(hard))])
			if err != nil {
				panic(err)
			}
			out[k] = h
			continue
		case kind == 1: // full
			out[k] = g
			continue
		}
		for _, i := range r.Perm(cells)[:cells-24-r.IntN(30)] {
			g[i] = 0
		}
		if r.IntN(4) == 0 {
			g[r.IntN(cells)] = uint8(1 + r.IntN(9)) // most likely no solution
		}
		out[k] = g
	}
	return out
}

// shuffled returns a full grid: the cyclic one with its digits, rows, columns,
// bands and stacks permuted.
func shuffled(r *rand.Rand) solvers.Grid {
	lines := func() (l [9]int) {
		for i, band := range r.Perm(3) {
			for j, line := range r.Perm(3) {
				l[3*i+j] = 3*band + line
			}
		}
		return l
	}
	rows, cols, digits := lines(), lines(), r.Perm(9)
	g := solvers.NewGrid(9)
	for i, row := range rows {
		for j, col := range cols {
			g[9*i+j] = uint8(1 + digits[(row*3+row/3+col)%9])
		}
	}
	return g
}
