package grids

import (
	"fmt"
	"slices"

	"gridjudge/corpus/cases"
	"gridjudge/solvers"
)

// checkResult checks the Result that a built-in solver has returned for a case. The answer and the number of solutions
// must be right. The Result must also keep the rules that all solvers share. For example, if it counts a solution, it
// must contain a grid, and it must not count more nodes than the limits in asked allow. If the node budget or the judge
// stopped the search, the Result need not contain an answer, because the verdict does not depend on it.
func checkResult(c *Case, asked solvers.Limits, r *solvers.Result) (cases.Match, string) {
	if broken := cases.CheckCounts(&asked, &r.Counts); broken != "" {
		return cases.Wrong, broken
	}
	switch {
	case r.Solutions == 0 && len(r.First) > 0:
		return cases.Wrong, "counts no solution but returns a grid"
	case r.Solutions > 0 && len(r.First) != len(c.Puzzle):
		return cases.Wrong, fmt.Sprintf("counts %s but returns %d cells of %d", cases.InWords(r.Solutions), len(r.First), len(c.Puzzle))
	case r.Solutions > 0:
		if match, reason, _ := checkGrid(c, r.First); match != cases.Right {
			return match, reason
		}
	case r.Stopped == solvers.Finished:
		match, reason, _ := checkClaim(c)
		return match, reason
	}
	if r.Stopped != solvers.Finished {
		return cases.Right, ""
	}
	if wrong := c.Solutions.Contradicts(r.Solutions, asked.Wanted()); wrong != "" {
		return cases.Wrong, wrong
	}
	// If the stored answer is another solution than the solver's, there are two.
	if c.Solutions.Is == cases.Unknown && asked.Wanted() > 1 && r.Solutions == 1 && c.Answer != nil && !slices.Equal(c.Answer, r.First) {
		return cases.Wrong, "counts one solution, but its own answer and the stored one are two"
	}
	return cases.Right, ""
}
