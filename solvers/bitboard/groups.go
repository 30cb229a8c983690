package bitboard

import (
	"sync"

	"gridjudge/solvers"
)

// A literal is a variable and a sign: 2v says that v holds, 2v+1 that it does
// not. The exclusive or with 1 negates.
type literal = uint32

// none stands for "no group" in an occurrence list.
const none = ^uint32(0)

// groups is a size's Sudoku as "exactly one of these literals holds", and
// nothing else. The variables are
//
//	x(cell, digit)          the digit stands in the cell           n*n*n
//	h(row, box column, d)   it stands in these cells of the row    n*b*n
//	v(column, box row, d)   it stands in these cells of the column n*b*n
//
// with n the size and b the side of a box: h and v are triads, b cells shared
// by a box and a line. The groups are
//
//	cell   { x(c, 1) ... x(c, n) }
//	triad  { x(c, d) for the b cells c of the triad, not h(triad, d) }
//	line   { h(row, 0, d) ... h(row, b-1, d) }, likewise for columns
//	box    { h(r, box, d) for the b rows r of the box }, likewise for columns
//
// A digit barred from all triads of a row but one is barred from the rest of
// that box by the box's group: locked candidates are unit propagation here.
type groups struct {
	size      int
	cells     int // variables below are x, from here on triads
	variables int

	literals []literal // the groups' members, group after group
	start    []uint32  // group g is literals[start[g]:start[g+1]]
	fresh    []group   // the state of all groups in an empty grid

	// occurs lists by literal the groups that it is a member of, at most
	// three, then none.
	occurs [][3]uint32
}

// group is what propagation needs of a group: how many of its literals are
// not false, and the exclusive or of those, which is the last one's name when
// it is alone.
type group struct {
	open uint32
	rest literal
}

var groupTables [solvers.MaxSize + 1]struct {
	once sync.Once
	*groups
}

// groupsOf is the table of a size, made once and shared.
func groupsOf(size int) *groups {
	t := &groupTables[size]
	t.once.Do(func() { t.groups = makeGroups(size) })
	return t.groups
}

func makeGroups(n int) *groups {
	b := solvers.Box(n)
	t := &groups{size: n, cells: n * n * n, variables: n*n*n + 2*n*b*n}
	t.occurs = make([][3]uint32, 2*t.variables)
	for i := range t.occurs {
		t.occurs[i] = [3]uint32{none, none, none}
	}
	x := func(row, col, d int) literal { return literal(2 * ((row*n+col)*n + d)) }
	h := func(row, box, d int) literal { return literal(2 * (t.cells + (row*b+box)*n + d)) }
	v := func(col, box, d int) literal { return literal(2 * (t.cells + n*b*n + (col*b+box)*n + d)) }

	var members []literal
	add := func(l literal) { members = append(members, l) }
	flush := func() {
		g := uint32(len(t.start))
		state := group{open: uint32(len(members))}
		for _, l := range members {
			state.rest ^= l
			o := &t.occurs[l]
			for i := range o {
				if o[i] == none {
					o[i] = g
					break
				}
			}
		}
		t.start = append(t.start, uint32(len(t.literals)))
		t.literals = append(t.literals, members...)
		t.fresh = append(t.fresh, state)
		members = members[:0]
	}
	for line := range n {
		for i := range n {
			for d := range n {
				add(x(line, i, d))
			}
			flush()
		}
	}
	for d := range n {
		for line := range n {
			for part := range b {
				for i := range b {
					add(x(line, part*b+i, d))
				}
				add(h(line, part, d) ^ 1)
				flush()
				for i := range b {
					add(x(part*b+i, line, d))
				}
				add(v(line, part, d) ^ 1)
				flush()
			}
			for part := range b {
				add(h(line, part, d))
			}
			flush()
			for part := range b {
				add(v(line, part, d))
			}
			flush()
		}
		for box := range n {
			for i := range b {
				add(h(box/b*b+i, box%b, d))
			}
			flush()
			for i := range b {
				add(v(box%b*b+i, box/b, d))
			}
			flush()
		}
	}
	t.start = append(t.start, uint32(len(t.literals)))
	return t
}
