package scoreboard

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"gridjudge/harness/judge"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
)

// Verdicts lays results out, one row for each set and contestant. The first columns are fixed for programs that read
// the CSV.
func Verdicts(rs []*results.Result, o Options) *report.Table {
	b := newBoard(rs, o)
	t := b.table()
	b.notes(t)
	return t
}

// table returns the table without its notes.
func (b *board) table() *report.Table {
	marginDrop := 7
	if b.hasPrograms() {
		marginDrop = 1
	}
	t := &report.Table{Columns: []report.Column{
		{Name: "set", Group: true},
		{Name: "solver"},
		{Name: "verdict"},
		{Name: "passed"},
		{Name: "cases", Data: true},
		{Name: "total_ns", Head: "total", Data: !b.hasSolvers()},
		{Name: "median_ns", Head: "median", Drop: 3, Data: !b.hasSolvers()},
		{Name: "p99_ns", Head: "p99", Drop: 5, Data: !b.hasSolvers()},
		{Name: "max_ns", Head: "max", Drop: 4, Data: !b.hasSolvers()},
		{Name: "nodes", Drop: 1, Data: !b.hasSolvers()},
		{Name: "updates", Drop: 6, Data: !b.hasSolvers()},
		{Name: "cpu_ns", Head: "cpu", Data: !b.hasPrograms()},
		{Name: "cpu_min_ns", Head: "least", Drop: 9, Data: !b.hasRepeats()},
		{Name: "cpu_max_ns", Head: "greatest", Drop: 8, Data: !b.hasRepeats()},
		{Name: "peak_rss_bytes", Head: "peak", Data: !b.hasPrograms()},
		{Name: "end", Drop: 2, Data: !b.hasPrograms()},
		{Name: "ratio"},
		{Name: "limit_ns", Data: true},
		{Name: "margin", Drop: marginDrop},
		{Name: "expected", Data: true},
		{Name: "par2_ns", Data: true},
		{Name: "failed_case", Data: true},
		{Name: "reason", Data: true},
		{Name: "unprotected", Data: true},
		{Name: "cpu_low_ns", Data: true},
		{Name: "cpu_high_ns", Data: true},
		{Name: "rank", Data: len(b.ranks) == 0},
	}}
	jobs := b.jobs()
	if jobs > 1 {
		t.Columns = append(t.Columns, report.Column{Name: "jobs", Data: true})
	}
	for _, r := range b.results {
		row := b.row(r)
		if jobs > 1 {
			row = append(row, report.Count(max(r.Jobs, 1)))
		}
		t.Add(row...)
	}
	return t
}

// row returns the cells of a result. What it does not have is empty.
func (b *board) row(r *results.Result) []report.Cell {
	disturbed := r.Jobs > 1
	tone := report.Good
	if r.Verdict != judge.Accepted {
		tone = report.Bad
	}
	var alone, median, p99, longest, nodes, updates report.Cell
	if r.Max > 0 {
		median, p99, longest = timeOf(r.P50, disturbed), timeOf(r.P99, disturbed), timeOf(r.Max, disturbed)
	}
	var cpu, least, greatest, peak, end, low, high report.Cell
	if r.Process {
		m := repeats(r)
		fastest, slowest := m.Center, m.Center
		for _, s := range r.Samples {
			fastest, slowest = min(fastest, r.Clock(s)), max(slowest, r.Clock(s))
		}
		cpu, least, greatest = nanoseconds(m.Center), nanoseconds(fastest), nanoseconds(slowest)
		if m.Finite() {
			cpu.Text += fmt.Sprintf(" ±%.0f %%", math.Ceil(100*m.Spread()))
			low, high = nanoseconds(m.Lo), nanoseconds(m.Hi)
		}
		peak, end = report.Bytes(r.Facts.PeakRSS), report.String(r.Ending)
	} else {
		alone, nodes, updates = timeOf(r.Time, disturbed), report.Count(r.Nodes), report.Count(r.Updates)
	}
	var ratio, margin, limit, par2, failedCase, reason, unprotected, rank report.Cell
	if best := b.best(r); !disturbed && r.Verdict == judge.Accepted && best > 0 {
		ratio = report.Ratio(float64(total(r)) / float64(best))
	}
	if m := r.Margin(); m > 0 {
		// Otherwise something other than this time ended the run.
		if !disturbed && (r.Verdict == judge.Accepted || r.Verdict == judge.TimeLimit && m < 1) {
			margin = report.Ratio(m)
		}
		limit = report.Time(r.Limits.Time)
		if r.Verdict != judge.NotJudged {
			par2 = timeOf(time.Duration(r.PAR2()), disturbed)
		}
	}
	if failed(r) {
		failedCase, reason = report.Count(r.Failed), report.String(r.Reason())
	}
	if len(r.Unprotected) > 0 {
		unprotected = report.String(strings.Join(r.Unprotected, "; "))
	}
	if at, ranked := b.ranks[r]; ranked {
		rank = report.String(at.String())
	}
	return []report.Cell{
		report.String(r.Set), report.String(r.Solver), report.Marked(r.Verdict.String(), tone),
		outOf(r.Passed, r.Cases), report.Count(r.Cases),
		alone, median, p99, longest, nodes, updates, cpu, least, greatest, peak, end,
		ratio, limit, margin, report.String(r.Expected.String()), par2, failedCase, reason, unprotected, low, high, rank,
	}
}

