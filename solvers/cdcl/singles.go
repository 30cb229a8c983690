package cdcl

import (
	"math/bits"

	"gridjudge/solvers"
)

// units is the number of units of one kind, rounded up to a power of two, so that an index modulo
// units needs no bounds check.
const units = 32

// membership tells which units contain a cell, and at which position.
type membership struct{ unit, position [3]uint8 }

// singles places naked singles (cells with one candidate) and hidden singles (digits with one
// possible cell in a unit). A unit is a row (kind 0), a column (1) or a box (2).
type singles struct {
	size     int
	memberOf []membership             // by cell
	cells    [3][units * units]uint16 // by kind, unit and position

	grid  solvers.Grid     // the digits placed so far
	free  [3][units]uint32 // by kind and unit: digits that are not placed in it
	open  [3][units]uint32 // by kind and unit: positions without a digit
	empty int              // cells without a digit
}

// digits returns the digits that an empty cell can hold.
func (p *singles) digits(member *membership) uint32 {
	u := &member.unit
	return p.free[0][u[0]%units] & p.free[1][u[1]%units] & p.free[2][u[2]%units]
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

// place puts a digit, which is given as a bit, into a cell.
func (p *singles) place(cell uint16, bit uint32) {
	member := &p.memberOf[cell]
	for kind := range 3 {
		p.free[kind][member.unit[kind]%units] &^= bit
		p.open[kind][member.unit[kind]%units] &^= 1 << (member.position[kind] % units)
	}
	p.empty--
	p.grid[cell] = uint8(bits.Len32(bit))
}

// load places the givens of puzzle. It returns false if two of them clash.
func (p *singles) load(puzzle solvers.Grid) bool {
	for kind := range 3 {
		for u := range p.size {
			p.free[kind][u] = 1<<p.size - 1
			p.open[kind][u] = 1<<p.size - 1
		}
	}
	p.empty = len(puzzle)
	for cell, d := range puzzle {
		if d == 0 {
			continue
		}
		bit := uint32(1) << (d - 1)
		if p.digits(&p.memberOf[cell])&bit == 0 {
			return false
		}
		p.place(uint16(cell), bit)
	}
	return true
}

// propagate places singles until there are none left. It returns false if it finds a cell without a
// candidate, or a digit without a cell in a unit.
func (p *singles) propagate() bool {
	// If one pass over each kind places nothing, nothing is left to place.
	for kind, idle := 0, 0; p.empty > 0 && idle < 3; kind = (kind + 1) % 3 {
		before := p.empty
		for u := range p.size {
			if p.open[kind][u] != 0 && !p.placeIn(kind, u) {
				return false
			}
		}
		idle++
		if p.empty < before {
			idle = 0
		}
	}
	return true
}

// placeIn places the singles of one unit. It returns false if it finds a cell without a candidate,
// or a digit without a cell.
func (p *singles) placeIn(kind, unit int) bool {
	cells := p.cells[kind][unit*units:][:units]
	var once, twice uint32
	for open := p.open[kind][unit]; open != 0; open &= open - 1 {
		cell := cells[bits.TrailingZeros32(open)%units]
		digits := p.digits(&p.memberOf[cell])
		if digits&(digits-1) == 0 {
			if digits == 0 {
				return false
			}
			p.place(cell, digits)
		}
		twice |= once & digits
		once |= digits
	}
	free := p.free[kind][unit]
	if free&^once != 0 {
		return false
	}
	hidden := free &^ twice
	for open := p.open[kind][unit]; open != 0 && hidden != 0; open &= open - 1 {
		cell := cells[bits.TrailingZeros32(open)%units]
		if digits := hidden & p.digits(&p.memberOf[cell]); digits != 0 {
			p.place(cell, digits&-digits) // If there is a second digit, the next pass finds that it has no cell.
			hidden &^= digits
		}
	}
	return true
}

// copyCandidates writes the candidates of every cell, as one bit per digit.
func (p *singles) copyCandidates(candidates []uint32) {
	for cell, d := range p.grid {
		if p.open[0][cell/p.size]>>(cell%p.size)&1 == 0 {
			candidates[cell] = 1 << (d - 1)
		} else {
			candidates[cell] = p.digits(&p.memberOf[cell])
		}
	}
}
