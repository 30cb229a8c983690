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
	notes := []string{g.abbreviations()}
	if len(g.columns) > 1 {
		notes = with(notes, "Order of the solvers: more cases solved first, then the smaller PAR2. PAR2: "+judge.PAR2Meaning+
			". Rank: 1-2 is first or second.")
	}
	notes = with(notes, ranking.Legend(g.classes)...)
	if len(g.classes) == 1 {
		for _, run := range runs {
			notes = with(notes, run.Provenance())
		}
	}
	for _, d := range results.Incomparable(runs) {
		notes = with(notes, d+": times of such runs are not comparable")
	}
	for _, run := range runs {
		for _, r := range run.Results {
			if run.Manifest != nil && failed(r) {
				notes = with(notes, fmt.Sprintf("%s: not timed: %s", r.Benchmark, r.Rejection()))
			}
		}
		notes = with(notes, run.Warnings...)
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