func nanoseconds(ns float64) report.Cell { return report.Time(time.Duration(ns)) }

// comparable lists the results whose times can be compared with to's: those on the same set, of the same shard and so
// of one machine, of solvers of this process or of programs.
func (b *board) comparable(to *results.Result) (found []*results.Result) {
	for _, r := range b.results {
		if r.Set == to.Set && r.Process == to.Process && r.Part == to.Part {
			found = append(found, r)
		}
	}
	return found
}

// best returns the least time of the accepted results that are comparable; 0 if there is none.
func (b *board) best(to *results.Result) (best time.Duration) {
	for _, r := range b.comparable(to) {
		if t := total(r); r.Verdict == judge.Accepted && (best == 0 || t < best) {
			best = t
		}
	}
	return best
}

// Folded lays results out for a terminal. One table has the rows of the sets on which a contestant is not accepted,
// if there are any. The second table has the remaining sets. Each of them has one line for the solvers and one line
// for the programs. The notes are below the last table.
func Folded(rs []*results.Result, o Options) []*report.Table {
	b := newBoard(rs, o)
	all := b.table()
	open := &report.Table{Columns: all.Columns}
	folded := &report.Table{Columns: []report.Column{
		{Name: "set"},
		{Name: "accepted"},
		{Name: "cases", Drop: 2},
		{Name: "best"},
		{Name: "best_ns", Head: "time"},
		{Name: "worst", Drop: 1},
		{Name: "worst_ns", Head: "time"},
		{Name: "ratio"},
	}}
	for i, r := range b.results {
		fails := func(o *results.Result) bool { return o.Set == r.Set && o.Verdict != judge.Accepted }
		switch {
		case slices.ContainsFunc(b.results, fails):
			open.Rows = append(open.Rows, all.Rows[i])
		case i == 0 || b.results[i-1].Set != r.Set || b.results[i-1].Process != r.Process || b.results[i-1].Part != r.Part:
			folded.Rows = append(folded.Rows, foldedRow(b.comparable(r)))
		}
	}
	if len(folded.Rows) == 0 {
		b.notes(all)
		return []*report.Table{all}
	}
	folded.Notef("| cat shows every row.")
	if len(open.Rows) == 0 {
		b.notes(folded)
		return []*report.Table{folded}
	}
	b.notes(open, folded)
	return []*report.Table{open, folded}
}

// foldedRow returns the line of accepted results on one set, of which the best is the first.
func foldedRow(rs []*results.Result) []report.Cell {
	best, worst := rs[0], rs[len(rs)-1]
	accepted := report.Count(len(rs))
	accepted.Text = fmt.Sprintf("all %d", len(rs))
	row := []report.Cell{
		report.String(best.Set), accepted, report.Count(best.Cases),
		report.String(best.Solver), timeOf(total(best), best.Jobs > 1),
		report.None(), report.None(), report.None(),
	}
	if worst != best {
		row[5], row[6] = report.String(worst.Solver), timeOf(total(worst), worst.Jobs > 1)
		if total(best) > 0 && best.Jobs <= 1 {
			row[7] = report.Ratio(float64(total(worst)) / float64(total(best)))
		}
	}
	return row
}
