package results

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"gridjudge/harness/report"
	"gridjudge/harness/stats"
)

const (
	// UnknownStart is the Start of a program that fails on an input without a case.
	UnknownStart time.Duration = -1

	// UnrecordedStart is the Start of a program whose record does not have it.
	UnrecordedStart time.Duration = -2
)

// completeStart says where the record of an accepted program does not have the start: files of samples never do, and runs
// of older versions do not.
func (r *Result) completeStart() {
	if r.Process && r.Accepted() && r.Start == 0 {
		r.Start = UnrecordedStart
	}
}

// StartOfPass returns how much of an accepted pass is the start of processes; 0 if it is not known, or if it cannot be.
func (r *Result) StartOfPass() time.Duration {
	if !r.Accepted() || r.Start <= 0 || r.noStart() {
		return 0
	}
	return r.starts()
}

// starts returns the time of all starts of a pass, as one was measured.
func (r *Result) starts() time.Duration {
	if r.PerCase {
		return r.Start * time.Duration(r.Cases)
	}
	return r.Start
}

// tooLong leaves room for noise: a start is measured apart from the passes.
const tooLong = 1.5

// noStart reports whether what was measured as starts takes well over the time of the fastest pass, which has them in it.
// A program that computes on an input without a case, and only there, would otherwise have no ratio and no rank.
func (r *Result) noStart() bool { return float64(r.starts()) > tooLong*slices.Min(r.PassTimes()) }

// MostlyStart reports whether more than half of the time of a pass is the start of processes. Such a time says little
// about the search, so it gives no ratio and no rank. The start is never subtracted: the difference of two numbers of
// almost the same size would be noise.
func (r *Result) MostlyStart() bool {
	start := r.StartOfPass()
	return start > 0 && 2*float64(start) > stats.Median(r.PassTimes()).Center
}

// StartNotes says of programs how long a process takes to start, and which of their times are mostly that.
func StartNotes(all []*Result) (notes []string) {
	var known, unknown, none, mostly []string
	unrecorded := false
	for _, r := range all {
		name := r.Solver + " (" + r.Problem() + ")"
		switch {
		case r.Start > 0 && r.Accepted() && r.noStart():
			none = With(none, fmt.Sprintf("%s %v", name, r.Start.Round(10*time.Microsecond)))
		case r.Start > 0:
			known = With(known, fmt.Sprintf("%s %v", name, r.Start.Round(10*time.Microsecond)))
		case r.Start == UnknownStart:
			unknown = With(unknown, name)
		}
		unrecorded = unrecorded || r.Start == UnrecordedStart
		if r.MostlyStart() {
			mostly = With(mostly, r.Solver+" on "+r.Set)
		}
	}
	add := func(what string, names []string) {
		if len(names) > 0 {
			notes = append(notes, what+": "+strings.Join(names, ", ")+".")
		}
	}
	add("Cpu time of a start, the median of six runs without a case", known)
	add("The start is not known, so it counts in ratios and ranks: the program fails on an input without a case, or the judging was interrupted", unknown)
	if unrecorded {
		notes = append(notes, "How long the programs take to start is not recorded, so the start counts in their ratios and ranks, however large its share.")
	}
	add("Cpu time without a case, which is no start, because a whole pass takes less", none)
	add("Without a ratio, because more than half of the time is the start of the process", mostly)
	return notes
}

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

// busyFrom is the wall time over the processor time of a sample from which its machine did more than to solve: 1.001 to
// 1.002 in the median of a run on an idle machine, 1.5 beside one other process on the same core.
const busyFrom = 1.05

// Busy returns a sentence if other programs took time from the solvers of a run.
func (run *Run) Busy() []string {
	var over []float64
	for _, r := range run.Results {
		for _, s := range r.Samples {
			if !r.Process && s.CPU > 0 {
				over = append(over, float64(s.Wall)/float64(s.CPU))
			}
		}
	}
	if len(over) == 0 || stats.Median(over).Center < busyFrom {
		return nil
	}
	return []string{fmt.Sprintf("The machine was busy: the median sample took %.0f %% more wall time than processor time. "+
		"gridjudge table --unit %s %s shows processor times.", 100*(stats.Median(over).Center-1), UnitCPU, run.Label)}
}
