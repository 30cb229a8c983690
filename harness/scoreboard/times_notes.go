package scoreboard

import (
	"fmt"
	"slices"

	"gridjudge/harness/ranking"
	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// shown is what some table shows, so that it needs a note.
type shown struct {
	intervals, means, ranks bool
	rounds, apart           bool // ratios of rounds, ratios of medians
}

// clocks says of what the times in a table with programs are; "" of a table without, or without times.
func (l *layout) clocks() string {
	if !results.IsTime(l.unit) {
		return ""
	}
	shows := map[bool]bool{} // the columns of programs (true), and the others, have times
	wall := false
	for _, c := range l.columns {
		timed := func(set string) bool { return len(c.On[set].Values(l.unit)) > 0 }
		if slices.ContainsFunc(c.Sets, timed) {
			shows[c.group.Process] = true
			wall = wall || c.group.Process && c.lacksCPU()
		}
	}
	programs, alone := "cpu times of whole processes", "wall times"
	if wall {
		programs = "times of whole processes, not all of them cpu times"
	}
	if l.unit == results.UnitCPU {
		alone = "processor times"
	}
	switch {
	case !shows[true]:
		return ""
	case !shows[false]:
		return "times are " + programs
	}
	return fmt.Sprintf("times of programs are %s, those of built-in solvers %s of solving alone: no ratio relates the two", programs, alone)
}

// notes returns the notes that are true of all tables.
func (g *grid) notes(runs []*results.Run, shows *shown) []string {
	notes := []string{shows.abbreviations()}
	several := func(group *ranking.Group) bool { return len(group.Rows) > 1 }
	if slices.ContainsFunc(g.groups, several) {
		order := "Order of the solvers: more cases solved first, then the smaller PAR2. PAR2: " + results.PAR2Meaning + "."
		switch {
		case shows.ranks:
			order += " Rank: 1-2 is first or second, settled for all pairs of these tables together."
		case !slices.Contains(g.opts.Units, g.clock):
			order += " The table in ns/op has the ranks."
		}
		notes = results.With(notes, order)
	}
	notes = results.With(notes, ranking.Legend(g.classes)...)
	if len(g.classes) == 1 {
		for _, run := range runs {
			notes = results.With(notes, run.Provenance())
		}
	}
	for _, d := range results.Incomparable(runs) {
		notes = results.With(notes, d+": times of such runs are not comparable")
	}
	for _, run := range runs {
		if run.OneByOne {
			notes = results.With(notes, fmt.Sprintf("%s: all samples of one benchmark follow each other, so they are no rounds: only a factor of two, or many sets, decide a rank. gridjudge bench measures in rounds.", run.Label))
		}
		for _, r := range run.Results {
			notes = results.With(notes, unusual(r)...)
			switch {
			case run.Manifest == nil:
			case failed(r):
				notes = results.With(notes, fmt.Sprintf("%s: not timed: %s", r.Benchmark, r.Rejection()))
			case run.Manifest.Arm != "" && r.Accepted() && len(r.Samples) == 0:
				notes = results.With(notes, fmt.Sprintf("%s: accepted, but not timed: the other side of the comparison was not accepted", r.Benchmark))
			}
		}
		notes = results.With(notes, run.Warnings...)
		notes = results.With(notes, results.SolutionsNotes(run.Results)...)
		if slices.ContainsFunc(g.opts.Units, results.IsTime) {
			notes = results.With(notes, results.StartNotes(run.Results)...)
		}
	}
	return notes
}

// abbreviations explains what the cells hold.
func (s *shown) abbreviations() string {
	words := "median"
	if s.intervals {
		words += " ±distance to the farther bound of its 95 % interval"
	}
	switch {
	case s.rounds && s.apart:
		words += fmt.Sprintf(", ratio to the baseline: the median over the rounds, or, without %d common rounds, of the medians", stats.MinSamples)
	case s.rounds:
		words += ", ratio to the baseline: the median over the rounds"
	case s.apart:
		words += ", ratio of the medians to the baseline"
	}
	if s.means {
		words += "; geomean: geometric mean"
	}
	return words + ". (gridjudge help words)"
}
