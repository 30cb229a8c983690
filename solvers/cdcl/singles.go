package cdcl

import (
	"math/bits"

	"gridjudge/solvers"
)

// units is the number of units of one kind, rounded up to a power of two: an
// index modulo units needs no check of bounds.
const units = 32

// masks is a grid as bit masks. A unit is a row (kind 0), a column (1) or a box
// (2).
type masks struct {
	free  [3][units]uint32 // by kind and unit: digits that are not placed in it
	open  [3][units]uint32 // by kind and unit: positions without a digit
	empty int              // cells without a digit
}

// membership tells which units hold a cell, and at which position.
type membership struct{ unit, position [3]uint8 }

// digits returns the digits that an empty cell can hold.
func (m *masks) digits(of *membership) uint32 {
	u := &of.unit
	return m.free[0][u[0]%units] & m.free[1][u[1]%units] & m.free[2][u[2]%units]
}

// singles places naked singles (cells with one candidate) and hidden singles
// (digits with one cell left in a unit).
type singles struct {
	size     int
	memberOf []membership             // by cell
	cells    [3][units * units]uint16 // by kind, unit and position
	grid     solvers.Grid             // the digits placed so far
}

func newSingles(size int) singles {
	p := singles{size: size, memberOf: make([]membership, size*size), grid: solvers.NewGrid(size)}
	b := solvers.Box(size)
	for cell := range p.memberOf {
		row, col := cell/size, cell%size
		m := membership{
			unit:     [3]uint8{uint8(row), uint8(col), uint8(row/b*b + col/b)},
			position: [3]uint8{uint8(col), uint8(row), uint8(row%b*b + col%b)},
		}
		p.memberOf[cell] = m
		for kind := range 3 {
			p.cells[kind][int(m.unit[kind])*units+int(m.position[kind])] = uint16(cell)
		}
	}
	return p
}

// place puts the digit of a bit into a cell.
func (p *singles) place(m *masks, cell uint16, bit uint32) {
	of := &p.memberOf[cell]
	for kind := range 3 {
		m.free[kind][of.unit[kind]%units] &^= bit
		m.open[kind][of.unit[kind]%units] &^= 1 << (of.position[kind] % units)
	}
	m.empty--
	p.grid[cell] = uint8(bits.Len32(bit))
}

// load sets m to the givens of puzzle. It reports false if two of them clash.
func (p *singles) load(m *masks, puzzle solvers.Grid) bool {
	for kind := range 3 {
		for u := range p.size {
			m.free[kind][u] = 1<<p.size - 1
			m.open[kind][u] = 1<<p.size - 1
		}
	}
	m.empty = len(puzzle)
	for cell, d := range puzzle {
		if d == 0 {
			continue
		}
		bit := uint32(1) << (d - 1)
		if m.digits(&p.memberOf[cell])&bit == 0 {
			return false
		}
		p.place(m, uint16(cell), bit)
	}
	return true
}

// propagate places singles until there are none. It reports false if a cell has
// no digit left or a digit no cell.
func (p *singles) propagate(m *masks) bool {
	// One pass over each kind that places nothing shows that nothing is left.
	for kind, idle := 0, 0; m.empty > 0 && idle < 3; kind = (kind + 1) % 3 {
		before := m.empty
		for u := range p.size {
			if m.open[kind][u] != 0 && !p.placeIn(m, kind, u) {
				return false
			}
		}
		idle++
		if m.empty < before {
			idle = 0
		}
	}
	return true
}

// placeIn places the singles of one unit. It reports false if a cell has no
// digit left or a digit no cell.
func (p *singles) placeIn(m *masks, kind, unit int) bool {
	cells := p.cells[kind][unit*units:][:units]
	var once, twice uint32
	for open := m.open[kind][unit]; open != 0; open &= open - 1 {
		cell := cells[bits.TrailingZeros32(open)%units]
		digits := m.digits(&p.memberOf[cell])
		if digits&(digits-1) == 0 {
			if digits == 0 {
				return false
			}
			p.place(m, cell, digits)
		}
		twice |= once & digits
		once |= digits
	}
	if m.free[kind][unit]&^once != 0 {
		return false
	}
	for hidden := once &^ twice & m.free[kind][unit]; hidden != 0; hidden &= hidden - 1 {
		if !p.placeHidden(m, cells, m.open[kind][unit], hidden&-hidden) {
			return false
		}
	}
	return true
}

// placeHidden puts a digit into the one of the open cells that can hold it. It
// reports false if another hidden single has taken that cell.
func (p *singles) placeHidden(m *masks, cells []uint16, open, bit uint32) bool {
	for ; open != 0; open &= open - 1 {
		if cell := cells[bits.TrailingZeros32(open)%units]; m.digits(&p.memberOf[cell])&bit != 0 {
			p.place(m, cell, bit)
			return true
		}
	}
	return false
}

// copyCandidates writes the candidates of every cell, one bit per digit.
func (p *singles) copyCandidates(m *masks, candidates []uint32) {
	for cell, d := range p.grid {
		if m.open[0][cell/p.size]>>(cell%p.size)&1 == 0 {
			candidates[cell] = 1 << (d - 1)
		} else {
			candidates[cell] = m.digits(&p.memberOf[cell])
		}
	}
}
