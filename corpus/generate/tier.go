package generate

import (
	"fmt"
	"strings"

	"gridjudge/solvers"
)

// Tier is a class of puzzles, defined by their givens and by the work of solving
// them. It says how a puzzle is made, and Fits checks it afterwards.
type Tier struct {
	Size int
	Name string
	Doc  string

	// Givens bounds the givens, both ends included. With zero bounds puzzles are made
	// minimal.
	Givens [2]int

	// Singles says whether naked and hidden singles must solve the puzzle.
	Singles Demand

	// Costs bounds the nodes of contestants searching for the first solution.
	Costs []Cost

	// Climb raises the nodes of the contestant of Costs[0] until its lower bound
	// is met. Without it puzzles are made at random until one fits.
	Climb bool
}

// Demand is what a tier requires of a property.
type Demand uint8

// The values of Demand.
const (
	Either Demand = iota
	Yes
	No
)

// Cost bounds the nodes of one contestant. Most is not a bound if it is 0.
type Cost struct {
	Contestant  string
	Least, Most uint64
}

// Tiers lists all tiers, by size and difficulty.
func Tiers() []*Tier { return tiers }

var tiers = []*Tier{
	{
		Size: 9, Name: "easy", Doc: "28 to 34 givens, singles suffice",
		Givens: [2]int{28, 34}, Singles: Yes,
	},
	{
		Size: 9, Name: "medium", Doc: "24 to 28 givens, singles do not suffice, Dancing Links needs at most 199 nodes",
		Givens: [2]int{24, 28}, Singles: No, Costs: []Cost{{"dlx", 83, 199}},
	},
	{
		Size: 9, Name: "hard", Doc: "minimal, Dancing Links needs 200 to 1,999 nodes",
		Singles: No, Costs: []Cost{{"dlx", 200, 1_999}},
	},
	{
		Size: 9, Name: "extreme", Doc: "Dancing Links needs at least 2,000 nodes, nearly all minimal",
		Singles: No, Costs: []Cost{{"dlx", 2_000, 0}}, Climb: true,
	},
	{
		Size: 16, Name: "easy", Doc: "120 to 140 givens, singles suffice",
		Givens: [2]int{120, 140}, Singles: Yes,
	},
	{
		Size: 16, Name: "medium", Doc: "98 to 104 givens, singles do not suffice, Dancing Links needs at most 20,000 nodes",
		Givens: [2]int{98, 104}, Singles: No, Costs: []Cost{{"dlx", 300, 20_000}},
	},
	{
		Size: 16, Name: "hard", Doc: "88 to 92 givens, Dancing Links needs at least 2,000 nodes",
		Givens: [2]int{88, 92}, Singles: No, Costs: []Cost{{"dlx", 2_000, 0}},
	},
	{
		Size: 16, Name: "extreme", Doc: "81 to 86 givens, Dancing Links needs at least 20,000 nodes",
		Givens: [2]int{81, 86}, Singles: No, Costs: []Cost{{"dlx", 20_000, 0}},
	},
	{
		Size: 25, Name: "easy", Doc: "340 to 380 givens, singles suffice",
		Givens: [2]int{340, 380}, Singles: Yes,
	},
	{
		Size: 25, Name: "medium", Doc: "318 to 330 givens, singles do not suffice, Dancing Links needs at most 20,000 nodes",
		Givens: [2]int{318, 330}, Singles: No, Costs: []Cost{{"dlx", 627, 20_000}},
	},
	{
		Size: 25, Name: "hard", Doc: "290 to 305 givens, Dancing Links needs at least 20,000 nodes",
		Givens: [2]int{290, 305}, Singles: No, Costs: []Cost{{"dlx", 20_000, 0}},
	},
}

// LookupTier returns the tier of a size by name. The error lists the names.
func LookupTier(size int, name string) (*Tier, error) {
	var names []string
	for _, t := range tiers {
		if t.Size == size {
			if t.Name == name {
				return t, nil
			}
			names = append(names, t.Name)
		}
	}
	if names == nil {
		return nil, fmt.Errorf("size %d has no tiers", size)
	}
	return nil, fmt.Errorf("size %d has no tier %q: want %s", size, name, strings.Join(names, ", "))
}

// Fits returns nil if a puzzle is of the tier, otherwise the reason why not. A search
// of a contestant stops at the first node beyond the tier's bound. lookup returns
// contestants.
func (t *Tier) Fits(puzzle solvers.Grid, lookup func(name string) (solvers.Solver, error)) error {
	if puzzle.Size() != t.Size {
		return fmt.Errorf("size %d, want %d", puzzle.Size(), t.Size)
	}
	if n := puzzle.Givens(); t.Givens[0] > 0 && (n < t.Givens[0] || n > t.Givens[1]) {
		return fmt.Errorf("%d givens, want %d to %d", n, t.Givens[0], t.Givens[1])
	}
	if t.Singles != Either {
		if done := newSingles(t.Size).run(puzzle, -1) == filled; done != (t.Singles == Yes) {
			return fmt.Errorf("singles suffice: %v, want %v", done, !done)
		}
	}
	for _, c := range t.Costs {
		s, err := lookup(c.Contestant)
		if err != nil {
			return err
		}
		nodes := nodesOf(s, puzzle, max(c.Most, c.Least)+1)
		if nodes < c.Least || c.Most > 0 && nodes > c.Most {
			return fmt.Errorf("%s needs %d nodes, want %d to %d (0: no bound)", c.Contestant, nodes, c.Least, c.Most)
		}
	}
	return nil
}

// nodesOf returns the nodes that a contestant needs for the first solution, at
// most budget.
func nodesOf(s solvers.Solver, puzzle solvers.Grid, budget uint64) uint64 {
	var r solvers.Result
	s.Solve(puzzle, solvers.Limits{Nodes: budget}, &r)
	return r.Nodes
}
