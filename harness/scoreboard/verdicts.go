package scoreboard

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"gridjudge/harness/judge"
	"gridjudge/harness/ranking"
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
	once := !slices.ContainsFunc(b.results, func(r *results.Result) bool { return r.Process && len(r.Samples) > 1 })
	t := &report.Table{Columns: []report.Column{
		{Name: "set", Group: true}, {Name: "solver"}, {Name: "verdict"}, {Name: "passed"}, {Name: "cases", Data: true},
		{Name: "total_ns", Head: "total"},
		{Name: "median_ns", Head: "median", Drop: 3}, {Name: "p99_ns", Head: "p99", Drop: 5}, {Name: "max_ns", Head: "max", Drop: 4},
		{Name: "nodes", Drop: 1}, {Name: "updates", Drop: 6},
		{Name: "cpu_ns", Head: "cpu"},
		{Name: "cpu_min_ns", Head: "least", Drop: 9, Data: once}, {Name: "cpu_max_ns", Head: "greatest", Drop: 8, Data: once},
		{Name: "peak_rss_bytes", Head: "peak"}, {Name: "end", Drop: 2},
		{Name: "ratio"}, {Name: "limit_ns", Data: true}, {Name: "margin", Drop: 7}, {Name: "par2_ns", Data: true},
		{Name: "failed_case", Data: true}, {Name: "reason", Data: true}, {Name: "unprotected", Data: true},
		{Name: "cpu_low_ns", Data: true}, {Name: "cpu_high_ns", Data: true}, {Name: "rank"}, {Name: "par2_bound", Data: true},
		{Name: "time_bound", Data: true}, {Name: "median_bound", Data: true}, {Name: "p99_bound", Data: true},
		{Name: "max_bound", Data: true}, {Name: "peak_bound", Data: true},
	}}
	if b.jobs() > 1 {
		t.Columns = append(t.Columns, report.Column{Name: "jobs", Data: true})
	}
	if results.Searched(b.results) {
		t.Columns = append(t.Columns, report.Column{Name: "solutions", Data: true})
	}
	if b.limits() != "" {
		t.Columns = append(t.Columns, report.Column{Name: "limits", Data: true})
	}
	for _, r := range b.results {
		t.AddNamed(b.row(r))
	}
	return t
}

// row returns the cells of a result by the names of their columns. What it does not have is missing.
func (b *board) row(r *results.Result) map[string]report.Cell {
	disturbed, tone := r.Jobs > 1, report.Good
	if !r.Accepted() {
		tone = report.Bad
	}
	row := map[string]report.Cell{
		"set": report.String(r.Set), "solver": report.String(r.Solver), "verdict": report.Marked(r.Verdict.String(), tone),
		"passed": {Value: r.Passed, Text: passed(r, "/")}, "cases": report.Count(r.Cases),
		"jobs": report.Count(max(r.Jobs, 1)), "solutions": results.UpTo(r.Solutions), "limits": report.String(b.limits()),
	}
	stopped := r.Stopped || r.Facts.Stopped()          // memory and times are lower bounds
	partial := stopped || r.Tally[judge.NotJudged] > 0 // times of the pass are
	if r.Max > 0 {
		row["median_ns"], row["median_bound"] = atLeast(timeOf(r.P50, disturbed), r.P50AtLeast || partial && r.P50 == r.Max)
		row["p99_ns"], row["p99_bound"] = atLeast(timeOf(r.P99, disturbed), r.P99AtLeast || partial && r.P99 == r.Max)
		row["max_ns"], row["max_bound"] = atLeast(timeOf(r.Max, disturbed), partial)
	}
	switch {
	case r.Process && r.Time == 0 && (r.Facts.BuildFailed != "" || r.Facts.NotStarted != ""):
		row["end"] = report.String(r.Ending)
	case r.Process:
		m := repeats(r)
		fastest, slowest := m.Center, m.Center
		for _, s := range r.Samples {
			fastest, slowest = min(fastest, r.PassTime(s)), max(slowest, r.PassTime(s))
		}
		row["cpu_ns"], row["time_bound"] = atLeast(cpuTime(m), partial)
		row["cpu_min_ns"] = nanoseconds(fastest)
		row["cpu_max_ns"], _ = atLeast(nanoseconds(slowest), partial)
		if m.Finite() {
			row["cpu_low_ns"], row["cpu_high_ns"] = nanoseconds(m.Lo), nanoseconds(m.Hi)
		}
		row["peak_rss_bytes"], row["peak_bound"] = atLeast(report.Bytes(r.PeakRSS()), stopped)
		row["end"] = report.String(r.Ending)
	default:
		row["total_ns"], row["time_bound"] = atLeast(timeOf(r.Time, disturbed), partial && r.Time > 0)
		row["nodes"], row["updates"] = report.Count(r.Nodes), report.Count(r.Updates)
	}
	if !disturbed && r.Accepted() {
		row["ratio"] = ratioTo(r, b.best(r))
	}
	if m := marginOf(r); m > 0 {
		// Otherwise something other than this time ended the run.
		if !disturbed && (r.Accepted() || r.Verdict == judge.TimeLimit && m < 1) {
			row["margin"] = report.Ratio(m)
			if partial {
				row["margin"] = report.Cell{Value: m, Text: "< " + report.Ratio(m).Text}
			}
		}
		row["limit_ns"] = report.Time(r.Limits.Time)
		if r.Verdict != judge.NotJudged {
			par2 := r.PAR2()
			row["par2_ns"] = timeOf(time.Duration(par2.NS), disturbed)
			if par2.AtMost {
				row["par2_bound"] = report.String("at most")
			}
		}
	}
	if failed(r) {
		row["failed_case"], row["reason"] = report.Count(r.Failed), report.String(r.Reason())
	}
	if len(r.Unprotected) > 0 {
		row["unprotected"] = report.String(strings.Join(r.Unprotected, "; "))
	}
	if rank, ranked := b.ranks[r]; ranked {
		row["rank"] = report.String(rank.String())
	}
	return row
}

func nanoseconds(ns float64) report.Cell { return report.Time(time.Duration(ns)) }

// best returns the accepted result with the least time of those that compare with one: those on the same set, of the same
// shard and so of one machine, of solvers of this process or of programs.
func (b *board) best(to *results.Result) *results.Result {
	best := to
	for _, r := range b.results {
		alike := r.Set == to.Set && r.Process == to.Process && r.Origin == to.Origin
		if alike && r.Accepted() && total(r) < total(best) {
			best = r
		}
	}
	return best
}

// ratioTo returns the cell of the ratio of the times of two results.
func ratioTo(r, base *results.Result) report.Cell {
	pool := func(r *results.Result) *ranking.Pool {
		return &ranking.Pool{Results: []*results.Result{r}, Runs: []*results.Run{nil}}
	}
	if ratio, _, ok := ratio(pool(r), pool(base), results.UnitWall); ok {
		return report.Ratio(ratio)
	}
	return report.None()
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
	if r.Limits.Time == 0 || total(r) == 0 {
		return 0
	}
	return min(float64(r.Limits.Time)/float64(total(r)), float64(cmp.Or(r.Limits.Case, math.MaxInt64))/float64(max(r.Max, 1)))
}

// atLeast returns a cell, marked if its figure is only a lower bound, because the judge ended what was measured or did
// not run all of it; and the cell that says so to other software.
func atLeast(c report.Cell, bound bool) (figure, sign report.Cell) {
	if !bound {
		return c, report.None()
	}
	c.Text = "> " + c.Text
	return c, report.String("at least")
}
