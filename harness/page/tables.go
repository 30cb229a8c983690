package page

import (
	"cmp"
	"fmt"
	"html"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/kballard/go-shellquote"

	"gridjudge/corpus"
	"gridjudge/harness/judge"
	"gridjudge/harness/ranking"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// seconds returns a cell with a time that is given in seconds.
func seconds(s float64) report.Cell { return report.Time(time.Duration(math.Round(1e9 * s))) }

// multiple returns a ratio with its interval as people read it.
func multiple(i stats.Interval) string { return report.Times(i.Center) + ranking.Bounds(i) }

// certainty says in words how sure a comparison is.
func certainty(p *ranking.Pair) string {
	switch {
	case p.Exact():
		return "exact: it solved more"
	case p.NoRatio() && p.Relation == ranking.Undecided:
		return "not told apart: " + p.WhyNoRatio()
	case p.NoRatio():
		return "sure, without a ratio: " + p.WhyNoRatio()
	case p.By != ranking.ByRounds && p.Relation == ranking.Undecided:
		return fmt.Sprintf("not tested: fewer than %d common rounds", stats.MinSamples)
	case p.Relation == ranking.Undecided:
		return fmt.Sprintf("not settled on this set alone (q = %.2g)", p.Q)
	case p.Twofold() && p.Q >= stats.FalseDiscoveries:
		return "by over a factor of two"
	}
	return fmt.Sprintf("sure (q = %.2g)", p.Q)
}

// signs and tones show how a solver compares with the reference on one set, if that set alone decides it.
var (
	signs = map[ranking.Relation]string{ranking.Ahead: " ▼", ranking.Behind: " ▲"}
	tones = map[ranking.Relation]report.Tone{ranking.Ahead: report.Good, ranking.Behind: report.Bad}
)

// setTable returns a table with a row for each set. The first columns answer three questions: which solver is the
// fastest on the set, how far the next one is behind, and how sure that is. After them, each solver of the group has a
// column with its median time. If the results on this set are enough to show that the solver is faster or slower than
// the reference, a sign follows the time: ▼ for faster, and ▲ for slower. If the solver was not accepted on the set,
// the cell shows its verdict instead, with a link to what failed.
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
				if best.Exact() || best.Effect.Ratio.Center == 0 { // it would be a ratio of penalties, or of times of 0
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

// Nodes returns a table that explains times by two factors: the number of nodes, and the cost of a node.
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

// slowestShown is how many cases of a solver the page shows at most.
const slowestShown = 3

// Slowest returns a table of the slowest cases of every solver of a group. Unsolved cases come first.
func (g *Group) Slowest() *report.Table {
	t := &report.Table{Columns: []report.Column{
		{Name: "solver"}, {Name: "case"}, {Name: "time_ns", Head: "time"}, {Name: "nodes"},
		{Name: "command", Head: "explained by, in the run's folder"},
	}}
	for _, s := range g.CaseTimes {
		order := make([]int, len(s.Seconds))
		for i := range order {
			order[i] = i
		}
		slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(s.Seconds[j], s.Seconds[i]) })
		for _, i := range order[:min(slowestShown, len(order))] {
			c := g.Cases[i]
			time, nodes := report.Cell{Text: "not solved"}, report.None()
			if !math.IsInf(s.Seconds[i], 1) {
				time = seconds(s.Seconds[i])
			}
			if s.Nodes != nil && (s.Nodes[i] > 0 || !math.IsInf(s.Seconds[i], 1)) { // 0: the case was not run
				nodes = report.Count(s.Nodes[i])
			}
			explain := report.None()
			if line := command(s.Solver, c, g.Ranking); line != "" {
				explain = report.Cell{Value: line, Page: inner("<code>" + html.EscapeString(line) + "</code>")}
			}
			t.Add(report.String(s.Solver), report.String(fmt.Sprintf("%s#%d", c.Set, c.Number)), time, nodes, explain)
		}
	}
	return t
}

// command returns the command with which a reader in the folder of the run can see how a built-in solver handles a case
// (explain). It returns "" if the run does not have the puzzle, or if the group consists of whole processes.
func command(solver string, c ranking.Case, of *ranking.Group) string {
	e := of.Entrant(solver)
	if of.Process || e == nil || e.On[c.Set] == nil {
		return ""
	}
	for i, r := range e.On[c.Set].Results {
		target, judged, result := r.Set, results.Request{}, *r
		if run := e.On[c.Set].Runs[i]; run != nil && run.Manifest != nil {
			judged = run.Manifest.Request
		}
		judged.Answers = "" // a run does not have a copy of the answers
		switch {
		case embedded(c.Set, r.Digest):
			result.File = ""
		case r.Carried != "":
			target, judged.Problem = r.Carried, of.Problem
		default:
			continue
		}
		result.Solver = e.Contestant
		return shellquote.Join(judged.ToExplain(&result, fmt.Sprintf("%s#%d", target, c.Number)).Command()...)
	}
	return ""
}

// embedded reports whether the corpus has an embedded set of this name with the digest that a run recorded.
func embedded(name, digest string) bool {
	sets, err := corpus.SelectSets([]string{name})
	return err == nil && len(sets) == 1 && sets[0].Digest == digest
}
