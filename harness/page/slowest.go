package page

import (
	"cmp"
	"fmt"
	"html"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/kballard/go-shellquote"

	"gridjudge/corpus"
	"gridjudge/harness/ranking"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
)

// slowestShown is the maximum number of cases of a solver that the page shows.
const slowestShown = 3

// slowest returns the slowest cases of every solver of a group, unsolved ones first. It returns nil if no case has a
// time. runs are those of the group.
func slowest(g *Group, runs []*results.Run) *report.Table {
	if len(g.CaseTimes) == 0 {
		return nil
	}
	t := &report.Table{Columns: []report.Column{
		{Name: "solver"}, {Name: "case"}, {Name: "time_ns", Head: "time"}, {Name: "nodes"}, {Name: "command", Head: "explained by"},
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
			if line := command(s.Solver, c, g.Ranking.Group, runs); line != "" {
				explain = report.Cell{Value: line, Page: inner("<code>" + html.EscapeString(line) + "</code>")}
			}
			t.Add(report.String(s.Solver), report.String(fmt.Sprintf("%s#%d", c.Set, c.Number)), time, nodes, explain)
		}
	}
	return t
}

// command is the command that explains a case of runs, or nothing if its puzzle is not known.
func command(solver string, c ranking.Case, of ranking.Group, runs []*results.Run) string {
	words := []string{"gridjudge", "explain"}
	for _, run := range runs {
		m := run.Manifest
		if m == nil {
			continue
		}
		for _, b := range m.Benchmarks {
			if b.Set != c.Set || of.Name(b.Solver) != solver {
				continue
			}
			for _, e := range m.Selected.Exec {
				if b.Process && strings.HasPrefix(e, b.Solver+"=") {
					words = append(words, "--exec", e)
				}
			}
			if b.Process && m.Selected.Contestants != "" {
				words = append(words, "--contestants", m.Selected.Contestants)
			}
			words = append(words, "--solver", b.Solver)
			if embedded(c.Set, b.Corpus) {
				return shellquote.Join(append(words, c.Set)...) + fmt.Sprintf("#%d", c.Number)
			}
			for _, file := range m.Selected.Input {
				if len(m.Selected.Input) == 1 || strings.HasSuffix(c.Set, "/"+filepath.Base(file)) {
					// A shell takes a bare # for the start of a comment; shellquote does not know it.
					return shellquote.Join(append(words, "--input", file)...) + fmt.Sprintf(" '#%d'", c.Number)
				}
			}
			return ""
		}
	}
	return ""
}

// embedded reports whether the embedded set of a name has the digest that a run recorded.
func embedded(name, digest string) bool {
	sets, err := corpus.SelectSets([]string{name})
	bare := func(digest string) string { return strings.TrimPrefix(digest, "sha256:") }
	return err == nil && len(sets) == 1 && bare(sets[0].Digest) == bare(digest)
}
