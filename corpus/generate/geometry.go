package generate

import (
	"slices"
	"sync"

	"gridjudge/solvers"
)

// geometry is what a grid size fixes once and for all. A variable says "this
// cell holds this digit" and is numbered cell*size + digit - 1. A unit is a set
// of size variables of which exactly one is true: a cell, a digit in a row, in
// a column, in a box.
type geometry struct {
	size, box int
	cells     int        // size * size
	vars      int        // cells * size
	units     int        // 4 * cells
	unitVars  []int32    // the variables of unit u: [u*size, (u+1)*size)
	boxes     []uint8    // by cell: its box
	rivals    [][]int32  // by variable: those that it rules out when true
	varUnits  [][4]int32 // cell, row, column, box
}

var geometries sync.Map // int -> *geometry

// geometryOf is the geometry of a size, built at first use and then shared.
func geometryOf(size int) *geometry {
	if g, ok := geometries.Load(size); ok {
		return g.(*geometry)
	}
	g, _ := geometries.LoadOrStore(size, newGeometry(size))
	return g.(*geometry)
}

func newGeometry(n int) *geometry {
	cells := n * n
	g := &geometry{
		size: n, box: solvers.Box(n), cells: cells, vars: cells * n, units: 4 * cells,
		unitVars: make([]int32, 4*cells*n),
		varUnits: make([][4]int32, cells*n),
		boxes:    make([]uint8, cells),
		rivals:   make([][]int32, cells*n),
	}
	filled := make([]int, g.units)
	for cell := range cells {
		r, c := cell/n, cell%n
		b := r/g.box*g.box + c/g.box
		g.boxes[cell] = uint8(b)
		for d := range n {
			v := cell*n + d
			units := [4]int32{int32(cell), int32(cells + r*n + d), int32(2*cells + c*n + d), int32(3*cells + b*n + d)}
			g.varUnits[v] = units
			for _, u := range units {
				g.unitVars[int(u)*n+filled[u]] = int32(v)
				filled[u]++
			}
		}
	}
	for v := range g.vars {
		for _, u := range g.varUnits[v] {
			for _, other := range g.unit(u) {
				if int(other) != v && !slices.Contains(g.rivals[v], other) {
					g.rivals[v] = append(g.rivals[v], other)
				}
			}
		}
	}
	return g
}

// unit lists the variables of unit u.
func (g *geometry) unit(u int32) []int32 {
	return g.unitVars[int(u)*g.size : (int(u)+1)*g.size]
}
