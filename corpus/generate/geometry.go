package generate

import (
	"slices"
	"sync"

	"gridjudge/solvers"
)

// geometry is what depends on the grid size alone. A variable says "this cell
// holds this digit"; its number is cell*size + digit - 1. A unit is a set of
// size variables of which exactly one is true: a cell, or a digit in a row, a
// column or a box.
type geometry struct {
	size, box int
	cells     int        // size * size
	vars      int        // cells * size
	units     int        // 4 * cells
	unitVars  []int32    // the variables of unit u: [u*size, (u+1)*size)
	boxOf     []uint8    // per cell
	peers     [][]int32  // per variable: those that are false when it is true
	varUnits  [][4]int32 // per variable: its cell, row, column and box
}

var geometries sync.Map // int -> *geometry

// geometryOf returns the geometry of a size, made at first use and then shared.
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
		boxOf:    make([]uint8, cells),
		peers:    make([][]int32, cells*n),
	}
	filled := make([]int, g.units)
	for cell := range cells {
		r, c := cell/n, cell%n
		b := r/g.box*g.box + c/g.box
		g.boxOf[cell] = uint8(b)
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
				if int(other) != v && !slices.Contains(g.peers[v], other) {
					g.peers[v] = append(g.peers[v], other)
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

// variable returns the variable that says "cell holds digit".
func (g *geometry) variable(cell int, digit uint8) int32 {
	return int32(cell*g.size + int(digit) - 1)
}
