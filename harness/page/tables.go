package page

import (
	"fmt"
	"html"
	"math"
	"slices"
	"strings"
	"time"

	"gridjudge/harness/judge"
	"gridjudge/harness/ranking"
	"gridjudge/harness/report"
	"gridjudge/harness/stats"
)

// seconds is a cell of a time in seconds.
func seconds(s float64) report.Cell { return report.Time(time.Duration(math.Round(1e9 * s))) }

// multiple writes a ratio with its interval.
func multiple(i stats.Interval) string { return report.Times(i.Center) + ranking.Bounds(i) }

// certainty says how sure a comparison is.
func certainty(p *ranking.Pair) string {
	switch {
	case p.Exact():
		return "exact: it solved more"
	case p.Start:
		return ranking.NotApart
	case p.By != ranking.ByRounds && p.Relation == ranking.Undecided:
		return fmt.Sprintf("not tested: fewer than %d common rounds", stats.MinSamples)
	case p.Relation == ranking.Undecided:
		return fmt.Sprintf("not settled on this set alone (q = %.2g)", p.Q)
	case p.Twofold():
		return "by over a factor of two"
	}
	return fmt.Sprintf("sure (q = %.2g)", p.Q)
}

// signs and tones say how a solver compares with the reference, if that is decided on the set alone.
var (
	signs = map[ranking.Relation]string{ranking.Ahead: " ▼", ranking.Behind: " ▲"}
	tones = map[ranking.Relation]report.Tone{ranking.Ahead: report.Good, ranking.Behind: report.Bad}
)

// setTable has a row per set: the fastest solver, how far the next one is behind, and of every solver of a group the
// median with a sign for how it compares with the reference, or the verdict with a link to what failed.
func (d *Data) setTable(g *Group) *report.Table {
	t := &report.Table{Columns: []report.Column{
		{Name: "set"}, {Name: "fastest"}, {Name: "next", Head: "the next takes"}, {Name: "certainty", Head: "how sure"},
	}}
	entrants, failed := g.Ranking.Ordered(), d.failed()
	for _, e := range entrants {
		t.Columns = append(t.Columns, report.Column{Name: e.Name})
	}
	of := func(pairs []*ranking.Pair, set string, solver func(*ranking.Pair) bool) *ranking.Pair {
		i := slices.IndexFunc(pairs, func(p *ranking.Pair) bool { return p.Group == g.Ranking && p.Set == set && solver(p) })
		if i < 0 {
			return nil
		}
		return pairs[i]
	}
	rows := map[string][]report.Cell{}
	for _, v := range g.verdicts {
		row, begun := rows[v.Set]
		if !begun {
			row = make([]report.Cell, len(t.Columns))
			row[0] = report.String(strings.TrimPrefix(v.Set, g.Ranking.Problem+"/"))
			if best := of(d.Winners, v.Set, func(*ranking.Pair) bool { return true }); best != nil {
				row[1], row[3] = report.String(best.Solver), report.String(certainty(best))
				row[2] = report.String(best.Other + ": " + multiple(best.Reversed().Effect.Ratio))
				if best.Exact() || best.Effect.Ratio.Center == 0 { // a penalty, or a time of 0
					row[2] = report.String(best.Other)
				}
			}
			rows[v.Set] = row
			t.Rows = append(t.Rows, row)
		}
		cell := &row[4+slices.IndexFunc(entrants, func(e *ranking.Entrant) bool { return e.Name == v.Solver })]
		if v.Median != nil {
			*cell = seconds(v.Median.Center)
		}
		against := of(d.Against, v.Set, func(p *ranking.Pair) bool { return p.Solver == v.Solver })
		switch {
		case v.Verdict != judge.Accepted:
			text := fmt.Sprintf("%s %d/%d", v.Verdict, v.Solved, v.Cases)
			link := fmt.Sprintf(`<a href="#failure-%d">%s</a>`, slices.Index(failed, v), html.EscapeString(text))
			*cell = report.Cell{Text: text, Tone: report.Bad, Page: inner(link)}
		case against != nil:
			cell.Text += signs[against.Relation]
			cell.Tone = tones[against.Relation]
		}
	}
	return t
}

// Nodes divides times into nodes and the cost of a node.
func (g *Group) Nodes() *report.Table {
	t := &report.Table{Columns: []report.Column{
		{Name: "solver"}, {Name: "nodes"}, {Name: "ns_per_node", Head: "time per node"},
		{Name: "nodes_ratio", Head: "nodes, relative"}, {Name: "node_ratio", Head: "time per node, relative"},
		{Name: "cases", Head: "cases of both"},
	}}
	for _, w := range g.Work {
		t.Add(report.String(w.Solver), report.Count(w.Nodes), seconds(w.NSPer/1e9),
			report.Ratio(w.ByNodes), report.Ratio(w.ByNode), report.Count(w.Cases))
	}
	return t
}
