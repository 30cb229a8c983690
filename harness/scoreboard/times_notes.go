package scoreboard

import (
	"fmt"
	"slices"

	"gridjudge/harness/ranking"
	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// What the signs in the cells of times mean.
const (
	medianSign = "figures are medians"
	spreadSign = "±: distance to the farther bound of the 95 % interval"
	roundsSign = "1.25x: ratio to the baseline, the median over the rounds"
	meanSign   = "geomean: geometric mean"
	rankSign   = "rank: 1-2 is first or second, settled for all pairs of these tables together"
)

var (
	infiniteSign = fmt.Sprintf("±∞: fewer than %d samples have no finite interval", stats.MinSamples)
	mediansSign  = fmt.Sprintf("1.25x: ratio to the baseline, of the medians where there are fewer than %d common rounds", stats.MinSamples)
)

// clockSign says which kind of time a column has. It is needed only if some column of the table has times of
// programs.
func (l *layout) clockSign(c *column) string {
	programs := func(c *column) bool {
		return c.group.Process && slices.ContainsFunc(c.Sets, func(set string) bool { return len(c.On[set].Values(l.unit)) > 0 })
	}
	switch {
	case !results.IsTime(l.unit) || !slices.ContainsFunc(l.columns, programs):
		return ""
	case c.group.Process && c.lacksCPU():
		return c.Name + ": times of whole processes, not all of them cpu times"
	case c.group.Process:
		return "times of programs are cpu times of whole processes"
	case l.unit == results.UnitCPU:
		return "times of built-in solvers are processor times of solving alone: no ratio relates them to times of programs"
	}
	return "times of built-in solvers are wall times of solving alone: no ratio relates them to times of programs"
}

// notes returns the notes that are true of all tables of the grid.
func (g *grid) notes(runs []*results.Run) (notes []string) {
	several := func(group *ranking.Group) bool { return len(group.Rows) > 1 }
	if slices.ContainsFunc(g.groups, several) {
		order := "Order of the solvers: more cases solved first, then the smaller PAR2. PAR2: " + results.PAR2Meaning + "."
		if !slices.Contains(g.opts.Units, g.clock) {
			order += " Their ranks are shown by --unit " + g.clock + "."
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
			notes = results.With(notes, slices.Concat(disturbing(r), unusual(r))...)
			switch {
			case run.Manifest == nil:
			case failed(r):
				notes = results.With(notes, fmt.Sprintf("%s: not timed: %s", r.Benchmark, r.Rejection()))
			case run.Manifest.Arm != "" && r.Accepted() && len(r.Samples) == 0:
				notes = results.With(notes, fmt.Sprintf("%s: accepted, but not timed: the other side of the comparison was not accepted", r.Benchmark))
			}
		}
		notes = results.With(notes, run.Warnings...)
		notes = results.With(notes, results.SettingNotes(run.Results)...)
		notes = results.With(notes, results.CounterNotes(run.Results)...)
		if slices.ContainsFunc(g.opts.Units, results.IsTime) {
			notes = results.With(notes, results.StartNotes(run.Results)...)
		}
	}
	return notes
}
