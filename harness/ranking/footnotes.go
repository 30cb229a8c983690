package ranking

import (
	"fmt"
	"slices"
	"strings"

	"gridjudge/harness/judge"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
)

// explain says over which sets the contestants are ranked.
func (l *layout) explain(t *report.Table) {
	if len(l.ranked) < 2 {
		return
	}
	switch all := len(l.sets); {
	case len(l.common) == 0:
		t.Notef("Not ranked: no set has a result of every column.")
	case len(l.common) < all:
		var names []string
		for _, set := range l.common {
			names = append(names, set.StringValues())
		}
		t.Notef("Ranks, means and sums are over the %d of %d sets that have a result of every column: %s.", len(l.common), all, strings.Join(names, ", "))
	}
}

// notes returns the notes that are true of all tables.
func (g *grid) notes(runs []*results.Run) []string {
	var notes footnotes
	notes.add("%s", g.abbreviations())
	if len(g.contestants) > 1 {
		notes.add("Order of the solvers: the larger share of cases solved first, then the smaller PAR2. PAR2: %s.", judge.PAR2Meaning)
	}
	for _, line := range legend(g.classes) {
		notes.add("%s", line)
	}
	if len(g.classes) == 1 {
		for _, run := range runs {
			notes.add("%s", run.Provenance())
		}
	}
	for _, d := range results.Incomparable(runs) {
		notes.add("%s: times of such runs are not comparable", d)
	}
	for _, run := range runs {
		if run.Manifest != nil {
			for _, c := range run.Manifest.Rejections() {
				notes.add("%s: not timed: %s", c.Benchmark(), c.Rejected)
			}
		}
		for _, w := range run.Warnings {
			notes.add("%s", w)
		}
	}
	return notes
}

// abbreviations explains what the cells hold.
func (g *grid) abbreviations() string {
	words := "median"
	if g.intervals {
		words += " ±distance to the farther bound of its 95 % interval"
	}
	if len(g.contestants) > 1 {
		words += ", ratio to the baseline"
	}
	if g.means {
		words += "; geomean: geometric mean"
	}
	return words + ". (gridjudge help words)"
}

// footnotes are notes, each once.
type footnotes []string

func (f *footnotes) add(format string, args ...any) {
	if note := fmt.Sprintf(format, args...); !slices.Contains(*f, note) {
		*f = append(*f, note)
	}
}
