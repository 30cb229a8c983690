package matrices

import (
	"fmt"

	"gridjudge/solvers"
)

// Instance is a matrix with a name and the number of its covers.
type Instance struct {
	Name   string
	Covers uint64
	Make   func() *solvers.Matrix
}

// Instances returns the matrices on which solvers are compared. Each has so few covers that they can be
// visited one by one.
func Instances() []Instance {
	var all []Instance
	add := func(name string, covers uint64, make func() *solvers.Matrix) {
		all = append(all, Instance{name, covers, make})
	}
	numbered := func(name string, make func(int) *solvers.Matrix, known [][2]uint64) {
		for _, k := range known {
			add(fmt.Sprint(name, k[0]), k[1], func() *solvers.Matrix { return make(int(k[0])) })
		}
	}
	boards := func(name string, make func(int, int) *solvers.Matrix, known [][3]uint64) {
		for _, k := range known {
			add(fmt.Sprint(name, k[0], "x", k[1]), k[2], func() *solvers.Matrix { return make(int(k[0]), int(k[1])) })
		}
	}
	seeded := func(name string, make func(Random) *solvers.Matrix, known []counted) {
		for i, k := range known {
			add(fmt.Sprint(name, i+1), k.covers, func() *solvers.Matrix { return make(k.Random) })
		}
	}

	// OEIS A000170.
	numbered("queens", Queens, [][2]uint64{{8, 92}, {10, 724}, {11, 2_680}, {12, 14_200}, {13, 73_712}})
	// Twice OEIS A014552, which counts a sequence and its mirror image once.
	numbered("langford", Langford, [][2]uint64{{7, 52}, {8, 300}, {9, 0}, {10, 0}, {11, 35_584}})
	// Four times the numbers 2, 368, 1,010 and 2,339 of Haselgrove and Haselgrove (1960), who count
	// packings that are equal up to symmetry once; and eight times Scott's 65 (1958).
	boards("pentominoes", Pentominoes, [][3]uint64{{3, 20, 8}, {4, 15, 1_472}, {5, 12, 4_040}, {6, 10, 9_356}})
	add("pentominoes8x8", 520, PentominoesAround)
	// Counted by dlx1 and ssxcc.
	boards("y-pentominoes", YPentominoes, [][3]uint64{{5, 10, 10}, {10, 10, 350}})
	// OEIS A004003.
	boards("dominoes", Dominoes, [][3]uint64{{4, 4, 36}, {6, 6, 6_728}, {8, 8, 12_988_816}})
	// (2n-1)!!, OEIS A001147.
	numbered("matchings", Matchings, [][2]uint64{{4, 105}, {6, 10_395}, {7, 135_135}, {8, 2_027_025}})
	// The Bell numbers, OEIS A000110.
	numbered("partitions", Partitions, [][2]uint64{{5, 52}, {8, 4_140}, {9, 21_147}, {10, 115_975}})
	// OEIS A000315.
	numbered("latin", ReducedLatin, [][2]uint64{{4, 4}, {5, 56}, {6, 9_408}})
	for i := range sudokus {
		add(fmt.Sprint("sudoku", i+1), 1, func() *solvers.Matrix { return Sudoku(sudoku(i)) })
	}
	seeded("planted", Planted, planted)
	seeded("infeasible", Infeasible, infeasible)
	return all
}

// counted is a random matrix and the number of its covers.
type counted struct {
	Random
	covers uint64
}

// planted were counted by dlx1 and ssxcc. The last three only have the hidden cover.
var planted = []counted{
	{Random{Seed: 1, Primary: 60, Size: 3, Options: 160}, 13},
	{Random{Seed: 2, Primary: 60, Secondary: 20, Size: 3, Options: 160}, 3},
	{Random{Seed: 3, Primary: 60, Size: 3, Options: 160}, 5},
	{Random{Seed: 4, Primary: 100, Size: 4, Options: 325}, 1},
	{Random{Seed: 5, Primary: 100, Secondary: 20, Size: 4, Options: 325}, 1},
	{Random{Seed: 6, Primary: 100, Size: 4, Options: 325}, 1},
}

// infeasible have no cover, by construction.
var infeasible = []counted{
	{Random: Random{Seed: 1, Primary: 60, Size: 3, Options: 160}},
	{Random: Random{Seed: 2, Primary: 60, Secondary: 20, Size: 3, Options: 160}},
	{Random: Random{Seed: 3, Primary: 90, Size: 4, Options: 300}},
}
