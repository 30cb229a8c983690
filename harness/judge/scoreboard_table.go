package judge

import (
	"fmt"
	"math"
	"slices"
	"time"

	"gridjudge/harness/report"
	"gridjudge/harness/stats"
)

// Table lays the results out, one row for each set and contestant. The first
// columns are fixed for programs that read the CSV.
func (b *Scoreboard) Table() *report.Table {
	marginDrop := 7
	if b.hasPrograms() {
		marginDrop = 1
	}
	results := b.Results()
	ranks := programRanks(results)
	mixed := len(b.Machines) > 0
	t := &report.Table{Columns: []report.Column{
		{Name: "set", Group: true},
		{Name: "solver"},
		{Name: "verdict"},
		{Name: "passed"},
		{Name: "cases", Data: true},
		{Name: "total_ns", Head: "total", Data: !b.hasSolvers() || mixed},
		{Name: "median_ns", Head: "median", Drop: 3, Data: !b.hasSolvers() || mixed},
		{Name: "p99_ns", Head: "p99", Drop: 5, Data: !b.hasSolvers() || mixed},
		{Name: "max_ns", Head: "max", Drop: 4, Data: !b.hasSolvers() || mixed},
		{Name: "nodes", Drop: 1, Data: !b.hasSolvers()},
		{Name: "updates", Drop: 6, Data: !b.hasSolvers()},
		{Name: "cpu_ns", Head: "cpu", Data: !b.hasPrograms() || mixed},
		{Name: "cpu_min_ns", Head: "least", Drop: 9, Data: !b.hasRepeats() || mixed},
		{Name: "cpu_max_ns", Head: "greatest", Drop: 8, Data: !b.hasRepeats() || mixed},
		{Name: "peak_rss_bytes", Head: "peak", Data: !b.hasPrograms()},
		{Name: "end", Drop: 2, Data: !b.hasPrograms()},
		{Name: "ratio", Data: mixed},
		{Name: "limit_ns", Data: true},
		{Name: "margin", Drop: marginDrop},
		{Name: "expected", Data: true},
		{Name: "par2_ns", Data: true},
		{Name: "failed_case", Data: true},
		{Name: "reason", Data: true},
		{Name: "unprotected", Data: true},
		{Name: "cpu_low_ns", Data: true},
		{Name: "cpu_high_ns", Data: true},
		{Name: "rank", Data: len(ranks) == 0},
	}}
	t.Columns = append(t.Columns, b.machineColumns()...)
	jobs := b.jobs()
	if jobs > 1 {
		t.Columns = append(t.Columns, report.Column{Name: "jobs", Data: true})
	}
	for _, r := range results {
		others := comparable(results, r)
		t.Add(slices.Concat(r.cells(others), r.rankCells(ranks), b.machineCells(r, others))...)
		if row := &t.Rows[len(t.Rows)-1]; jobs > 1 {
			*row = append(*row, report.Count(max(r.Jobs, 1)))
		}
	}
	b.notes(t, results, false)
	return t
}

// comparable lists the results whose times can be compared with to's: those on the
// same set of solvers of this process, or those of programs.
func comparable(results []*SetResult, to *SetResult) (found []*SetResult) {
	for _, r := range results {
		if r.Set == to.Set && r.isProgram() == to.isProgram() {
			found = append(found, r)
		}
	}
	return found
}

// cells returns the row of s.
func (s *SetResult) cells(comparable []*SetResult) []report.Cell {
	tone := report.Good
	if s.Verdict != Accepted {
		tone = report.Bad
	}
	passed := report.Count(s.Passed)
	passed.Text = fmt.Sprintf("%d/%d", s.Passed, s.Cases)
	quantile := func(q float64) report.Cell {
		if d, ok := s.Quantile(q); ok {
			return s.time(d)
		}
		return report.None()
	}
	ratio, margin, limit, par2 := report.None(), report.None(), report.None(), report.None()
	if best := Best(comparable); s.Machines == nil && s.Jobs <= 1 && s.Verdict == Accepted && best > 0 {
		ratio = report.Ratio(float64(s.Total) / float64(best))
	}
	if m := s.Margin(); m > 0 {
		if s.Jobs <= 1 && (s.Verdict == Accepted || s.Verdict == TimeLimit && m < 1) { // else something other than this time ended the run
			margin = report.Ratio(m)
		}
		limit, par2 = report.Time(s.Limits.Time), s.time(s.PAR2())
	}
	failed, reason := report.None(), report.None()
	if s.Failed != nil {
		failed, reason = report.Count(s.Failed.Case), report.String(s.Failed.Reason)
	}
	total, nodes, updates := s.time(s.Total), report.Count(s.Nodes), report.Count(s.Updates)
	if s.isProgram() {
		total, nodes, updates = report.None(), report.None(), report.None()
	}
	if s.Machines != nil {
		total, par2 = report.None(), report.None()
	}
	cells := []report.Cell{
		report.String(s.Set.Name), report.String(s.Solver), report.Marked(s.Verdict.String(), tone), passed, report.Count(s.Cases),
		total, quantile(0.5), quantile(0.99), quantile(1), nodes, updates,
	}
	unprotected := report.None()
	if s.isProgram() && s.Runs.Unprotected != "" {
		unprotected = report.String(s.Runs.Unprotected)
	}
	return append(append(cells, s.Runs.cells()...), ratio,
		limit, margin, report.String(s.Expected.String()), par2, failed, reason, unprotected)
}

// cells returns the cells of the columns of programs.
func (r *Runs) cells() []report.Cell {
	if r == nil {
		return []report.Cell{report.None(), report.None(), report.None(), report.None(), report.None()}
	}
	cpu := report.Time(r.Median())
	if i := r.interval(); i.Finite() {
		cpu.Text += fmt.Sprintf(" ±%.0f %%", math.Ceil(100*i.Spread()))
	}
	return []report.Cell{
		cpu, report.Time(r.CPU[0]), report.Time(r.CPU[len(r.CPU)-1]), report.Bytes(r.PeakRSS), report.String(r.Ending),
	}
}

// time returns the cell of a time. One that was taken together with others has a mark.
func (s *SetResult) time(d time.Duration) report.Cell { return timeCell(d, s.Jobs > 1) }

func timeCell(d time.Duration, disturbed bool) report.Cell {
	c := report.Time(d)
	if disturbed {
		c.Text = "~" + c.Text
	}
	return c
}

// rankCells returns the bounds of the interval of the median cpu time, and the rank.
func (s *SetResult) rankCells(ranks map[*SetResult]stats.RankInterval) []report.Cell {
	low, high, rank := report.None(), report.None(), report.None()
	if s.isProgram() {
		if i := s.Runs.interval(); i.Finite() {
			low, high = report.Time(time.Duration(i.Lo)), report.Time(time.Duration(i.Hi))
		}
	}
	if r, ranked := ranks[s]; ranked {
		rank = report.String(r.String())
	}
	return []report.Cell{low, high, rank}
}
