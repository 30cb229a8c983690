package bitboard

import (
	"math/bits"

	"gridjudge/solvers"
)

// A literal is a variable and a sign: 2v says that v holds, 2v+1 that it does
// not. The exclusive or with 1 negates.
type literal = uint32

const none = ^uint32(0)

// residue is what is left open of a grid, as "exactly one of these literals
// holds" and nothing else. The variables are
//
//	x(cell, digit)          the digit stands in the cell
//	h(row, box column, d)   it stands in these cells of the row
//	v(column, box row, d)   it stands in these cells of the column
//
// h and v are triads: the b cells that a box shares with a line, b the side of
// a box. Only what is open has a variable, and a triad with one open cell is
// that cell's literal. The groups are
//
//	cell   { x(c, d) for the digits d open in c }
//	triad  { x(c, d) for the cells c of the triad, not h(triad, d) }
//	line   { h(row, 0, d) ... h(row, b-1, d) }, likewise for columns
//	box    { h(r, box, d) for the b rows r of the box }, likewise for columns
//
// A digit barred from all triads of a row but one is barred from the rest of
// that box by the box's group: locked candidates are unit propagation here.
type residue struct {
	size, side int
	variables  int
	placements int // variables below are x, from here on triads

	candidates []uint32  // by cell, a bit a digit
	names      []literal // by cell*size+digit: x where it is open
	home       []uint32  // by x variable: cell*size+digit
	triads     []literal // by (line*side+part)*size+digit, rows then columns

	literals []literal // the groups' members, group after group
	start    []uint32  // group g is literals[start[g]:start[g+1]]
	state    []group

	// The groups that a literal is a member of, likewise.
	occurs      []uint32
	occursStart []uint32
}

// group is what propagation needs of a group: how many of its literals are
// not false, and the exclusive or of those, which is the last one's name when
// it is alone.
type group struct {
	open uint32
	rest literal
}

func newResidue(size int) residue {
	b := solvers.Box(size)
	return residue{
		size:       size,
		side:       b,
		candidates: make([]uint32, size*size),
		names:      make([]literal, size*size*size),
		triads:     make([]literal, 2*size*b*size),
	}
}

// most is how many variables there may be.
func (r *residue) most() int { return r.size*r.size*r.size + len(r.triads) }

// read takes a puzzle's candidates: what the givens, and the cells that they
// leave one digit, leave the others. It reports false where a cell is left none.
func (r *residue) read(puzzle solvers.Grid) bool {
	n, b := r.size, r.side
	for cell, d := range puzzle {
		r.candidates[cell] = 1<<n - 1
		if d != 0 {
			r.candidates[cell] = 1 << (d - 1)
		}
	}
	r.home = r.home[:0] // here: the cells with one candidate, in order of discovery
	for cell, c := range r.candidates {
		if c&(c-1) == 0 {
			r.home = append(r.home, uint32(cell))
		}
	}
	for i := 0; i < len(r.home); i++ {
		cell := int(r.home[i])
		row, col := cell/n, cell%n
		digit := r.candidates[cell]
		for j := range n {
			for _, peer := range [3]int{row*n + j, j*n + col, (row/b*b+j/b)*n + col/b*b + j%b} {
				c := r.candidates[peer]
				if c&digit == 0 || peer == cell {
					continue
				}
				c &^= digit
				r.candidates[peer] = c
				if c == 0 {
					return false
				}
				if c&(c-1) == 0 {
					r.home = append(r.home, uint32(peer))
				}
			}
		}
	}
	return true
}

// build makes variables and groups of the candidates.
func (r *residue) build() {
	n := r.size
	r.literals, r.start, r.state, r.home = r.literals[:0], r.start[:0], r.state[:0], r.home[:0]
	for cell, c := range r.candidates {
		if c&(c-1) == 0 {
			continue
		}
		for ; c != 0; c &= c - 1 {
			at := uint32(cell*n + bits.TrailingZeros32(c))
			r.names[at] = literal(2 * len(r.home))
			r.add(r.names[at])
			r.home = append(r.home, at)
		}
		r.seal()
	}
	r.placements = len(r.home)
	r.variables = r.placements
	for line := range n {
		for part := range r.side {
			r.addTriads(line, part, 0)
			r.addTriads(line, part, 1)
		}
	}
	columns := len(r.triads) / 2
	for of := 0; of <= columns; of += columns {
		for line := range n {
			for d := range n {
				for part := range r.side {
					r.add(r.triads[of+(line*r.side+part)*n+d])
				}
				r.seal()
				for i := range r.side {
					// The box whose first line is line/side*side and whose part is line%side.
					r.add(r.triads[of+((line-line%r.side+i)*r.side+line%r.side)*n+d])
				}
				r.seal()
			}
		}
	}
	r.start = append(r.start, uint32(len(r.literals)))
	r.index()
}

// addTriads names the triads of a part of a row, or of a column where
// vertical is 1, and adds the groups that define them.
func (r *residue) addTriads(line, part, vertical int) {
	n, b := r.size, r.side
	from, step := line*n+part*b, 1
	if vertical == 1 {
		from, step = part*b*n+line, n
	}
	at := vertical*len(r.triads)/2 + (line*b+part)*n
	for d := range n {
		first, count := none, 0
		for i := range b {
			c := r.candidates[from+i*step]
			if c>>d&1 != 0 && c&(c-1) != 0 {
				first = r.names[(from+i*step)*n+d]
				r.add(first)
				count++
			}
		}
		if count < 2 {
			r.literals = r.literals[:len(r.literals)-count]
			r.triads[at+d] = first
			continue
		}
		name := literal(2 * r.variables)
		r.variables++
		r.triads[at+d] = name
		r.add(name ^ 1)
		r.seal()
	}
}

// add puts a literal into the group being made.
func (r *residue) add(l literal) {
	if l != none {
		r.literals = append(r.literals, l)
	}
}

// seal ends the group being made; one without literals belongs to a digit
// that has its place.
func (r *residue) seal() {
	from := 0
	if g := len(r.state); g > 0 {
		from = int(r.start[g-1]) + int(r.state[g-1].open)
	}
	if from == len(r.literals) {
		return
	}
	g := group{open: uint32(len(r.literals) - from)}
	for _, l := range r.literals[from:] {
		g.rest ^= l
	}
	r.start = append(r.start, uint32(from))
	r.state = append(r.state, g)
}

// index lists the groups by literal.
func (r *residue) index() {
	if cap(r.occursStart) < 2*r.variables+1 {
		r.occursStart = make([]uint32, 2*r.most()+1)
	}
	r.occursStart = r.occursStart[:2*r.variables+1]
	clear(r.occursStart)
	for _, l := range r.literals {
		r.occursStart[l]++
	}
	sum := uint32(0)
	for i, count := range r.occursStart {
		sum += count
		r.occursStart[i] = sum
	}
	if cap(r.occurs) < len(r.literals) {
		r.occurs = make([]uint32, len(r.literals), 2*len(r.literals))
	}
	r.occurs = r.occurs[:len(r.literals)]
	for g := range r.state {
		for _, l := range r.literals[r.start[g]:r.start[g+1]] {
			r.occursStart[l]--
			r.occurs[r.occursStart[l]] = uint32(g)
		}
	}
}

// groupsOf are the groups that a literal is a member of.
func (r *residue) groupsOf(l literal) []uint32 {
	return r.occurs[r.occursStart[l]:r.occursStart[l+1]]
}
