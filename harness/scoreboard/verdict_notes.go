package scoreboard

import (
	"fmt"
	"slices"
	"strings"

	"gridjudge/harness/judge"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
)

// notes writes all lines below the table. A folded table has fewer columns, and no ranks.
func (b *board) notes(t *report.Table, folded bool) {
	for _, r := range b.results {
		failure(t, r)
	}
	for _, r := range b.results {
		if r.Expected != judge.Accepted && !r.AsExpected() {
			t.Notef("%s on %s was expected to be %s.", r.Solver, r.Set, r.Expected)
		}
		if r.Unstable {
			t.Notef("%s on %s: unstable verdict: the repeats differ; the row shows one that is not the expected one.",
				r.Solver, r.Set)
		}
	}
	t.Notes = append(t.Notes, b.Notes...)
	if !folded {
		b.rankNotes(t)
	}
	b.explain(t, folded)
	b.count(t)
}

// failure writes the first case that was not accepted.
func failure(t *report.Table, r *results.Result) {
	if !failed(r) {
		return
	}
	reason, rest := r.Reason(), ""
	if r.Verdict == judge.CompileError || r.Verdict == judge.RuntimeError {
		// What a compiler or a program says loses its meaning on one line.
		reason, rest, _ = strings.Cut(reason, "\n")
	} else {
		reason = strings.Join(strings.Fields(reason), " ")
	}
	line := fmt.Sprintf("%s %s %s: %s", r.Verdict, r.Solver, caseName(r, r.Failed, r.Line), reason)
	if r.Cases > 1 {
		line += fmt.Sprintf(" [%s]", r.Tally)
	}
	if r.Expected != judge.Accepted && r.AsExpected() {
		line += " (as expected here)"
	}
	t.Notef("%s", line)
	for said := range strings.Lines(rest) {
		t.Notef("    %s", strings.TrimRight(said, "\r\n"))
	}
	if r.NearLimit() {
		t.Notef("    It would be within 1.5 times the limit: on a faster machine this verdict may change.")
	}
}

// rankNotes writes the names of the sets on which the repeats do not settle the order of programs.
func (b *board) rankNotes(t *report.Table) {
	if len(b.ranks) == 0 {
		return
	}
	var open []string
	most := 0
	for _, r := range b.results {
		if rank, ranked := b.ranks[r]; ranked && !rank.Settled() {
			if n := len(open); n == 0 || open[n-1] != r.Set {
				open = append(open, r.Set)
			}
			most = max(most, len(r.Samples))
		}
	}
	t.Notef("Rank of programs: by their cpu times in the repeats; 1-2 means first or second.")
	if len(open) > 0 {
		t.Notef("Not settled on %s: try --repeat %d.", strings.Join(open, ", "), max(10, 2*most))
	}
}

// explain writes the meaning of the figures.
func (b *board) explain(t *report.Table, folded bool) {
	switch {
	case folded && !b.hasPrograms():
		t.Notef("Times are wall times of solving alone, on one thread.")
	case folded:
		t.Notef("Times of solvers are wall times of solving alone, on one thread; " +
			"those of programs are cpu times of whole processes.")
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
	if len(b.results) > 0 {
		t.Notef("%s (gridjudge help words)", b.abbreviations(folded))
	}
}

// count writes how many verdicts are as expected, and which are missing.
func (b *board) count(t *report.Table) {
	for _, r := range b.results {
		if r.Verdict == judge.NotJudged {
			t.Notef("%s on %s was interrupted after %d of %d cases: no verdict.",
				r.Solver, r.Set, r.Cases-r.Tally[judge.NotJudged], r.Cases)
		}
	}
	whole := b.results
	if b.All != nil && len(b.All) != len(whole) {
		t.Notef("The filter leaves %d of %d verdicts.", len(whole), len(b.All))
		whole = b.All
	}
	switch n := Unexpected(whole); {
	case len(whole) == 0:
		t.Notef("Nothing was judged.")
	case b.Partial:
		t.Notef("Verdicts: %d, of which %d not as expected; the others need the missing shards.", len(whole), n)
	case n == 0:
		t.Notef("Verdicts: %d, all as expected.", len(whole))
	default:
		t.Notef("Verdicts: %d, of which %d not as expected.", len(whole), n)
	}
}

// abbreviations explains each abbreviation that the table uses.
func (b *board) abbreviations(folded bool) string {
	var words []string
	for _, v := range judge.Verdicts() {
		has := func(r *results.Result) bool { return r.Verdict == v || r.Tally[v] > 0 }
		if !folded && slices.ContainsFunc(b.results, has) {
			words = append(words, fmt.Sprintf("%s: %s", v, v.Long()))
		}
	}
	if b.hasSolvers() && !folded {
		words = append(words, "p99: 99 % of the cases take no longer", "nodes: search calls",
			"updates: changes of links, or digits placed")
	}
	if b.hasPrograms() && !folded {
		words = append(words, "cpu: user + system time", "peak: resident memory")
	}
	return strings.Join(append(words, "ratio: time / best time"), "; ") + "."
}
