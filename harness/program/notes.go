package program

import (
	"fmt"
	"slices"
	"strings"

	"gridjudge/harness/sandbox"
	"gridjudge/harness/testset"
)

// Notes returns the notes below a table of programs: the meaning of the cpu times, and the limits that this machine
// cannot enforce.
func Notes(programs []*Program, sets []*testset.TestSet, seed uint64) (notes []string) {
	add := func(format string, args ...any) { notes = append(notes, fmt.Sprintf(format, args...)) }
	add("Programs: cpu is user + system time of the whole process, its start included; ratio is to the best program's; order from seed %d.", seed)
	for _, p := range programs {
		if !slices.ContainsFunc(sets, func(s *testset.TestSet) bool { return p.Accepts(s.Problem) != nil }) {
			add("%s accepts the input format of none of the problems judged on.", p.Name)
		}
	}
	if slices.ContainsFunc(sets, func(s *testset.TestSet) bool { return s.TimeLimit == 0 && !s.Unlimited }) {
		add("No time limit was given: a program may take %v of wall time per case in a process, at most %v (--limits time= sets another limit, 0 none).", wallPerCase, maxDefaultWall)
	}
	notes = append(notes, unsolvableNotes(programs, sets)...)
	if least := sandbox.LeastPeak(); least > 0 {
		add("Peak is resident memory; less than %d KiB cannot be measured (harness/judge/README.md, Limits).", least>>10)
	}
	for _, what := range Unprotected() {
		add("Not limited here: %s.", what)
	}
	return notes
}

// unsolvableNotes returns notes about the sets with puzzles that have no solution: programs
// were judged on a set, or not judged on it because of these puzzles.
func unsolvableNotes(programs []*Program, sets []*testset.TestSet) (notes []string) {
	var leftOut []string
	for _, set := range sets {
		for _, p := range programs {
			switch {
			case p.Echoes || p.Accepts(set.Problem) == nil || !set.HasUnsolvable():
				continue
			case p.Meets(set):
				notes = append(notes, fmt.Sprintf("%s has puzzles without a solution. The statement promises none; here their answer is the puzzle as given.", set.Name))
			default:
				leftOut = append(leftOut, set.Name)
			}
			break
		}
	}
	if len(leftOut) > 0 {
		notes = append(notes, fmt.Sprintf("Programs are not judged on %s: some puzzles there have no solution, which no statement promises. Name a set in full with --set to judge on it.", strings.Join(leftOut, ", ")))
	}
	return notes
}

// Unprotected returns the limits that this machine cannot enforce, one sentence each.
func Unprotected() []string { return sandbox.Unsupported() }
