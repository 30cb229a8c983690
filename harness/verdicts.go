package harness

import (
	"fmt"
	"slices"
	"strings"

	"gridjudge/harness/judge"
	"gridjudge/harness/report"
	"gridjudge/solvers"
)

// skip notes that a contestant does not take a size.
func (h *hearing) skip(spec *solvers.Spec, size int) {
	note := fmt.Sprintf("%s does not take %dx%d: it is not in those sets.", spec.Name, size, size)
	if !slices.Contains(h.skipped, note) {
		h.skipped = append(h.skipped, note)
	}
}

// faults counts the cases in which the judge itself failed.
func (h *hearing) faults() (n int) {
	for _, r := range h.rows {
		n += r.Tally[judge.JudgeError]
	}
	return n
}

// unexpected counts the rows whose verdict was not the declared one.
func (h *hearing) unexpected() (n int) {
	for _, r := range h.rows {
		if !r.asExpected() {
			n++
		}
	}
	return n
}

// table is one row for each set and solver; its first columns are fixed for
// programs that read the CSV.
func (h *hearing) table() *report.Table {
	t := &report.Table{Columns: []report.Column{
		{Name: "set", Group: true},
		{Name: "solver"},
		{Name: "verdict"},
		{Name: "passed"},
		{Name: "cases", Data: true},
		{Name: "total_ns", Head: "total", Data: !h.hasSolvers()},
		{Name: "median_ns", Head: "median", Drop: 3, Data: !h.hasSolvers()},
		{Name: "p99_ns", Head: "p99", Drop: 5, Data: !h.hasSolvers()},
		{Name: "max_ns", Head: "max", Drop: 4, Data: !h.hasSolvers()},
		{Name: "nodes", Drop: 1, Data: !h.hasSolvers()},
		{Name: "updates", Drop: 6, Data: !h.hasSolvers()},
		{Name: "cpu_ns", Head: "cpu", Data: !h.hasPrograms()},
		{Name: "cpu_min_ns", Head: "least", Drop: 9, Data: !h.hasRepeats()},
		{Name: "cpu_max_ns", Head: "greatest", Drop: 8, Data: !h.hasRepeats()},
		{Name: "peak_rss_bytes", Head: "peak", Data: !h.hasPrograms()},
		{Name: "end", Drop: 2, Data: !h.hasPrograms()},
		{Name: "ratio"},
		{Name: "limit_ns", Data: true},
		{Name: "margin", Drop: h.marginDrop()},
		{Name: "expected", Data: true},
		{Name: "par2_ns", Data: true},
		{Name: "failed_case", Data: true},
		{Name: "reason", Data: true},
	}}
	for _, r := range h.rows {
		t.Add(r.cells(h.rivals(&r))...)
	}
	h.notes(t)
	return t
}

// rivals are the standings that a row's time can be compared with: solvers of
// this process with such solvers, programs with programs.
func (h *hearing) rivals(to *row) (standings []*judge.SetResult) {
	for _, r := range h.rows {
		if r.set == to.set && r.isProgram() == to.isProgram() {
			standings = append(standings, r.SetResult)
		}
	}
	return standings
}

func (r *row) cells(rivals []*judge.SetResult) []report.Cell {
	tone := report.Good
	if r.Verdict != judge.Accepted {
		tone = report.Bad
	}
	passed := report.Count(r.Passed)
	passed.Text = fmt.Sprintf("%d/%d", r.Passed, r.Cases)
	quantile := func(q float64) report.Cell {
		if d, ok := r.Quantile(q); ok {
			return report.Time(d)
		}
		return report.None()
	}
	ratio, margin, limit, par2 := report.None(), report.None(), report.None(), report.None()
	if best := judge.Best(rivals); r.Verdict == judge.Accepted && best > 0 {
		ratio = report.Ratio(float64(r.Total) / float64(best))
	}
	if m := r.Margin(); m > 0 {
		margin = report.Ratio(m)
		limit, par2 = report.Time(r.Limits.Time), report.Time(r.PAR2())
	}
	failed, reason := report.None(), report.None()
	if r.Failed != nil {
		failed, reason = report.Count(r.Failed.Case), report.String(r.Failed.Reason)
	}
	total, nodes, updates := report.Time(r.Total), report.Count(r.Nodes), report.Count(r.Updates)
	if r.isProgram() {
		total, nodes, updates = report.None(), report.None(), report.None()
	}
	cells := []report.Cell{
		report.String(r.Set), report.String(r.Solver), report.Marked(r.Verdict.String(), tone), passed, report.Count(r.Cases),
		total, quantile(0.5), quantile(0.99), quantile(1), nodes, updates,
	}
	return append(append(cells, r.programCells()...), ratio,
		limit, margin, report.String(r.Expected.String()), par2, failed, reason)
}

// notes tell what is behind the rows that are not AC, and what else a reader
// must know.
func (h *hearing) notes(t *report.Table) {
	for _, r := range h.rows {
		if r.Failed == nil {
			continue
		}
		where := r.set.CaseName(r.Failed.Case)
		reason, rest := oneLineOf(r.Failed.Reason), ""
		if r.Failed.Verdict == judge.CompileError {
			// What a compiler says loses its meaning on one line.
			reason, rest, _ = strings.Cut(r.Failed.Reason, "\n")
		}
		line := fmt.Sprintf("%s %s %s: %s", r.Failed.Verdict, r.Solver, where, reason)
		if r.Cases > 1 {
			line += fmt.Sprintf(" [%s]", r.Tally)
		}
		if r.Expected != judge.Accepted && r.asExpected() {
			line += " (as expected here)"
		}
		t.Notef("%s", line)
		for said := range strings.Lines(rest) {
			t.Notef("    %s", strings.TrimRight(said, "\r\n"))
		}
		if r.Late {
			t.Notef("    It would be within 1.5 times the limit: on a faster machine this verdict may change.")
		}
	}
	for _, r := range h.rows {
		if r.Expected != judge.Accepted && !r.asExpected() {
			t.Notef("%s on %s was expected to be %s.", r.Solver, r.Set, r.Expected)
		}
		t.Notes = append(t.Notes, r.Notes...)
	}
	t.Notes = append(t.Notes, h.skipped...)
	t.Notes = append(t.Notes, h.remarks...)
	switch {
	case !h.hasPrograms():
		t.Notef("Times are wall times of solving alone, on one thread. Margin is limit / total.")
	case !h.hasSolvers():
		t.Notef("Margin is limit / cpu.")
	default:
		t.Notef("Total is wall time of solving alone, on one thread. Margin is limit / total, or limit / cpu.")
	}
	for _, r := range h.rows {
		if r.Verdict == judge.NotJudged {
			t.Notef("%s on %s was interrupted after %d of %d cases: no verdict.", r.Solver, r.Set, r.Cases-r.Tally[judge.NotJudged], r.Cases)
		}
	}
	switch n := h.unexpected(); {
	case len(h.rows) == 0:
		t.Notef("Nothing was judged.")
	case n == 0:
		t.Notef("Verdicts: %d, all as expected.", len(h.rows))
	default:
		t.Notef("Verdicts: %d, of which %d not as expected.", len(h.rows), n)
	}
}

func oneLineOf(s string) string {
	return strings.Join(strings.Fields(s), " ")
}
