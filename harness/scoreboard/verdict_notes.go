package scoreboard

import (
	"fmt"
	"slices"
	"strings"

	"gridjudge/harness/judge"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
)

// notes writes the lines below tables, below the last one.
func (b *board) notes(tables ...*report.Table) {
	t := tables[len(tables)-1]
	for _, r := range b.results {
		failure(t, r)
		if r.Verdict == judge.NotJudged {
			t.Notef("%s on %s was interrupted after %d of %d cases: no verdict.",
				r.Solver, r.Set, r.Cases-r.Tally[judge.NotJudged], r.Cases)
		}
		if r.Unstable {
			t.Notef("%s on %s: unstable verdict: the repeats differ; the row shows one that is not AC.",
				r.Solver, r.Set)
		}
	}
	t.Notes = append(t.Notes, b.Notes...)
	if jobs := b.jobs(); jobs > 1 {
		t.Notef("Times with ~ disturbed each other, with --jobs %d: they give no ratio, no margin and no rank.", jobs)
	}
	if len(b.results) > 0 {
		t.Notef("%s. (gridjudge help words)", strings.Join(b.legend(tables), "; "))
	}
	b.count(t)
}

// meanings explains the names of columns.
var meanings = map[string]string{
	"total_ns": "total: wall time of solving alone, on one thread", "p99_ns": "p99: 99 % of the cases take no longer",
	"nodes": "nodes: search calls", "updates": "updates: changes of links, or digits placed",
	"cpu_ns": "cpu: user + system time", "peak_rss_bytes": "peak: resident memory",
	"ratio": "ratio: time / best time", "margin": "margin: limit / time",
}

// legend explains each verdict and each column that tables show.
func (b *board) legend(tables []*report.Table) (words []string) {
	for _, t := range tables {
		for _, c := range t.Columns {
			if c.Name == "verdict" {
				words = append(words, b.verdicts()...)
			}
			meaning := meanings[c.Name]
			if c.Name == "total_ns" && b.hasPrograms() {
				meaning += ", of a program cpu time"
			}
			if meaning != "" && !c.Data && !slices.Contains(words, meaning) {
				words = append(words, meaning)
			}
		}
	}
	return words
}

// verdicts explains the verdicts that occur.
func (b *board) verdicts() (words []string) {
	for _, v := range judge.Verdicts() {
		has := func(r *results.Result) bool { return r.Verdict == v || r.Tally[v] > 0 }
		if slices.ContainsFunc(b.results, has) {
			words = append(words, fmt.Sprintf("%s: %s", v, v.Long()))
		}
	}
	return words
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
	t.Notef("%s", line)
	for said := range strings.Lines(rest) {
		t.Notef("    %s", strings.TrimRight(said, "\r\n"))
	}
	if r.NearLimit() {
		t.Notef("    It would be within 1.5 times the limit: on a faster machine this verdict may change.")
	}
}

// count writes how many verdicts are as expected.
func (b *board) count(t *report.Table) {
	whole := b.results
	if b.All != nil && len(b.All) != len(whole) {
		t.Notef("The filter leaves %d of %d verdicts.", len(whole), len(b.All))
		whole = b.All
	}
	switch n := Unexpected(whole); {
	case len(whole) == 0:
		t.Notef("Nothing was judged.")
	case n == 0:
		t.Notef("Verdicts: %d, all as expected.", len(whole))
	default:
		t.Notef("Verdicts: %d, of which %d not as expected.", len(whole), n)
	}
}
