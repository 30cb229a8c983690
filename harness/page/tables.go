package page

import (
	"fmt"
	"slices"

	"gridjudge/harness/report"
)

// interval writes the bounds of a ratio.
func interval(lo, hi *float64) string {
	if lo == nil || hi == nil {
		return "too few rounds"
	}
	return report.Times(*lo) + " to " + report.Times(*hi)
}

// rankTable is the ranking of a group.
func rankTable(g *Group) *report.Table {
	t := &report.Table{Columns: []report.Column{
		{Name: "solver"}, {Name: "rank"}, {Name: "solved"}, {Name: "par2_ns", Head: "PAR2"}, {Name: "ratio", Head: "ratio to the first"}, {Name: "interval", Head: "95 % interval"},
	}}
	for i, r := range g.Ranks {
		rank := report.Cell{Value: r.Best, Text: fmt.Sprintf("%d to %d", r.Best, r.Worst)}
		if r.Best == r.Worst {
			rank.Text = fmt.Sprint(r.Best)
		}
		solved := report.Cell{Value: r.Solved, Text: fmt.Sprintf("%d/%d", r.Solved, r.Cases)}
		if r.Solved < r.Cases {
			solved.Tone = report.Bad
		}
		bounds := report.String(interval(r.Lo, r.Hi))
		if i == 0 {
			bounds = report.None()
		}
		t.Add(report.String(r.Solver), rank, solved, report.Time(duration(r.PAR2)), report.Cell{Value: r.Ratio, Text: report.Times(r.Ratio)}, bounds)
	}
	return t
}

// winnerTable says of each set which solver is the fastest, and how sure that is.
func winnerTable(d *Data) *report.Table {
	t := &report.Table{Columns: []report.Column{
		{Name: "set"}, {Name: "fastest"}, {Name: "median_ns", Head: "median"}, {Name: "next"}, {Name: "ratio", Head: "next takes"}, {Name: "interval", Head: "95 % interval"}, {Name: "certainty", Head: "how sure"},
	}}
	for _, c := range d.Winners {
		median := report.None()
		for _, m := range d.Medians {
			if m.Set == c.Set && m.Solver == c.Solver {
				median = report.Time(duration(m.NS))
			}
		}
		ratio, bounds := report.None(), "too few rounds"
		if c.Ratio > 0 {
			ratio = report.Cell{Value: 1 / c.Ratio, Text: report.Times(1 / c.Ratio)}
		}
		if c.Lo != nil && c.Hi != nil {
			lo, hi := 1 / *c.Hi, 1 / *c.Lo
			bounds = interval(&lo, &hi)
		}
		t.Add(report.String(c.Set), report.String(c.Solver), median, report.String(c.Other), ratio, report.String(bounds), report.String(certainty(&c)))
	}
	return t
}

// certainty says how sure a comparison is.
func certainty(c *Comparison) string {
	switch {
	case c.Exact:
		return "exact: it solved more"
	case c.Relation == "undecided":
		return fmt.Sprintf("undecided (q = %.2g)", c.Q)
	}
	return fmt.Sprintf("significant (q = %.2g)", c.Q)
}

// againstTable has a row per set and a column per solver: the ratio to the reference, marked if it is significant.
func againstTable(d *Data) *report.Table {
	t := &report.Table{Columns: []report.Column{{Name: "set"}}}
	var sets, solvers []string
	for _, c := range d.Against {
		if !slices.Contains(sets, c.Set) {
			sets = append(sets, c.Set)
		}
		if !slices.Contains(solvers, c.Solver) {
			solvers = append(solvers, c.Solver)
			t.Columns = append(t.Columns, report.Column{Name: c.Solver})
		}
	}
	for _, set := range sets {
		row := make([]report.Cell, len(t.Columns))
		row[0] = report.String(set)
		for _, c := range d.Against {
			if c.Set == set {
				row[1+slices.Index(solvers, c.Solver)] = againstCell(&c)
			}
		}
		t.Add(row...)
	}
	return t
}

func againstCell(c *Comparison) report.Cell {
	cell := report.Cell{Value: c.Ratio, Text: report.Times(c.Ratio)}
	if c.Exact {
		cell.Text = "solved fewer"
		if c.Relation == "better" {
			cell.Text = "solved more"
		}
	}
	switch c.Relation {
	case "better":
		cell.Text, cell.Tone = cell.Text+" ▼", report.Good
	case "worse":
		cell.Text, cell.Tone = cell.Text+" ▲", report.Bad
	default:
		cell.Text += " ?"
	}
	return cell
}

// contributionTable says what each solver adds.
func contributionTable(g *Group) *report.Table {
	t := &report.Table{Columns: []report.Column{
		{Name: "solver"}, {Name: "solved"}, {Name: "unique", Head: "uniquely solved"}, {Name: "fastest", Head: "uniquely fastest"}, {Name: "slowdown", Head: "virtual best without it"},
	}}
	for _, c := range g.Contributions {
		slowdown := report.String("solves no case")
		if c.Slowdown != nil {
			slowdown = report.Cell{Value: *c.Slowdown, Text: report.Times(*c.Slowdown)}
		}
		t.Add(report.String(c.Solver), report.Count(c.Solved), report.Count(c.Unique), report.Count(c.Fastest), slowdown)
	}
	return t
}

// workTable divides times into nodes and the cost of a node.
func workTable(g *Group) *report.Table {
	t := &report.Table{Columns: []report.Column{
		{Name: "solver"}, {Name: "nodes"}, {Name: "ns_per_node", Head: "time per node"}, {Name: "nodes_ratio", Head: "nodes ×"}, {Name: "node_ratio", Head: "time per node ="}, {Name: "ratio", Head: "time"}, {Name: "cases", Head: "cases of both"},
	}}
	for _, w := range g.Work {
		ratio := func(v float64) report.Cell { return report.Cell{Value: v, Text: report.Times(v)} }
		t.Add(report.String(w.Solver), report.Count(w.Nodes), report.Time(duration(w.NSPer)), ratio(w.ByNodes), ratio(w.ByNode), ratio(w.Ratio), report.Count(w.Cases))
	}
	return t
}
