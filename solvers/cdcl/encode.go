package cdcl

import (
	"math/bits"
	"slices"

	"gridjudge/solvers"
)

// variable is the number of a variable, from 0.
type variable uint32

// literal is a variable with a sign: 2v says that v is true, and 2v+1 says that it is false.
type literal uint32

const noLiteral = ^literal(0)

// literal returns the literal that says that v is true.
func (v variable) literal() literal { return literal(2 * v) }

func (l literal) variable() variable { return variable(l >> 1) }
func (l literal) negative() bool     { return l&1 != 0 }
func (l literal) not() literal       { return l ^ 1 }

// groupNumber is the index of a group in encoding.groups.
type groupNumber uint32

// triadNumber is the number of a triad. The triads of the rows come first, row by row, and then the triads of the
// columns.
type triadNumber uint16

// encoding states the open part of a grid as exactly-one groups, which are sets of literals of
// which exactly one must be true. Variable 0 is always true (see truth). There are three other kinds
// of variables:
//
//	x(cell, digit)          the digit is in the cell
//	h(row, box column, d)   d is in these cells of the row
//	v(column, box row, d)   d is in these cells of the column
//
// h and v belong to triads: the b cells that a box shares with a row or a column, where b is the
// side of a box. Only open candidates have variables. If a digit has only one open cell in a triad,
// the literal of that cell takes the place of h or v. The groups are
//
//	cell   { x(c, d) for the digits d open in c }
//	triad  { x(c, d) for the cells c of the triad, not h(triad, d) }
//	line   { h(row, 0, d) ... h(row, b-1, d) }, and the same for columns
//	box    { h(r, box, d) for the b rows r of the box }, and the same for columns
//
// Unit propagation on these groups finds locked candidates. For example, if a digit is possible in
// only one triad of a row, the group of the row makes that h true, and then the group of the box
// excludes the digit from the other rows of that box.
//
// At the end, in grids above 9x9, simplify replaces equal literals by a single one, so an x, h or v
// may become the negation of a variable, or a fact.
type encoding struct {
	size, side int
	variables  int

	candidates []uint32  // by cell, one bit per digit
	open       []uint32  // the open candidates, as cell*size+digit
	literalOf  []literal // by candidate: its x; only valid if the candidate is open
	triads     []literal // the literals of triad t by digit are triads[t*size:][:size]
	equalities equalities

	literals []literal // the members of the groups, group after group
	start    []uint32  // group g is literals[start[g]:start[g+1]]
	groups   []group

	// By literal, the groups that contain it. The groups of a variable and of its negation are adjacent.
	occurs lists[occurrence]

	updates []uint16 // by literal: how many digits or options it chooses
}

// group is the state of an exactly-one group. When all of its literals but one are false, the last
// one must be true. Propagation has to find this literal without looking at all literals of the
// group. Therefore a group holds two numbers: in the low half, how many literals are not false,
// and in the high half, the sum of these literals. For example, when literals 4 and 9 are left,
// the count is 2 and the sum is 13. If 9 then becomes false, the count is 1, and the sum is 4,
// which is the literal that is left. A single subtraction updates both halves.
//
// If propagation has seen a true literal, satisfied is added to the low half.
type group uint64

// satisfied is added to a group that has a true literal. Such a group needs no more checks, and
// with this large number the usual test, open > 1, skips it without another branch that might be
// mispredicted.
const satisfied group = 1 << 28

// occurrence is one occurrence of a variable in a group or a triad: the number of the group or triad,
// and in the lowest bit whether the member is the negation of the variable.
type occurrence uint32

func (o occurrence) group() groupNumber { return groupNumber(o >> 1) }
func (o occurrence) triad() triadNumber { return triadNumber(o >> 1) }

// member returns what a literal contributes to its group as long as it is not false.
func member(l literal) group { return group(l)<<32 + 1 }

func (g group) open() uint32 { return uint32(g) }

// sum returns the sum of the literals that are not false. If there is only one, this is that
// literal.
func (g group) sum() literal { return literal(g >> 32) }

func newEncoding(size int) encoding {
	b := solvers.Box(size)
	return encoding{
		size:       size,
		side:       b,
		candidates: make([]uint32, size*size),
		literalOf:  make([]literal, size*size*size),
		triads:     make([]literal, 2*size*b*size),
	}
}

// maxVariables returns the largest number of variables that a grid of this size may need.
func (e *encoding) maxVariables() int { return 1 + e.size*e.size*e.size + len(e.triads) }

