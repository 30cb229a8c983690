package results

import (
	"fmt"
	"strings"
	"time"

	"gridjudge/harness/stats"
)

// UnknownStart is the Start of a program that fails on an input without a case.
const UnknownStart time.Duration = -1

// StartOfPass returns how much of an accepted pass is the start of processes; 0 if it is not known.
func (r *Result) StartOfPass() time.Duration {
	if !r.Accepted() || r.Start <= 0 {
		return 0
	}
	if r.PerCase {
		return r.Start * time.Duration(r.Cases)
	}
	return r.Start
}

// MostlyStart reports whether more than half of the time of a pass is the start of processes. Such a time says little
// about the search, so it gives no ratio and no rank. The start is never subtracted: the difference of two numbers of
// almost the same size would be noise.
func (r *Result) MostlyStart() bool {
	start := r.StartOfPass()
	return start > 0 && 2*float64(start) > stats.Median(r.PassTimes()).Center
}

// StartNotes says of programs how long a process takes to start, and which of their times are mostly that.
func StartNotes(all []*Result) (notes []string) {
	var known, unknown, mostly []string
	for _, r := range all {
		name := r.Solver + " (" + r.Problem() + ")"
		switch {
		case r.Start > 0:
			known = With(known, fmt.Sprintf("%s %v", name, r.Start.Round(10*time.Microsecond)))
		case r.Start == UnknownStart:
			unknown = With(unknown, name)
		}
		if r.MostlyStart() {
			mostly = With(mostly, r.Solver+" on "+r.Set)
		}
	}
	if len(known) > 0 {
		notes = append(notes, "Cpu time of a start, the median of six runs without a case: "+strings.Join(known, ", ")+".")
	}
	if len(unknown) > 0 {
		notes = append(notes, "The start is not known, because the program fails on an input without a case: "+strings.Join(unknown, ", ")+".")
	}
	if len(mostly) > 0 {
		notes = append(notes, "Not told apart from the start, which is more than half of the time, so without a ratio and a rank: "+
			strings.Join(mostly, ", ")+".")
	}
	return notes
}
