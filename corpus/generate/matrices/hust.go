package matrices

import "gridjudge/solvers"

// Decision is a matrix for which one cover is wanted, or the answer that there is none.
type Decision struct {
	Name     string
	Feasible bool
	Nodes    uint64 // how many nodes links takes to find out
	Make     func() *solvers.Matrix
}

// WorstHUST lists the hardest matrices that were found within the limits of HUST 1017, which allows at
// most 1,000 rows and 1,000 columns, and at most 100 ones per row. All of them have 1,000 rows.
//
// Hard matrices that can still be solved are rare. On most random matrices, a search either ends at once, or does not
// end within any budget. Hard matrices are found only in a narrow range of sizes. For example, if each option has 4
// items, links needs some 10,000 nodes (search calls) for 600 items, some 200,000 for 550 items, and up to 19 million
// for 510 items.
//
// To find this range, links was run with a budget on many matrices of Planted and Infeasible. Three parameters were
// varied:
//   - the number of items in each option: 3, 4, 5, 7, 10 and 20;
//   - the number of items of the matrix: 100 to 1,000, in steps of 10 to 100;
//   - the seed: 1 and 2.
//
// So a program can meet the time limit of 15 s in two ways: it needs little time per node, or it has a better idea than
// Dancing Links.
func WorstHUST() []Decision {
	worst := func(name string, feasible bool, make func(Random) *solvers.Matrix,
		seed uint64, items, size int, nodes uint64) Decision {
		r := Random{Seed: seed, Primary: items, Size: size, Options: 1000}
		return Decision{name, feasible, nodes, func() *solvers.Matrix { return make(r) }}
	}
	return []Decision{
		worst("hust-feasible-a", true, Planted, 1, 510, 4, 18_794_068),
		worst("hust-feasible-b", true, Planted, 2, 610, 3, 4_138_561),
		worst("hust-feasible-c", true, Planted, 2, 510, 4, 3_803_662),
		worst("hust-feasible-d", true, Planted, 1, 450, 7, 1_223_251),
		worst("hust-infeasible-a", false, Infeasible, 1, 510, 4, 5_171_706),
		worst("hust-infeasible-b", false, Infeasible, 1, 450, 7, 779_936),
		worst("hust-infeasible-c", false, Infeasible, 2, 510, 5, 660_425),
		worst("hust-infeasible-d", false, Infeasible, 2, 450, 7, 317_710),
	}
}
