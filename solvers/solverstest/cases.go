package solverstest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gridjudge/solvers"
)

// Case is a problem whose number of solutions is known: a puzzle, or a matrix.
type Case[P any] struct {
	Name    string
	Reason  string // what the case tests, as the end of a sentence that begins with "it tests that"
	Problem P
	Count   uint64 // the number of solutions, or a lower bound if there are too many to count

	// Quick marks a problem without a solution whose contradiction can be seen without a search.
	// One node per cell of a puzzle, or per item of a matrix, is more than enough to notice it.
	Quick bool

	// Beyond says that there is one solution more than Count, which then is the largest number that
	// 64 bits can hold.
	Beyond bool
}

// GridCase is a puzzle whose number of solutions is known.
type GridCase = Case[solvers.Grid]

// String returns the case for messages.
func (c *Case[P]) String() string {
	if c == nil {
		return "no case yet"
	}
	problem := fmt.Sprint(c.Problem)
	if len(problem) > 2000 { // a grid of 25x25 has 625 characters
		problem = problem[:2000] + "..."
	}
	return fmt.Sprintf("%q (%s; it tests that %s)", c.Name, problem, c.Reason)
}

// Cases makes the puzzles of one size that every contestant must solve. A simple solver can solve them all if it looks
// for the smallest number of choices: it branches either on the cell with the fewest candidates, or on the digit with
// the fewest possible cells in a row, column or box. A solver that only branches on cells may not finish all puzzles.
func Cases(size int) []GridCase {
	cases := slices.Concat(counted(size), clashing(size), dead(size), published(size))
	if size <= 9 {
		cases = append(cases, dug(size)...)
	}
	return cases
}

// Pattern returns a full grid. Its row r has the digits 1 to n, rotated by r*box + r/box.
func Pattern(size int) solvers.Grid {
	g := solvers.NewGrid(size)
	box := solvers.Box(size)
	for i := range g {
		r, c := i/size, i%size
		g[i] = uint8((r*box+r/box+c)%size) + 1
	}
	return g
}

// counted returns puzzles with 1, 2, 4, ... solutions. Most of them are made by emptying parts of the first two rows of
// a full grid (see Pattern). At 9x9, these rows are:
//
//	column   0 1 2   3 4 5   6 7 8
//	row 0    1 2 3   4 5 6   7 8 9
//	row 1    4 5 6   7 8 9   1 2 3
//
// Columns 0, 3 and 6 contain the digits 1, 4 and 7 in both rows, only in a different order. Three such columns are
// called a cycle. The other two cycles are columns 1, 4 and 7, and columns 2, 5 and 8. At every size, a grid has as
// many cycles as a box is wide.
//
// If both rows of a cycle are emptied, the cycle can be filled in exactly two ways, no matter how
// the other cycles are filled. So a puzzle in which k cycles are emptied has 2^k solutions.
func counted(size int) []GridCase {
	box := solvers.Box(size)
	without := func(empty func(row, col int) bool) solvers.Grid {
		g := Pattern(size)
		for i := range g {
			if empty(i/size, i%size) {
				g[i] = 0
			}
		}
		return g
	}
	cases := []GridCase{
		{Name: "full", Reason: "a grid without empty cells is its own solution", Problem: Pattern(size), Count: 1},
		{Name: "without the first row", Reason: "each digit of a row follows from its column alone",
			Problem: without(func(row, col int) bool { return row == 0 }), Count: 1},
		{Name: "without the diagonal", Reason: "the last empty cell of every row and column is filled",
			Problem: without(func(row, col int) bool { return row == col }), Count: 1},
	}
	for k := range box {
		cases = append(cases, GridCase{
			Name:    fmt.Sprintf("without %d cycles of two rows", k+1),
			Reason:  "independent choices multiply, and that each solution is counted once",
			Problem: without(func(row, col int) bool { return row < 2 && col%box <= k }),
			Count:   1 << (k + 1),
		})
	}
	return cases
}

// clashing returns grids whose givens break a rule. Some have two givens in an otherwise empty
// grid, and others are full.
func clashing(size int) []GridCase {
	pair := func(i, j int) solvers.Grid {
		g := solvers.NewGrid(size)
		g[i], g[j] = 1, 1
		return g
	}
	twin := Pattern(size)
	twin[len(twin)-1] = twin[len(twin)-2]
	same := solvers.NewGrid(size)
	for i := range same {
		same[i] = uint8(size)
	}
	rows, columns, boxes := Pattern(size), Pattern(size), Pattern(size)
	rows[0], rows[size] = rows[size], rows[0]
	columns[0], columns[1] = columns[1], columns[0]
	for i := range size { // the first rows of two bands change places
		j := i + size*solvers.Box(size)
		boxes[i], boxes[j] = boxes[j], boxes[i]
	}
	return []GridCase{
		{Name: "a row with a digit twice", Reason: "equal givens in a row clash", Problem: pair(0, size-1), Quick: true},
		{Name: "a column with a digit twice", Reason: "equal givens in a column clash", Problem: pair(0, size*(size-1)), Quick: true},
		{Name: "a box with a digit twice", Reason: "equal givens in a box clash", Problem: pair(0, size+1), Quick: true},
		{Name: "full, its last cell wrong", Reason: "a full grid is checked, not believed", Problem: twin, Quick: true},
		{Name: "full, only rows with a digit twice", Reason: "the rows of a full grid are checked", Problem: rows, Quick: true},
		{Name: "full, only columns with a digit twice", Reason: "its columns are", Problem: columns, Quick: true},
		{Name: "full, only boxes with a digit twice", Reason: "its boxes are", Problem: boxes, Quick: true},
		{Name: "full of one digit", Reason: "state survives that many clashes", Problem: same, Quick: true},
	}
}

