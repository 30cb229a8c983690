package scoreboard

import (
	"fmt"
	"strings"

	"gridjudge/harness/judge"
	"gridjudge/harness/ranking"
	"gridjudge/harness/results"
)

// notes returns the notes that are true of all tables.
func (g *grid) notes(runs []*results.Run) []string {
	var notes footnotes
	notes.add("%s", g.abbreviations())
	if len(g.columns) > 1 {
		notes.add("Order of the solvers: more cases solved first, then the smaller PAR2. PAR2: %s. Rank: 1-2 is first or second.", judge.PAR2Meaning)
	}
	for _, line := range ranking.Legend(g.classes) {
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
		for _, r := range run.Results {
			if run.Manifest != nil && failed(r) {
				notes.add("%s: not timed: %s", r.Benchmark, r.Rejection())
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
	if len(g.columns) > 1 {
		words += ", ratio to the baseline; geomean: geometric mean"
	}
	return words + ". (gridjudge help words)"
}

// captionOf returns the provenance of each run, and the digest of its cases.
func captionOf(runs []*results.Run) string {
	var parts []string
	for _, run := range runs {
		part := run.Provenance()
		if run.Manifest != nil {
			part += ", cases " + run.Config("corpus")
		}
		parts = append(parts, part+".")
	}
	return strings.Join(parts, " ")
}

// footnotes are notes, each once.
type footnotes []string

func (f *footnotes) add(format string, args ...any) {
	*f = with(*f, fmt.Sprintf(format, args...))
}
