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
	"gridjudge/harness/stats"
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
	repeated := func(r *results.Result) bool { return r.Process && len(r.Samples) > 1 }
	once := !slices.ContainsFunc(b.results, repeated)
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
		{Name: "cpu_min_ns", Head: "least", Drop: 9, Data: once},
		{Name: "cpu_max_ns", Head: "greatest", Drop: 8, Data: once},
		{Name: "peak_rss_bytes", Head: "peak", Data: !b.hasPrograms()},
		{Name: "end", Drop: 2, Data: !b.hasPrograms()},
		{Name: "ratio"},
		{Name: "limit_ns", Data: true},
		{Name: "margin", Drop: 7},
		{Name: "par2_ns", Data: true},
		{Name: "failed_case", Data: true},
		{Name: "reason", Data: true},
		{Name: "unprotected", Data: true},
		{Name: "cpu_low_ns", Data: true},
		{Name: "cpu_high_ns", Data: true},
		{Name: "rank", Data: len(b.ranks) == 0},
	}}
	if b.jobs() > 1 {
		t.Columns = append(t.Columns, report.Column{Name: "jobs", Data: true})
	}
	for _, r := range b.results {
		t.Add(b.row(r)...)
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
			fastest, slowest = min(fastest, r.PassTime(s)), max(slowest, r.PassTime(s))
		}
		cpu, least, greatest = cpuTime(m), nanoseconds(fastest), nanoseconds(slowest)
		if m.Finite() {
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
	if m := marginOf(r); m > 0 {
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
	row := []report.Cell{
		report.String(r.Set), report.String(r.Solver), report.Marked(r.Verdict.String(), tone),
		outOf(r.Passed, r.Cases), report.Count(r.Cases),
		alone, median, p99, longest, nodes, updates, cpu, least, greatest, peak, end,
		ratio, limit, margin, par2, failedCase, reason, unprotected, low, high, rank,
	}
	if b.jobs() > 1 {
		row = append(row, report.Count(max(r.Jobs, 1)))
	}
	return row
}

func nanoseconds(ns float64) report.Cell { return report.Time(time.Duration(ns)) }

// best returns the least time of the accepted results that compare with a result: those on the same set, of the same
// shard and so of one machine, of solvers of this process or of programs. It is 0 if there is none.
func (b *board) best(to *results.Result) (best time.Duration) {
	for _, r := range b.results {
		alike := r.Set == to.Set && r.Process == to.Process && r.Origin == to.Origin
		if t := total(r); alike && r.Verdict == judge.Accepted && (best == 0 || t < best) {
			best = t
		}
	}
	return best
}

// cpuTime returns the cell of the median of repeats, with the distance to the farther bound of its interval.
func cpuTime(m stats.Interval) report.Cell {
	c := nanoseconds(m.Center)
	if m.Finite() && m.Center > 0 {
		c.Text += fmt.Sprintf(" ±%.0f %%", math.Ceil(100*m.Spread()))
	}
	return c
}

// marginOf returns the time limit over the time that is shown; 0 if there is none.
func marginOf(r *results.Result) float64 {
	if m := r.Margin(); m == 0 || !r.Accepted() {
		return m
	}
	return float64(r.Limits.Time) / float64(total(r))
}