// dead returns grids whose givens do not break a rule, but leave a cell without a candidate or a
// digit without a place.
func dead(size int) []GridCase {
	cell := solvers.NewGrid(size)
	for c := 1; c < size; c++ {
		cell[c] = uint8(c)
	}
	cell[size*(size-1)] = uint8(size)

	// The first row is full except in its first box, and digit n is in that box already, one row
	// below. So the first row has no place for n.
	digit := solvers.NewGrid(size)
	box := solvers.Box(size)
	for c := box; c < size; c++ {
		digit[c] = uint8(c - box + 1)
	}
	digit[size] = uint8(size)
	return []GridCase{
		{Name: "a cell without a candidate", Reason: "an empty cell needs a candidate", Problem: cell, Quick: true},
		{Name: "a digit without a place", Reason: "a digit needs a place in every unit", Problem: digit, Quick: true},
	}
}

// publishedLines has puzzles, by size, that are known from many programs to have a unique solution.
// All of them need search. There are none of 4x4, which is too small to need search, and none of
// 25x25, which is too large.
var publishedLines = map[int][]string{
	9: {
		"......52..8.4......3...9...5.1...6..2..7........3.....6...1..........7.4.......3.", // statement of POJ 3074
		"1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..", // AI Escargot
		".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....", // Golden Nugget
	},
	16: { // statement of POJ 3076
		"--A----C-----O-I-J--A-B-P-CGF-H---D--F-I-E----P--G-EL-H----M-J------E----C--G----I--K-GA-B---E-J" +
			"D-GP--J-F----A---E---C-B--DP--O-E--F-M--D--L-K-A-C--------O-I-L-H-P-C--F-A--B------G-OD---J----H" +
			"K---J----H-A-P-L--B--P--E--K--A--H--B--K--FI-C----F---C--D--H-N-",
	},
}

func published(size int) (cases []GridCase) {
	for i, l := range publishedLines[size] {
		cases = append(cases, GridCase{
			Name:    fmt.Sprintf("published %d", i+1),
			Reason:  "a puzzle that singles do not solve has the one known solution",
			Problem: must(l),
			Count:   1,
		})
	}
	return cases
}

// mostSolutions is the largest number of solutions that a case may have, so that all can be
// counted.
const mostSolutions = 500

// dug returns random puzzles with few or many solutions, some of them with a wrong given. They are
// shuffled patterns from which cells were removed, and their solutions are counted by Count.
func dug(size int) []GridCase {
	rng := rand.New(rand.NewPCG(1, uint64(size)))
	var cases []GridCase
	for i := range 40 {
		full := Shuffled(size, rng)
		g := slices.Clone(full)
		holes := rng.Perm(len(g))[:len(g)/2+rng.IntN(len(g)/5)]
		for _, c := range holes {
			g[c] = 0
		}
		for _, c := range holes {
			if Count(g, mostSolutions) < mostSolutions {
				break
			}
			g[c] = full[c]
		}
		if i%4 == 3 {
			c := slices.IndexFunc(g, func(d uint8) bool { return d != 0 })
			g[c] = g[c]%uint8(size) + 1
		}
		cases = append(cases, GridCase{
			Name:    fmt.Sprintf("dug %d", i+1),
			Reason:  "counts of random puzzles agree with a plain search",
			Problem: g,
			Count:   Count(g, math.MaxUint64),
			Quick:   g.Conflict() != nil,
		})
	}
	return cases
}

// Shuffled returns the pattern with renamed digits, and with its bands, its stacks, and the rows
// and columns within them in random order.
func Shuffled(size int, rng *rand.Rand) solvers.Grid {
	box := solvers.Box(size)
	lines := func() []int {
		var order []int
		for _, band := range rng.Perm(box) {
			for _, line := range rng.Perm(box) {
				order = append(order, band*box+line)
			}
		}
		return order
	}
	rows, columns, digits := lines(), lines(), rng.Perm(size)
	from, to := Pattern(size), solvers.NewGrid(size)
	for i := range to {
		to[i] = uint8(digits[from[rows[i/size]*size+columns[i%size]]-1]) + 1
	}
	return to
}

func must(line string) solvers.Grid {
	g, err := solvers.ParseGrid(line)
	if err != nil {
		panic(err)
	}
	return g
}
