package judge

import (
	"fmt"
	"slices"
	"strings"

	"gridjudge/harness/report"
)

// notes writes all lines below the table. A folded table has fewer columns, and no ranks.
func (b *Scoreboard) notes(t *report.Table, results []*SetResult, folded bool) {
	b.footnotes(t, results)
	b.machineNotes(t)
	if !folded {
		rankFootnotes(t, results, programRanks(results))
	}
	b.explain(t, results, folded)
}

// footnotes writes the reasons of the rows that are not AC, and other facts that a reader
// must know.
func (b *Scoreboard) footnotes(t *report.Table, results []*SetResult) {
	for _, r := range results {
		r.failure(t)
	}
	for _, r := range results {
		if r.Expected != Accepted && !r.AsExpected() {
			t.Notef("%s on %s was expected to be %s.", r.Solver, r.Set.Name, r.Expected)
		}
		t.Notes = append(t.Notes, r.Notes...)
	}
	t.Notes = append(t.Notes, b.absent...)
	for _, r := range results {
		if r.isProgram() && r.Runs.Unstable {
			t.Notef("%s on %s: unstable verdict: the repeats differ; the row shows one that is not the expected one.", r.Solver, r.Set.Name)
		}
	}
	t.Notes = append(t.Notes, b.Notes...)
}

// explain writes the meaning of the figures, and how many verdicts are as expected.
func (b *Scoreboard) explain(t *report.Table, results []*SetResult, folded bool) {
	switch {
	case folded && !b.hasPrograms():
		t.Notef("Times are wall times of solving alone, on one thread.")
	case folded:
		t.Notef("Times of solvers are wall times of solving alone, on one thread; those of programs are cpu times of whole processes.")
	case !b.hasPrograms():
		t.Notef("Times are wall times of solving alone, on one thread. Margin is limit / total.")
	case !b.hasSolvers():
		t.Notef("Margin is limit / cpu.")
	default:
		t.Notef("Total is wall time of solving alone, on one thread. Margin is limit / total, or limit / cpu.")
	}
	if jobs := b.jobs(); jobs > 1 {
		t.Notef("Times with ~ disturbed each other, with --jobs %d: they give no ratio, no margin and no rank.", jobs)
	}
	if len(results) > 0 {
		t.Notef("%s (gridjudge help words)", b.abbreviations(results, folded))
	}
	for _, r := range results {
		switch {
		case r.Verdict == NotJudged && b.Partial:
			t.Notef("%s on %s: %d of %d cases are there: no verdict.", r.Solver, r.Set.Name, r.Cases-r.Tally[NotJudged], r.Cases)
		case r.Verdict == NotJudged:
			t.Notef("%s on %s was interrupted after %d of %d cases: no verdict.", r.Solver, r.Set.Name, r.Cases-r.Tally[NotJudged], r.Cases)
		}
	}
	whole := b
	if b.all != nil {
		whole = b.all
		t.Notef("The filter leaves %d of %d verdicts.", len(results), len(whole.results))
	}
	switch n := whole.Unexpected(); {
	case len(whole.results) == 0:
		t.Notef("Nothing was judged.")
	case b.Partial:
		t.Notef("Verdicts: %d of %d, of which %d not as expected; the others need the missing shards.", len(whole.results)-whole.unjudged(), len(whole.results), n)
	case n == 0:
		t.Notef("Verdicts: %d, all as expected.", len(whole.results))
	default:
		t.Notef("Verdicts: %d, of which %d not as expected.", len(whole.results), n)
	}
}

// failure writes the first case that was not accepted.
func (s *SetResult) failure(t *report.Table) {
	if s.Failed == nil {
		return
	}
	reason, rest := strings.Join(strings.Fields(s.Failed.Reason), " "), ""
	if s.Failed.Verdict == CompileError || s.Failed.Verdict == RuntimeError {
		// What a compiler or a program says loses its meaning on one line.
		reason, rest, _ = strings.Cut(s.Failed.Reason, "\n")
	}
	line := fmt.Sprintf("%s %s %s: %s", s.Failed.Verdict, s.Solver, s.caseName(s.Failed), reason)
	if s.Cases > 1 {
		line += fmt.Sprintf(" [%s]", s.Tally)
	}
	if s.Expected != Accepted && s.AsExpected() {
		line += " (as expected here)"
	}
	t.Notef("%s", line)
	for said := range strings.Lines(rest) {
		t.Notef("    %s", strings.TrimRight(said, "\r\n"))
	}
	if s.Late {
		t.Notef("    It would be within 1.5 times the limit: on a faster machine this verdict may change.")
	}
}

// abbreviations explains each abbreviation that the table uses.
func (b *Scoreboard) abbreviations(results []*SetResult, folded bool) string {
	var words []string
	for _, v := range Verdicts() {
		if !folded && slices.ContainsFunc(results, func(r *SetResult) bool { return r.Verdict == v || r.Tally[v] > 0 }) {
			words = append(words, fmt.Sprintf("%s: %s", v, v.Long()))
		}
	}
	if b.hasSolvers() && !folded {
		words = append(words, "p99: 99 % of the cases take no longer", "nodes: search calls", "updates: changes of links, or digits placed")
	}
	if b.hasPrograms() && !folded {
		words = append(words, "cpu: user + system time", "peak: resident memory")
	}
	return strings.Join(append(words, "ratio: time / best time"), "; ") + "."
}
