package matrices

import (
	"fmt"

	"gridjudge/solvers"
)

// ColoredInstances returns matrices with colours on which solvers are compared, as Instances does.
func ColoredInstances() []Instance {
	var all []Instance
	add := func(name string, covers uint64, make func() *solvers.Matrix) {
		all = append(all, Instance{name, covers, make})
	}
	// Counted by dlx2 and ssxcc.
	for _, k := range [][3]int{{2, 2, 28}, {2, 4, 1_856}, {2, 6, 32_000}, {3, 3, 9_904}, {3, 4, 240_352}, {3, 8, 0}} {
		add(fmt.Sprint("macmahon", k[0], "x", k[1]), uint64(k[2]), func() *solvers.Matrix { return MacMahon(k[0], k[1], 3) })
	}
	// For each set of white queens, there are as many sets of black ones as subsets of the cells that no
	// white queen attacks.
	for i, covers := range []uint64{31, 1_055, 132_759} {
		add(fmt.Sprint("armies", i+2), covers, func() *solvers.Matrix { return Armies(i + 2) })
	}
	// Counted by multiplying matrices row by row.
	for i, k := range wangs {
		add(fmt.Sprint("wang", i+1), k.covers, func() *solvers.Matrix { return Wang(k.rows, k.columns, k.colors, k.tiles, k.seed) })
	}
	// Counted by dlx2 and ssxcc.
	for i, k := range plantedColors {
		add(fmt.Sprint("colors", i+1), k.covers, func() *solvers.Matrix { return PlantedColors(k.Random, k.colors) })
	}
	return all
}

// wangs are boards of Wang tiles.
var wangs = []struct {
	rows, columns, colors, tiles int
	seed, covers                 uint64
}{
	{rows: 3, columns: 3, colors: 2, tiles: 5, seed: 1, covers: 4_720},
	{rows: 2, columns: 7, colors: 2, tiles: 4, seed: 2, covers: 384},
	{rows: 4, columns: 4, colors: 2, tiles: 6, seed: 3, covers: 65_536},
	{rows: 4, columns: 5, colors: 3, tiles: 9, seed: 4, covers: 243_624},
	{rows: 5, columns: 5, colors: 3, tiles: 12, seed: 1, covers: 510_976},
	{rows: 6, columns: 6, colors: 3, tiles: 10, seed: 1},
	{rows: 3, columns: 6, colors: 4, tiles: 14, seed: 5, covers: 204_023},
	{rows: 4, columns: 5, colors: 4, tiles: 13, seed: 6, covers: 14_290},
}

// plantedColors are by turns easy and hard, with more and more colours.
var plantedColors = []struct {
	Random
	colors int
	covers uint64
}{
	{Random{Seed: 1, Primary: 40, Secondary: 12, Size: 4, Options: 200}, 1, 10},
	{Random{Seed: 2, Primary: 40, Secondary: 12, Size: 4, Options: 200}, 1, 14},
	{Random{Seed: 1, Primary: 40, Secondary: 12, Size: 4, Options: 200}, 2, 1},
	{Random{Seed: 2, Primary: 40, Secondary: 12, Size: 4, Options: 200}, 2, 1},
	{Random{Seed: 1, Primary: 60, Secondary: 20, Size: 3, Options: 300}, 2, 8},
	{Random{Seed: 1, Primary: 40, Secondary: 12, Size: 4, Options: 200}, 3, 1},
	{Random{Seed: 2, Primary: 40, Secondary: 12, Size: 4, Options: 200}, 3, 1},
	{Random{Seed: 1, Primary: 60, Secondary: 20, Size: 3, Options: 300}, 3, 1},
	{Random{Seed: 1, Primary: 40, Secondary: 12, Size: 4, Options: 200}, 4, 1},
	{Random{Seed: 2, Primary: 40, Secondary: 12, Size: 4, Options: 200}, 4, 1},
	{Random{Seed: 1, Primary: 60, Secondary: 20, Size: 3, Options: 300}, 4, 1},
	{Random{Seed: 1, Primary: 40, Secondary: 12, Size: 4, Options: 200}, 8, 1},
	{Random{Seed: 2, Primary: 40, Secondary: 12, Size: 4, Options: 200}, 8, 1},
	{Random{Seed: 1, Primary: 60, Secondary: 20, Size: 3, Options: 300}, 8, 1},
	{Random{Seed: 1, Primary: 40, Secondary: 12, Size: 4, Options: 200}, 61, 1},
	{Random{Seed: 2, Primary: 40, Secondary: 12, Size: 4, Options: 200}, 61, 1},
	{Random{Seed: 1, Primary: 60, Secondary: 20, Size: 3, Options: 300}, 61, 1},
}

// plantedInTurn makes matrices with more and more colours, by turns.
func plantedInTurn(seed uint64, i int) *solvers.Matrix {
	r := Random{Seed: seedOf(seed, i), Primary: 40, Secondary: 12, Size: 4, Options: 200}
	return PlantedColors(r, []int{1, 2, 3, 5, 9}[i%5])
}

// namedColors returns problems that are known by name, with so few covers that every contestant can
// visit them one by one.
func namedColors() []*solvers.Matrix {
	knuth := &colored{Matrix: solvers.Matrix{Primary: 3, Secondary: 2}} // the example of dlx2
	for _, option := range [][][2]int{
		{{0, 0}, {1, 0}, {3, 1}, {4, 1}}, {{0, 0}, {2, 0}, {3, 2}, {4, 2}}, {{3, 1}, {4, 2}}, {{1, 0}, {3, 2}}, {{2, 0}, {4, 2}},
	} {
		for _, use := range option {
			knuth.use(use[0], use[1])
		}
		knuth.end()
	}
	return []*solvers.Matrix{
		&knuth.Matrix, MacMahon(2, 2, 3), MacMahon(2, 4, 3), MacMahon(3, 3, 3), MacMahon(3, 8, 3),
		Armies(2), Armies(3), Wang(3, 3, 2, 5, 1), Wang(2, 7, 2, 4, 2), Wang(4, 4, 2, 6, 3), Wang(6, 6, 3, 10, 1),
	}
}

// degenerateColors returns matrices of two primary items, 0 and 1, whose options share the secondary item
// 2. They differ in the colours that the options give it, which are listed here for each option, after
// its primary item.
func degenerateColors() (all []*solvers.Matrix) {
	for _, options := range [][][2]int{
		{{0, 1}, {1, 1}},
		{{0, 1}, {1, 2}},
		{{0, 1}, {1, 0}},
		{{0, 0}, {1, 1}},
		{{0, 0}, {1, 0}, {0, 1}, {1, 2}},
		{{0, 1}, {1, 1}, {1, 1}, {0, 2}, {1, 2}, {0, 0}},
		{{0, 1}, {0, 2}, {0, 3}, {1, 3}, {1, 2}, {1, 1}, {1, 4}},
		{{2, 2}, {0, 1}, {1, 1}, {2, 1}}, // options without a primary item
	} {
		m := &colored{Matrix: solvers.Matrix{Primary: 2, Secondary: 2}} // no option has item 3
		for _, option := range options {
			if option[0] < 2 {
				m.use(option[0], 0)
			}
			m.use(2, option[1])
			m.end()
		}
		all = append(all, &m.Matrix)
	}
	return all
}
