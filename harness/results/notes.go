package results

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"gridjudge/harness/report"
	"gridjudge/harness/stats"
)

const (
	// UnknownStart is the Start of a program that fails on an input without a case, or whose judging was interrupted
	// before its start was measured.
	UnknownStart time.Duration = -1

	// UnrecordedStart is the Start of a program if the record does not say how long it takes to start.
	UnrecordedStart time.Duration = -2
)

// completeStart sets Start to UnrecordedStart if an accepted program has none in its record. Files of samples never
// have it, and runs of older versions do not have it either.
func (r *Result) completeStart() {
	if r.Process && r.Accepted() && r.Start == 0 {
		r.Start = UnrecordedStart
	}
}

// StartOfPass returns how much of the time of an accepted pass was spent on starting processes. It is 0 if that is not
// known, or if the measured time cannot be a start (SettleStarts).
func (r *Result) StartOfPass() time.Duration {
	if !r.Accepted() || r.Start <= 0 || r.notStart {
		return 0
	}
	return r.starts()
}

// starts returns the time of all starts in a pass, computed from the one start that was measured.
func (r *Result) starts() time.Duration {
	if r.PerCase {
		return r.Start * time.Duration(r.Cases)
	}
	return r.Start
}

// tooLong is the factor above which a start is implausible: the measured start is then more than this many times as
// long as a whole pass. The factor leaves room for noise, because a start is measured apart from the passes.
const tooLong = 1.5

// SettleStarts checks, for each program and problem of a run, whether the measured time of a start can be right. To
// measure the start of a program, gridjudge runs the program on an input without a case. But some programs compute for
// a long time on such an input, although they do not with cases. If this time counted as the start, nearly all of the
// program's time would seem to be start, and the program would get no ratio and no rank.
//
// Every pass contains a start. So if the measured time is well above the time of the fastest pass on some set of the
// problem, it cannot be a start.
//
// The decision applies to all sets of the problem. When each set had a decision of its own, the same start was rejected
// on the set many and believed on the set two-solutions, so that the notes contradicted each other.
func SettleStarts(all []*Result) {
	type program struct {
		solver, problem string
		origin          int
	}
	implausible := map[program]bool{}
	for _, r := range all {
		if r.Accepted() && r.Start > 0 && float64(r.starts()) > tooLong*slices.Min(r.PassTimes()) {
			implausible[program{r.Solver, r.Problem(), r.Origin}] = true
		}
	}
	for _, r := range all {
		r.notStart = implausible[program{r.Solver, r.Problem(), r.Origin}]
	}
}

// MostlyStart reports whether starting processes took more than half of the time of a pass. Such a time says little
// about the search, so the result gets neither a ratio nor a rank. The start could also be subtracted from the time.
// This was rejected, because the difference of two numbers of almost the same size would be noise.
func (r *Result) MostlyStart() bool {
	start := r.StartOfPass()
	return start > 0 && 2*float64(start) > stats.Median(r.PassTimes()).Center
}

// StartNotes returns notes about the programs among the results: how long their processes take to start, and which of
// their times are mostly start.
func StartNotes(all []*Result) (notes []string) {
	var known, unknown, none, mostly []string
	unrecorded := false
	for _, r := range all {
		name := r.Solver + " (" + r.Problem() + ")"
		switch {
		case r.Start > 0 && r.notStart:
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
	add("The start is not known, so it counts in ratios and ranks: without a case the program takes longer than a whole pass over some set", none)
	add("Without a ratio, because more than half of the time is the start of the process", mostly)
	return notes
}

// All is the value of Result.Solutions if the answer of the problem is the number of all solutions.
const All = math.MaxUint64

// Searched reports whether the searches of some result went on after the first solution.
func Searched(all []*Result) bool {
	return slices.ContainsFunc(all, func(r *Result) bool { return r.Solutions > 0 })
}

// UpTo returns the cell of a table for the number of solutions at which searches stopped, from Result.Solutions: 1, 2
// or all.
func UpTo(solutions uint64) report.Cell {
	if solutions == All {
		return report.Cell{Value: "all", Text: "all"}
	}
	return report.Count(max(solutions, 1))
}

// SettingNotes returns notes about settings that change what the results mean:
//   - A number of solutions other than 1: the times and counters then include the search after the first solution.
//   - A program that gets the cases in the format of another problem: its verdict does not show whether it could read the
//     format of the problem itself.
func SettingNotes(all []*Result) (notes []string) {
	for _, r := range all {
		if r.Format != "" {
			notes = With(notes, fmt.Sprintf("%s gets the cases of %s in the format of %s, which its contestants file names, and answers in it.", r.Solver, r.Problem(), r.Format))
		}
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

// busyFrom is a ratio of wall time to processor time. If the median sample has at least this ratio, the machine was
// busy with other work. The ratio is 1.001 to 1.002 in a run on an idle machine, and 1.5 beside one other process on
// the same core.
const busyFrom = 1.05

// waiting returns the median ratio of wall time to processor time over the samples of the solvers of a run. For a merged
// run, it is the largest of the medians of the shards, because one of several machines may have been busy. It is 0 if
// the run has no samples of solvers.
func (run *Run) waiting() (most float64) {
	byShard := map[int][]float64{}
	for _, r := range run.Results {
		for _, s := range r.Samples {
			if !r.Process && s.CPU > 0 {
				byShard[r.Origin] = append(byShard[r.Origin], float64(s.Wall)/float64(s.CPU))
			}
		}
	}
	for _, ratios := range byShard {
		most = max(most, stats.Median(ratios).Center)
	}
	return most
}

// Busy returns a sentence if other programs took time away from the solvers of a run, and nothing otherwise. It does not
// depend on a filter that has left out results of the run since Load.
func (run *Run) Busy() []string {
	waited := cmp.Or(run.waited, run.waiting())
	if waited < busyFrom {
		return nil
	}
	return []string{fmt.Sprintf("The machine was busy: the median sample took %.0f %% more wall time than processor time. "+
		"gridjudge table --unit %s %s shows processor times.", 100*(waited-1), UnitCPU, run.Label)}
}
