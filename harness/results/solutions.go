package results

import (
	"fmt"
	"math"
	"slices"

	"gridjudge/harness/report"
)

// All is the Solutions of a result of a problem whose answer is the number of all solutions.
const All = math.MaxUint64

// Searched reports whether some result has searches that went on after the first solution.
func Searched(all []*Result) bool {
	return slices.ContainsFunc(all, func(r *Result) bool { return r.Solutions > 0 })
}

// UpTo returns the cell of the number of solutions at which searches stopped, as Result has it: 1, 2 or all.
func UpTo(solutions uint64) report.Cell {
	if solutions == All {
		return report.Cell{Value: "all", Text: "all"}
	}
	return report.Count(max(solutions, 1))
}

// SolutionsNotes says of each number of solutions but 1 what the times and counters are of.
func SolutionsNotes(all []*Result) (notes []string) {
	for _, r := range all {
		switch r.Solutions {
		case 0:
		case All:
			notes = With(notes, r.Problem()+": all covers are counted, whatever --solutions says.")
		default:
			notes = With(notes, fmt.Sprintf("--solutions %d: a search ends at solution %[1]d, or when it has shown that there are fewer.", r.Solutions))
		}
	}
	return notes
}
