package grids

import (
	"fmt"
	"slices"

	"gridjudge/corpus/cases"
	"gridjudge/solvers"
)

// checkResult checks the Result that a built-in solver has returned for a case. The solver was given the limits in the
// parameter asked. A Result must satisfy three conditions:
//   - It keeps the rules that all solvers share. For example, a Result that counts a solution contains a grid, and it
//     does not count more nodes than asked.Nodes allows.
//   - Its grid is a right answer.
//   - Its number of solutions is right.
//
// There is one exception: the node budget or the judge may have stopped the search before its end. Then the number of
// solutions is not compared with the case, and a Result without a solution is accepted.
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
