package page

import (
	"fmt"
	"html"
	"math"
	"slices"
	"time"

	"gridjudge/harness/judge"
	"gridjudge/harness/ranking"
	"gridjudge/harness/report"
	"gridjudge/harness/stats"
)

// seconds is a cell of a time in seconds.
func seconds(s float64) report.Cell { return report.Time(time.Duration(math.Round(1e9 * s))) }

// interval writes the bounds of a ratio.
func interval(i stats.Interval) report.Cell {
	if !i.Finite() {
		return report.String("too few rounds")
	}
	return report.String(report.Times(i.Lo) + " to " + report.Times(i.Hi))
}

// Ranks is the ranking of a group.
func (g *Group) Ranks() *report.Table {
	t := &report.Table{Columns: []report.Column{
		{Name: "solver"}, {Name: "rank"}, {Name: "solved"}, {Name: "par2_ns", Head: "PAR2"},
		{Name: "ratio", Head: "ratio to the first"}, {Name: "interval", Head: "95 % interval"},
	}}
	for i, r := range g.Ranking.Rows {
		rank := report.Cell{Value: r.Best, Text: r.Rank.String()}
		solved := report.Cell{Value: r.Solved, Text: fmt.Sprintf("%d/%d", r.Solved, r.Cases)}
		if r.Solved < r.Cases {
			solved.Tone = report.Bad
		}
		bounds := interval(r.Ratio)
		if i == 0 {
			bounds = report.None()
		}
		t.Add(report.String(r.Name), rank, solved, seconds(r.PAR2/1e9), report.Ratio(r.Ratio.Center), bounds)
	}
	return t
}

// winnerTable says of each set which solver is the fastest, and how sure that is.
func winnerTable(d *Data) *report.Table {
	t := &report.Table{Columns: []report.Column{
		{Name: "set"}, {Name: "fastest"}, {Name: "median_ns", Head: "median"}, {Name: "next"},
		{Name: "ratio", Head: "next takes"}, {Name: "interval", Head: "95 % interval"},
		{Name: "certainty", Head: "how sure"},
	}}
	for _, c := range d.Winners {
		median := report.None()
		if v := d.verdict(c.Set, c.Solver); v != nil && v.Median != nil {
			median = seconds(v.Median.Center)
		}
		next := c.Reversed()
		ratio := report.Ratio(next.Effect.Ratio.Center)
		if c.Effect.Ratio.Center == 0 { // a time of 0
			ratio = report.None()
		}
		t.Add(report.String(c.Set), report.String(c.Solver), median, report.String(c.Other), ratio,
			interval(next.Effect.Ratio), report.String(certainty(c)))
	}
	return t
}

// certainty says how sure a comparison is.
func certainty(p *ranking.Pair) string {
	switch {
	case p.Exact():
		return "exact: it solved more"
	case p.Relation == ranking.Undecided:
		return fmt.Sprintf("undecided (q = %.2g)", p.Q)
	case p.Twofold():
		return "by over a factor of two"
	}
	return fmt.Sprintf("significant (q = %.2g)", p.Q)
}

// verdictTable has a row per set and a column per solver: the median and its ratio to the reference, or the verdict
// with a link to what failed.
func verdictTable(d *Data, solvers []string) *report.Table {
	t := &report.Table{Columns: []report.Column{{Name: "set"}}}
	for _, name := range solvers {
		t.Columns = append(t.Columns, report.Column{Name: name})
	}
	failures := 0
	for _, v := range d.Verdicts {
		row := slices.IndexFunc(t.Rows, func(row []report.Cell) bool { return row[0].Value == v.Set })
		if row < 0 {
			row = len(t.Rows)
			t.Rows = append(t.Rows, make([]report.Cell, len(t.Columns)))
			t.Rows[row][0] = report.String(v.Set)
		}
		cell := &t.Rows[row][1+slices.Index(solvers, v.Solver)]
		if v.Median != nil {
			*cell = seconds(v.Median.Center)
		}
		for _, c := range d.Against {
			if c.Set == v.Set && c.Solver == v.Solver && v.Verdict == judge.Accepted {
				cell.Text += " (" + against(c) + ")"
				cell.Tone = map[ranking.Relation]report.Tone{ranking.Ahead: report.Good, ranking.Behind: report.Bad}[c.Relation]
			}
		}
		if v.Verdict != judge.Accepted {
			text := fmt.Sprintf("%s %d/%d", v.Verdict, v.Solved, v.Cases)
			link := fmt.Sprintf(`<a href="#failure-%d">%s</a>`, failures, html.EscapeString(text))
			failures++
			*cell = report.Cell{Text: text, Tone: report.Bad, Page: inner(link)}
		}
	}
	return t
}

// against says how an accepted solver compares with the reference.
func against(p *ranking.Pair) string {
	sign := map[ranking.Relation]string{ranking.Ahead: " ▼", ranking.Behind: " ▲", ranking.Undecided: " ?"}[p.Relation]
	if p.Exact() {
		return "solved more" + sign
	}
	return report.Times(p.Effect.Ratio.Center) + sign
}

// Additions says what each solver adds.
func (g *Group) Additions() *report.Table {
	t := &report.Table{Columns: []report.Column{
		{Name: "solver"}, {Name: "solved"}, {Name: "unique", Head: "uniquely solved"},
		{Name: "fastest", Head: "uniquely fastest"}, {Name: "slowdown", Head: "virtual best without it"},
	}}
	for _, c := range g.Contributions {
		slowdown := report.String("solves no case")
		if c.Slowdown != nil {
			slowdown = report.Ratio(*c.Slowdown)
		}
		t.Add(report.String(c.Solver), report.Count(c.Solved), report.Count(c.Unique), report.Count(c.Fastest), slowdown)
	}
	return t
}

// Nodes divides times into nodes and the cost of a node.
func (g *Group) Nodes() *report.Table {
	t := &report.Table{Columns: []report.Column{
		{Name: "solver"}, {Name: "nodes"}, {Name: "ns_per_node", Head: "time per node"},
		{Name: "nodes_ratio", Head: "nodes ×"}, {Name: "node_ratio", Head: "time per node ="},
		{Name: "ratio", Head: "time"}, {Name: "cases", Head: "cases of both"},
	}}
	for _, w := range g.Work {
		t.Add(report.String(w.Solver), report.Count(w.Nodes), seconds(w.NSPer/1e9),
			report.Ratio(w.ByNodes), report.Ratio(w.ByNode), report.Ratio(w.Ratio), report.Count(w.Cases))
	}
	return t
}
