package cdcl

import (
	"math/bits"

	"gridjudge/solvers"
)

// units is the number of units of one kind, rounded up to a power of two: an
// index modulo units needs no check of bounds.
const units = 32

// singles places naked singles (cells with one candidate) and hidden singles
// (digits with one cell left in a unit). A unit is a row (kind 0), a column (1) or a
// box (2).
type singles struct {
	size       int
	memberOf   []membership             // by cell
	cells      [3][units * units]uint16 // by kind, unit and position
	candidates []uint32                 // by cell, one bit per digit
	placed     []bool                   // by cell: its peers have lost its digit
	empty      int                      // cells that are not placed
}

// membership tells which units hold a cell, and at which position.
type membership struct{ unit, position [3]uint8 }

func newSingles(size int) singles {
	p := singles{
		size:       size,
		memberOf:   make([]membership, size*size),
		candidates: make([]uint32, size*size),
		placed:     make([]bool, size*size),
	}
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

// unit returns the cells of a unit.
func (p *singles) unit(kind, unit int) []uint16 { return p.cells[kind][unit*units:][:p.size] }

// place puts the digit of a bit into a cell. It reports false if that leaves a peer
// without a candidate.
func (p *singles) place(cell int, bit uint32) bool {
	p.candidates[cell], p.placed[cell] = bit, true
	p.empty--
	for kind, unit := range p.memberOf[cell].unit {
		for _, peer := range p.unit(kind, int(unit)) {
			if int(peer) != cell {
				p.candidates[peer] &^= bit
				if p.candidates[peer] == 0 {
					return false
				}
			}
		}
	}
	return true
}

// load places the givens of puzzle. It reports false if they leave a cell without a
// candidate.
func (p *singles) load(puzzle solvers.Grid) bool {
	for cell := range p.candidates {
		p.candidates[cell], p.placed[cell] = 1<<p.size-1, false
	}
	p.empty = len(puzzle)
	for cell, d := range puzzle {
		if d != 0 && (p.candidates[cell]>>(d-1)&1 == 0 || !p.place(cell, 1<<(d-1))) {
			return false
		}
	}
	return true
}

// propagate places singles until there are none. It reports false if a cell has
// no candidate left or a digit no cell.
func (p *singles) propagate() bool {
	for before := -1; p.empty != before; {
		before = p.empty
		for cell := range p.candidates {
			if c := p.candidates[cell]; !p.placed[cell] && c&(c-1) == 0 && !p.place(cell, c) {
				return false
			}
		}
		for kind := range 3 {
			for unit := range p.size {
				if !p.placeHidden(kind, unit) {
					return false
				}
			}
		}
	}
	return true
}

// placeHidden places the hidden singles of a unit. It reports false if a digit has no
// cell, or two digits have one.
func (p *singles) placeHidden(kind, unit int) bool {
	var once, twice uint32
	for _, cell := range p.unit(kind, unit) {
		twice |= once & p.candidates[cell]
		once |= p.candidates[cell]
	}
	if once != 1<<p.size-1 {
		return false
	}
	for _, cell := range p.unit(kind, unit) {
		hidden := p.candidates[cell] &^ twice
		if hidden == 0 || p.placed[cell] {
			continue
		}
		if hidden&(hidden-1) != 0 || !p.place(int(cell), hidden) {
			return false
		}
	}
	return true
}

// write writes the candidates of cells that all have one.
func (p *singles) write(g solvers.Grid) {
	for cell, c := range p.candidates {
		g[cell] = uint8(bits.Len32(c))
	}
}
