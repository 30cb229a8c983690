package matrices

import (
	"math/rand/v2"
	"slices"

	"gridjudge/solvers"
)

// colored collects the options of a matrix with colours. Its first items are primary.
type colored struct {
	solvers.Matrix
	items, colors []int32 // of the option that is being made
}

// use adds an item to the option that is being made, in a colour, or in none if color is 0.
func (m *colored) use(item, color int) {
	m.items, m.colors = append(m.items, int32(item)), append(m.colors, int32(color))
}

// end ends an option.
func (m *colored) end() {
	m.AddColored(m.items, m.colors)
	m.items, m.colors = m.items[:0], m.colors[:0]
}

// edges numbers the edges between the cells of a board, after the given number of other items.
type edges struct{ rows, columns, before int }

// count returns the number of edges: those between cells of a row come first.
func (e edges) count() int { return e.rows*(e.columns-1) + (e.rows-1)*e.columns }

// of returns the edges of a cell: above it, to the right, below, and to the left; -1 at the border.
func (e edges) of(row, column int) [4]int {
	beside, below := e.before+row*(e.columns-1)+column, e.before+e.rows*(e.columns-1)+row*e.columns+column
	around := [4]int{below - e.columns, beside, below, beside - 1}
	for side, outside := range [4]bool{row == 0, column == e.columns-1, row == e.rows-1, column == 0} {
		if outside {
			around[side] = -1
		}
	}
	return around
}

// MacMahon makes the problem of MacMahon's squares (1921). A square has four coloured edges, and there is one square
// for each pattern of the colours. Put squares on the board so that edges that touch have the same colour, and all
// edges at the border of the board have colour 1. Squares may be turned, but not turned over, and each square may be
// used only once.
//
// An option puts a square on a cell, turned in one of its ways. The cells are primary items, because each cell needs a
// square. If there are as many squares as cells, each square must be used, so the squares are primary items, too.
// Otherwise they are secondary, without colours. The edges inside the board are secondary items whose colours must
// agree.
func MacMahon(rows, columns, colors int) *solvers.Matrix {
	var squares [][4]int
	for n := range colors * colors * colors * colors {
		square := [4]int{n % colors, n / colors % colors, n / colors / colors % colors, n / colors / colors / colors}
		if !slices.ContainsFunc(turned(square), func(other [4]int) bool { return slices.Compare(other[:], square[:]) < 0 }) {
			squares = append(squares, square)
		}
	}
	cells := rows * columns
	e := edges{rows, columns, cells + len(squares)}
	m := &colored{Matrix: solvers.Matrix{Primary: cells, Secondary: len(squares) + e.count()}}
	if cells == len(squares) {
		m.Primary, m.Secondary = cells+len(squares), e.count()
	}
	for n, square := range squares {
		for cell := range cells {
			around := e.of(cell/columns, cell%columns)
			for _, turn := range turned(square) {
				fits := true
				for side, edge := range around {
					fits = fits && (edge >= 0 || turn[side] == 0)
				}
				if !fits {
					continue
				}
				m.use(cell, 0)
				m.use(cells+n, 0)
				for side, edge := range around {
					if edge >= 0 {
						m.use(edge, turn[side]+1)
					}
				}
				m.end()
			}
		}
	}
	return &m.Matrix
}

// turned returns a square in all its different positions.
func turned(square [4]int) (all [][4]int) {
	for turn := range 4 {
		s := [4]int{square[turn], square[(turn+1)%4], square[(turn+2)%4], square[(turn+3)%4]}
		if !slices.Contains(all, s) {
			all = append(all, s)
		}
	}
	return all
}

// Wang makes the problem of tiling a board with Wang tiles (1961). A tile has four coloured edges. Each cell gets one
// of the tiles, and edges that touch must have the same colour. Unlike MacMahon's squares, a tile may be used again and
// again, but not turned. The colours of the tiles are random. The cells are primary items, because each cell needs a
// tile, and the edges inside the board are secondary items whose colours must agree.
func Wang(rows, columns, colors, tiles int, seed uint64) *solvers.Matrix {
	rng := rand.New(rand.NewPCG(seed, 2))
	e := edges{rows, columns, rows * columns}
	m := &colored{Matrix: solvers.Matrix{Primary: rows * columns, Secondary: e.count()}}
	for range tiles {
		tile := [4]int{1 + rng.IntN(colors), 1 + rng.IntN(colors), 1 + rng.IntN(colors), 1 + rng.IntN(colors)}
		for cell := range m.Primary {
			m.use(cell, 0)
			for side, edge := range e.of(cell/columns, cell%columns) {
				if edge >= 0 {
					m.use(edge, tile[side])
				}
			}
			m.end()
		}
	}
	return &m.Matrix
}

// Armies makes the problem of peaceable queens (Ainley, 1977): put white and black queens on an n x n board so that no
// queen attacks a queen of the other colour. The armies may have any size. The cells are primary items, and each cell
// has three options: a white queen, a black queen, or no queen. The rows, columns and diagonals are secondary items. A
// queen gives her colour to the four lines through her cell, so queens of one colour may share a line, and queens of
// different colours may not.
func Armies(n int) *solvers.Matrix {
	m := &colored{Matrix: solvers.Matrix{Primary: n * n, Secondary: 6*n - 2}}
	for row := range n {
		for column := range n {
			for army := range 3 {
				m.use(row*n+column, 0)
				if army > 0 {
					for _, line := range [4]int{row, n + column, 2*n + row + column, 5*n - 2 + row - column} {
						m.use(n*n+line, army)
					}
				}
				m.end()
			}
		}
	}
	return &m.Matrix
}

// PlantedColors makes a random matrix with a hidden cover, as Planted does, but with colours. Each option contains Size
// primary items (one option of the hidden cover may contain fewer) and two secondary items, to each of which it gives
// one of the colours 1 to colors. The parameter colors decides how much the colours restrict a search. With one colour,
// all options agree, so the colours exclude nothing. With many colours, two options with the same secondary item hardly
// ever agree, as if the item could be covered only once. In the hidden cover, all options agree on the colour of each
// secondary item.
func PlantedColors(r Random, colors int) *solvers.Matrix {
	rng := rand.New(rand.NewPCG(r.Seed, 3))
	hidden := make([]int, r.Secondary)
	for i := range hidden {
		hidden[i] = 1 + rng.IntN(colors)
	}
	m := &colored{Matrix: solvers.Matrix{Primary: r.Primary, Secondary: r.Secondary}}
	add := func(primary []int, right bool) {
		for _, item := range primary {
			m.use(item, 0)
		}
		for _, i := range rng.Perm(r.Secondary)[:2] {
			color := hidden[i]
			if !right {
				color = 1 + rng.IntN(colors)
			}
			m.use(r.Primary+i, color)
		}
		m.end()
	}
	for cover := range slices.Chunk(rng.Perm(r.Primary), r.Size) {
		add(cover, true)
	}
	for m.Options() < r.Options {
		add(rng.Perm(r.Primary)[:r.Size], false)
	}
	shuffled := &solvers.Matrix{Primary: r.Primary, Secondary: r.Secondary}
	for _, o := range rng.Perm(m.Options()) {
		shuffled.AddColored(m.Option(o), m.ColorsOf(o))
	}
	return shuffled
}
