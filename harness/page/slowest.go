package page

import (
	"cmp"
	"fmt"
	"html"
	"math"
	"slices"

	"github.com/kballard/go-shellquote"

	"gridjudge/corpus"
	"gridjudge/harness/ranking"
	"gridjudge/harness/report"
)

// slowestShown is the maximum number of cases of a solver that the page shows.
const slowestShown = 3

// Slowest lists the slowest cases of every solver of a group, unsolved ones first.
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
			if s.Nodes != nil {
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

// command is the command that explains a case of a group to a built-in solver, or nothing if the run does not have its
// puzzle.
func command(solver string, c ranking.Case, of *ranking.Group) string {
	e := of.Entrant(solver)
	if of.Process || e == nil || e.On[c.Set] == nil {
		return ""
	}
	for _, r := range e.On[c.Set].Results {
		words := []string{"gridjudge", "explain", "--solver", e.Contestant}
		switch {
		case embedded(c.Set, r.Digest):
			return shellquote.Join(append(words, fmt.Sprintf("%s#%d", c.Set, c.Number))...)
		case r.Carried != "":
			return shellquote.Join(append(words, "--problem", of.Problem, fmt.Sprintf("%s#%d", r.Carried, c.Number))...)
		}
	}
	return ""
}

// embedded reports whether the embedded set of a name has the digest that a run recorded.
func embedded(name, digest string) bool {
	sets, err := corpus.SelectSets([]string{name})
	return err == nil && len(sets) == 1 && sets[0].Digest == digest
}
