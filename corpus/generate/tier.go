package generate

import (
	"fmt"
	"slices"

	"gridjudge/corpus"
	"gridjudge/solvers"
)

// Tier is a class of puzzles, defined by their givens and by the work of solving them. It says how a
// puzzle is made, and Fits checks whether the result belongs to the tier.
type Tier struct {
	Size int
	Name string

	// Givens holds the least and the largest number of givens. If both are zero, the givens are not
	// bounded, and puzzles are made minimal.
	Givens [2]int

	// Singles demands that naked and hidden singles solve the puzzle.
	Singles bool

	// Nodes holds the least and the largest number of nodes that dlx may need for the first solution.
	// If the second number is 0, there is no upper bound.
	Nodes [2]uint64

	// If Climb is true, a climb raises the nodes of dlx until they reach the first number of Nodes.
	// Otherwise, puzzles are made at random until one fits.
	Climb bool
}

// Tiers lists all tiers, by size and difficulty.
var Tiers = []*Tier{
	{Size: 9, Name: "easy", Givens: [2]int{28, 34}, Singles: true},
	{Size: 9, Name: "medium", Givens: [2]int{24, 28}, Nodes: [2]uint64{83, 199}}, // from 83 on, singles do not suffice
	{Size: 9, Name: "hard", Nodes: [2]uint64{200, 1_999}},
	{Size: 9, Name: "extreme", Nodes: [2]uint64{2_000, 0}, Climb: true}, // nearly all are minimal

	{Size: 16, Name: "easy", Givens: [2]int{120, 140}, Singles: true},
	{Size: 16, Name: "medium", Givens: [2]int{98, 104}, Nodes: [2]uint64{300, 20_000}},
	{Size: 16, Name: "hard", Givens: [2]int{88, 92}, Nodes: [2]uint64{2_000, 0}},
	{Size: 16, Name: "extreme", Givens: [2]int{81, 86}, Nodes: [2]uint64{20_000, 0}},

	{Size: 25, Name: "easy", Givens: [2]int{340, 380}, Singles: true},
	{Size: 25, Name: "medium", Givens: [2]int{318, 330}, Nodes: [2]uint64{627, 20_000}},
	{Size: 25, Name: "hard", Givens: [2]int{306, 312}, Nodes: [2]uint64{20_000, 200_000}},
}

// LookupTier returns the tier of a size with a name. If there is none, the error lists the names.
func LookupTier(size int, name string) (*Tier, error) {
	ofSize := slices.DeleteFunc(slices.Clone(Tiers), func(t *Tier) bool { return t.Size != size })
	return corpus.Lookup(fmt.Sprintf("tier of size %d", size), name, ofSize, func(t *Tier) string { return t.Name })
}

// Fits reports whether a puzzle belongs to the tier. dlx must be the solver of that name. Its search
// stops at the first node beyond the tier's bounds.
func (t *Tier) Fits(puzzle solvers.Grid, dlx solvers.Solver) bool {
	givens := puzzle.Givens()
	switch {
	case puzzle.Size() != t.Size, t.Givens[0] > 0 && (givens < t.Givens[0] || givens > t.Givens[1]):
		return false
	case t.Singles:
		return singlesSuffice(dlx, puzzle)
	}
	n := nodesOf(dlx, puzzle, max(t.Nodes[1], t.Nodes[0])+1)
	return n >= t.Nodes[0] && (t.Nodes[1] == 0 || n <= t.Nodes[1])
}

// nodesOf returns how many nodes a contestant needs for the first solution, at most budget.
func nodesOf(s solvers.Solver, puzzle solvers.Grid, budget uint64) uint64 {
	var r solvers.Result
	s.Solve(puzzle, solvers.Limits{Nodes: budget}, &r)
	return r.Nodes
}

// singlesSuffice reports whether a puzzle that has one solution can be solved by placing only naked and hidden singles.
// To find out, it counts the nodes that dlx needs:
//   - If singles suffice, dlx needs exactly one node for each cell, and a last one, in which nothing is left to cover.
//     For dlx, a single is an item with only one option. dlx always branches on an item with the fewest options, so it
//     never has a choice.
//   - If singles do not suffice, dlx has to try at least two options of some item, so it needs more nodes.
func singlesSuffice(dlx solvers.Solver, puzzle solvers.Grid) bool {
	var r solvers.Result
	dlx.Solve(puzzle, solvers.Limits{Solutions: 2, Nodes: uint64(len(puzzle)) + 2}, &r)
	return r.Solutions == 1 && r.Nodes == uint64(len(puzzle))+1
}

// goesBack reports whether dlx needs more nodes for the first solution than one per cell and one more.
func goesBack(dlx solvers.Solver, puzzle solvers.Grid) bool {
	return nodesOf(dlx, puzzle, uint64(len(puzzle))+2) > uint64(len(puzzle))+1
}
