package matrices

import (
	"math/bits"

	"gridjudge/solvers"
)

// Tier makes the cases of one tier of a problem, within the limits of its statement.
type Tier struct {
	Problem, Name string

	// Make makes case i of a seed, counted from 0. It does not depend on other cases.
	Make func(seed uint64, i int) *solvers.Matrix

	// Cases is the number of cases, whatever the seed is, or 0 if there is no limit.
	Cases int
}

// Tiers lists the tiers of all problems.
func Tiers() []Tier {
	return []Tier{
		{"hust1017", "easy", small, 0},
		{"hust1017", "medium", random(Planted, Random{Primary: 60, Size: 3, Options: 160}), 0},
		{"hust1017", "hard", random(Planted, Random{Primary: 80, Size: 4, Options: 240}), 0},
		{"hust1017", "worst", worst, 0},
		{"hust1017", "infeasible", infeasibles, 0},
		list("hust1017", "named", namedDecisions()...),
		list("hust1017", "degenerate", degenerate(false)...),

		{"luogu4929", "easy", small, 0},
		{"luogu4929", "medium", random(Planted, Random{Primary: 60, Size: 3, Options: 160}), 0},
		{"luogu4929", "hard", random(Planted, Random{Primary: 80, Size: 4, Options: 240}), 0},
		list("luogu4929", "worst", Strip(4, 66, true), Strip(4, 66, false)),
		{"luogu4929", "infeasible", infeasibles, 0},
		list("luogu4929", "degenerate", degenerate(true)...),

		{"poj3740", "easy", random(Planted, Random{Primary: 24, Size: 4, Options: 16}), 0},
		{"poj3740", "hard", random(Planted, Random{Primary: 300, Size: 38, Options: 16}), 0},
		{"poj3740", "infeasible", random(Infeasible, Random{Primary: 24, Size: 4, Options: 16}), 0},
		list("poj3740", "degenerate", degenerate(true)...),

		{"xc", "easy", random(Planted, Random{Primary: 24, Secondary: 6, Size: 3, Options: 60}), 0},
		{"xc", "medium", random(Planted, Random{Primary: 60, Secondary: 20, Size: 3, Options: 160}), 0},
		{"xc", "hard", random(Planted, Random{Primary: 70, Secondary: 20, Size: 4, Options: 210}), 0},
		{"xc", "infeasible", infeasibles, 0},
		list("xc", "named", namedCounts()...),
		list("xc", "worst", Pentominoes(3, 20), Dominoes(7, 8), Matchings(8)),
		list("xc", "degenerate", append(degenerate(false),
			solvers.NewMatrix(1, 2, [][]int32{{0, 1}, {0}, {1}}))...),
		list("xc", "colours-named", MacMahon(2, 2, 3), MacMahon(2, 4, 3), MacMahon(3, 3, 3), MacMahon(2, 3, 2), Armies(2), Armies(3)),
		{"xc", "colours-planted", plantedInTurn, 0},
		list("xc", "colours-degenerate", degenerateColors()...),
	}
}

// list makes a tier that consists of these cases.
func list(problem, name string, cases ...*solvers.Matrix) Tier {
	return Tier{problem, name, func(_ uint64, i int) *solvers.Matrix { return cases[i] }, len(cases)}
}

// random makes matrices that only differ in their seed.
func random(make func(Random) *solvers.Matrix, r Random) func(uint64, int) *solvers.Matrix {
	return func(seed uint64, i int) *solvers.Matrix {
		r := r
		r.Seed = seedOf(seed, i)
		return make(r)
	}
}

// seedOf returns the seed of case i. It uses all bits of seed. The lower half of seed becomes the upper
// half, where i has no bits, so that the cases of small seeds do not coincide.
func seedOf(seed uint64, i int) uint64 { return bits.RotateLeft64(seed, 32) ^ uint64(i) }

// small makes feasible matrices of 30 options, in several sizes by turns.
func small(seed uint64, i int) *solvers.Matrix {
	return Planted(Random{Seed: seedOf(seed, i), Primary: 15 + 3*(i%6), Size: 3, Options: 30})
}

// worst makes boards of 4 x 129 cells, every second one of them infeasible, and widens them to as many
// columns and rows as HUST 1017 allows.
func worst(seed uint64, i int) *solvers.Matrix {
	return widened(Strip(4, 129, i%2 == 0), seedOf(seed, i), 1000, 1000)
}

// infeasibles makes matrices that are by turns small, and as hard as the feasible ones of a tier.
func infeasibles(seed uint64, i int) *solvers.Matrix {
	r := [...]Random{
		{Primary: 15, Size: 3, Options: 30},
		{Primary: 60, Size: 3, Options: 160},
		{Primary: 80, Size: 4, Options: 240},
	}[i%3]
	r.Seed = seedOf(seed, i)
	return Infeasible(r)
}

// plantedInTurn makes feasible matrices with more and more colours, by turns.
func plantedInTurn(seed uint64, i int) *solvers.Matrix {
	return Planted(Random{Seed: seedOf(seed, i), Primary: 40, Secondary: 2, Size: 4, Options: 160, Colors: []int{1, 2, 3, 5, 9}[i%5]})
}

// namedDecisions returns problems that are known by name, without secondary items.
func namedDecisions() []*solvers.Matrix {
	return []*solvers.Matrix{
		YPentominoes(5, 10), YPentominoes(10, 10), YPentominoes(5, 6), Langford(8), Langford(9),
		Dominoes(8, 8), Strip(6, 6, false), Matchings(10), Partitions(9), ReducedLatin(7), Sudoku(sudoku(0)), Sudoku(sudoku(1)),
	}
}

// namedCounts returns problems that are known by name, with so few covers that every contestant can
// visit them one by one.
func namedCounts() []*solvers.Matrix {
	return []*solvers.Matrix{
		Queens(8), Queens(9), Langford(7), Langford(8), YPentominoes(5, 10), Dominoes(4, 4), Dominoes(6, 6), Matchings(6),
		Partitions(8), ReducedLatin(5), Sudoku(sudoku(0)),
	}
}

// degenerate returns matrices at the limits of the definition: with one column, with one row, with a
// column without rows, with equal rows, with a row that covers everything and, if empty is true, with
// empty rows.
func degenerate(empty bool) []*solvers.Matrix {
	all := []*solvers.Matrix{
		solvers.NewMatrix(1, 0, [][]int32{{0}}),
		solvers.NewMatrix(1, 0, [][]int32{{0}, {0}, {0}}),
		solvers.NewMatrix(2, 0, [][]int32{{0}, {0}}),
		solvers.NewMatrix(3, 0, [][]int32{{0, 1, 2}}),
		solvers.NewMatrix(3, 0, [][]int32{{0, 1}, {1, 2}, {0, 1, 2}, {0, 2}}),
		solvers.NewMatrix(3, 0, [][]int32{{0, 1}, {1, 2}, {0, 2}}),
		solvers.NewMatrix(4, 0, [][]int32{{0, 1}, {2, 3}, {0, 1}, {2, 3}, {1, 2}}),
		solvers.NewMatrix(5, 0, [][]int32{{4}, {3}, {2}, {1}, {0}}),
	}
	if empty {
		all = append(all,
			solvers.NewMatrix(2, 0, [][]int32{{}, {0, 1}, {}}),
			solvers.NewMatrix(1, 0, [][]int32{{}}))
	}
	return all
}
