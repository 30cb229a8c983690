package results

import (
	"fmt"
	"slices"
	"strings"

	"gridjudge/harness/judge"
)

// This file is about the counters that programs report (judge.Counters). In the lines of a run they have units like
// the counters of the built-in solvers: the counter nodes has the unit nodes/op.

// CounterUnit returns the unit of a counter that programs report (judge.Counters).
func CounterUnit(name string) string { return name + "/op" }

// counterOf returns the name of the counter of a program to which a unit belongs, or "" if it does not belong to one.
func counterOf(unit string) string {
	if name, ok := strings.CutSuffix(unit, "/op"); ok && judge.IsCounter(name) {
		return name
	}
	return ""
}

// metadataOf returns the unit lines of a counter that the head of the file does not name.
func metadataOf(counter string) string {
	return fmt.Sprintf("Unit %s better=lower\nUnit %[1]s assume=exact\n", CounterUnit(counter))
}

// countersIn returns the counters of a program in a line. The map gives the value for each unit of the line, as
// written.
func countersIn(values map[string]float64) (all judge.Counters) {
	for unit, value := range values {
		if name := counterOf(unit); name != "" {
			if all == nil {
				all = judge.Counters{}
			}
			all[name] = uint64(value)
		}
	}
	return all
}

// CounterNames lists the counters that programs among the results reported, in alphabetical order.
func CounterNames(all ...*Result) (names []string) {
	for _, r := range all {
		for _, s := range r.Samples {
			names = With(names, s.Counters.Names()...)
		}
	}
	slices.Sort(names)
	return names
}

// Counted returns what a program counted in its passes, in ascending order, whatever the verdict. It leaves out the
// passes that did not report the counter.
func (r *Result) Counted(counter string) (counts []uint64) {
	for _, s := range r.Samples {
		if n, reported := s.Counters[counter]; reported {
			counts = append(counts, n)
		}
	}
	slices.Sort(counts)
	return counts
}

// CounterNotes returns notes about the counters of programs: which reports are not used, and which counters differ from
// pass to pass.
func CounterNotes(all []*Result) (notes []string) {
	for _, r := range all {
		if r.CountersFault != "" {
			notes = append(notes, fmt.Sprintf("%s: its counters are not used: %s.", r.Benchmark, r.CountersFault))
		}
		for _, name := range CounterNames(r) {
			if counts := r.Counted(name); counts[0] < counts[len(counts)-1] {
				notes = append(notes, fmt.Sprintf("%s: unstable counter: %s is from %d to %d.", r.Benchmark, name, counts[0], counts[len(counts)-1]))
			}
		}
	}
	return notes
}
