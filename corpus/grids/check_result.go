package grids

import (
	"fmt"
	"slices"

	"gridjudge/corpus/cases"
	"gridjudge/solvers"
)

// checkResult checks the Result of a Solver against its case and against the
// contract. asked are the limits that the Solver was given. If the node budget or the
// judge stopped the search, no answer is required: the verdict does not depend on one.
func checkResult(c *Case, asked solvers.Limits, r *solvers.Result) (cases.Match, string) {
	wanted := asked.Wanted()
	switch {
	case r.Solutions == sentinelCount && r.Nodes == sentinelCount:
		return cases.Wrong, "the result was not written"
	case asked.Nodes > 0 && r.Nodes > asked.Nodes:
		return cases.Wrong, fmt.Sprintf("reports %d nodes, beyond the budget of %d", r.Nodes, asked.Nodes)
	case r.Stopped == solvers.NodeBudget && asked.Nodes == 0:
		return cases.Wrong, "reports a spent node budget, but none was given"
	case r.Stopped == solvers.Cancelled && !asked.Cancelled():
		return cases.Wrong, "reports that it was cancelled, but it was not"
	case r.Stopped == solvers.MemoryBudget, r.Stopped == solvers.CountOverflow:
		return cases.Wrong, fmt.Sprintf("the search ended early: %s", r.Stopped)
	case r.Stopped > solvers.MemoryBudget:
		return cases.Wrong, fmt.Sprintf("Stopped has the value %d, which is not defined", r.Stopped)
	case r.Solutions > wanted:
		return cases.Wrong, fmt.Sprintf("counts %d solutions, but had to stop at %d", r.Solutions, wanted)
	case r.Solutions == 0 && len(r.First) > 0:
		return cases.Wrong, "counts no solution but returns a grid"
	case r.Solutions > 0 && len(r.First) != len(c.Puzzle):
		return cases.Wrong, fmt.Sprintf("counts %s but returns %d cells of %d", inWords(r.Solutions), len(r.First), len(c.Puzzle))
	}
	if r.Solutions > 0 {
		if match, reason, _ := checkGrid(c, r.First); match != cases.Right {
			return match, reason
		}
	}
	if r.Stopped != solvers.Finished {
		return cases.Right, ""
	}
	if r.Solutions == 0 {
		match, reason, _ := checkClaim(c)
		return match, reason
	}
	return checkCount(c, wanted, r)
}

// checkCount compares the number of solutions with the certified one.
func checkCount(c *Case, wanted uint64, r *solvers.Result) (cases.Match, string) {
	least := min(wanted, uint64(c.Solutions.N))
	switch {
	case c.Solutions.Is == Unknown:
		// A second solution is proven if the stored answer is another valid one.
		if wanted > 1 && r.Solutions == 1 && c.Answer != nil && !slices.Equal(c.Answer, r.First) {
			return cases.Wrong, "counts one solution, but its own answer and the stored one are two"
		}
	case r.Solutions < least, c.Solutions.Is == Exactly && r.Solutions > least:
		return cases.Wrong, fmt.Sprintf("counts %s of the first %d; the case has %s", inWords(r.Solutions), wanted, atLeast(c))
	}
	return cases.Right, ""
}

func inWords(n uint64) string {
	if n == 1 {
		return "1 solution"
	}
	return fmt.Sprintf("%d solutions", n)
}