// build makes the variables and groups from the candidates. It returns false if it meets a contradiction.
func (e *encoding) build() bool {
	n := e.size
	e.literals, e.start, e.groups, e.open = e.literals[:0], append(e.start[:0], 0), e.groups[:0], e.open[:0]
	e.variables = 1 // truth
	for cell, c := range e.candidates {
		if c&(c-1) == 0 {
			continue
		}
		for ; c != 0; c &= c - 1 {
			candidate := uint32(cell*n + bits.TrailingZeros32(c))
			e.literalOf[candidate] = variable(e.variables).literal()
			e.variables++
			e.add(e.literalOf[candidate])
			e.open = append(e.open, candidate)
		}
		e.endGroup()
	}
	columns, side := triadNumber(n*e.side), triadNumber(e.side)
	for t := range columns {
		e.addTriads(t)
		e.addTriads(columns + t)
	}
	for line := range 2 * triadNumber(n) {
		box := line/side*side*side + line%side // the first triad of a box: the triads of a box are side numbers apart
		for d := range n {
			for i := range side {
				e.add(e.triad(line*side + i)[d])
			}
			e.endGroup()
			for i := range side {
				e.add(e.triad(box + i*side)[d])
			}
			e.endGroup()
		}
	}
	if n > 9 && !e.simplify() { // At 9x9, it costs more than it saves.
		return false
	}
	e.add(truth)
	e.endGroup()
	e.indexGroups()
	e.clearUpdates()
	for _, candidate := range e.open {
		e.updates[e.literalOf[candidate]]++
	}
	return true
}

// addTriads sets the literals of a triad, and adds the groups that define them.
func (e *encoding) addTriads(t triadNumber) {
	from := e.cellOf(t, 0)
	step := e.cellOf(t, 1) - from
	triad := e.triad(t)
	for d := range triad {
		first, count := noLiteral, 0
		for i := range e.side {
			cell := from + i*step
			if c := e.candidates[cell]; c>>d&1 != 0 && c&(c-1) != 0 {
				first = e.literalOf[cell*e.size+d]
				e.add(first)
				count++
			}
		}
		if count < 2 {
			e.literals = e.literals[:len(e.literals)-count]
			triad[d] = first
			continue
		}
		triad[d] = variable(e.variables).literal()
		e.variables++
		e.add(triad[d].not())
		e.endGroup()
	}
}

// add appends a literal to the group that is being made, unless it is noLiteral.
func (e *encoding) add(l literal) {
	if l != noLiteral {
		e.literals = append(e.literals, l)
	}
}

// endGroup ends the group that is being made. An empty group is dropped: its digit has been placed
// already, or simplify has found that it says nothing more.
func (e *encoding) endGroup() {
	from := int(e.start[len(e.groups)])
	if from == len(e.literals) {
		return
	}
	g := group(0)
	for _, l := range e.literals[from:] {
		g += member(l)
	}
	e.start = append(e.start, uint32(len(e.literals)))
	e.groups = append(e.groups, g)
}

// clearUpdates makes room for the updates of all literals.
func (e *encoding) clearUpdates() {
	e.updates = slices.Grow(e.updates[:0], 2*e.variables)[:2*e.variables]
	clear(e.updates)
}

// indexGroups lists, for each literal, the groups that contain it.
func (e *encoding) indexGroups() {
	e.occurs.reset(2 * e.variables)
	for _, l := range e.literals {
		e.occurs.count(uint32(l))
	}
	e.occurs.allocate()
	for g := range e.groups {
		for _, l := range e.members(groupNumber(g)) {
			e.occurs.put(uint32(l), occurrence(g<<1)|occurrence(l&1))
		}
	}
}

// members returns the literals of a group.
func (e *encoding) members(g groupNumber) []literal {
	return e.literals[e.start[g]:e.start[g+1]]
}

// triad returns the literals of a triad by digit; noLiteral means that the digit has no place
// there.
func (e *encoding) triad(t triadNumber) []literal {
	return e.triads[int(t)*e.size:][:e.size]
}

// cellOf returns the i-th cell of a triad.
func (e *encoding) cellOf(t triadNumber, i int) int {
	line, part := int(t)/e.side%e.size, int(t)%e.side
	if int(t) < e.size*e.side {
		return line*e.size + part*e.side + i
	}
	return (part*e.side+i)*e.size + line
}

// leastGroup returns the size of the smallest group that contains the literal of an open variable. If
// all of its groups contain the negation, it returns a number that is larger than any size.
func (e *encoding) leastGroup(v variable) float64 {
	least := uint32(satisfied)
	for _, o := range e.occurs.of(uint32(v.literal())) {
		least = min(least, e.groups[o.group()].open())
	}
	return float64(least)
}

// span returns where in occurs the groups of a variable begin, where the groups of its negation
// begin, and where these end.
func (e *encoding) span(v variable) (positive, negative, end uint32) {
	start := e.occurs.start[v.literal():][:3]
	return start[0], start[1], start[2]
}

// reopen undoes the changes that the propagation of these true literals has made to groups.
func (e *encoding) reopen(literals []literal) {
	occurs, groups := e.occurs.items, e.groups
	for _, l := range literals {
		from, _, to := e.span(l.variable())
		var added [2]group
		added[l&1], added[l.not()&1] = satisfied, -member(l.not())
		for ; from < to; from++ {
			o := occurs[from]
			groups[o.group()] -= added[o&1]
		}
	}
}
