package chart

import (
	"fmt"
	"slices"
	"strings"

	"gridjudge/harness/ranking"
	"gridjudge/harness/report"
)

// Kinds are the kinds of charts.
var Kinds = []string{"ecdf", "profile", "scatter", "nodes", "history", "heatmap", "bars"}

// Choice says which chart of a kind is wanted.
type Choice struct {
	Problem string                        // if empty, the first problem
	Solvers []string                      // of bars: if empty, all; of a scatter: two, if empty ranking.Reference and the best
	Set     string                        // of a history: if empty, the first set of the problem
	History func() (*report.Table, error) // the table of compare.History; called for a history alone
}

// Chart returns the chart of a kind.
func (a *Album) Chart(kind string, choice Choice) (*Chart, error) {
	if !slices.Contains(Kinds, kind) {
		return nil, fmt.Errorf("there is no kind %q of picture: want %s", kind, strings.Join(Kinds, ", "))
	}
	p, err := a.Problem(choice.Problem)
	if err != nil {
		return nil, err
	}
	c, err := a.chart(kind, p, choice)
	switch {
	case err != nil:
		return nil, err
	case kind == "heatmap":
		c.Notes = append(c.Notes, a.Results.Legend()...)
	case kind != "history":
		c.Notes = append(c.Notes, a.Results.LegendOf(p.Group)...)
		for _, other := range a.Problems {
			if other.Problem == p.Problem && other.Class != p.Class {
				c.Notes = append(c.Notes, fmt.Sprintf("Left out: %s (--problem '%s').", other.Group, other.Group))
			}
		}
	}
	return c, nil
}

func (a *Album) chart(kind string, p *ranking.Problem, choice Choice) (*Chart, error) {
	switch kind {
	case "ecdf":
		return a.ECDF(p.Group), nil
	case "profile":
		return a.Profile(p.Group), nil
	case "nodes":
		return a.Nodes(p.Group), nil
	case "heatmap":
		return a.Heatmap(), nil
	case "bars":
		return a.ChosenBars(p.Group, choice.Solvers)
	case "history":
		table, err := choice.History()
		if err != nil {
			return nil, err
		}
		set := choice.Set
		if set == "" && len(p.Sets) > 0 {
			set = p.Sets[0]
		}
		return a.History(table, set), nil
	}
	pair, err := a.Pair(p.Group, choice.Solvers)
	if err != nil {
		return nil, err
	}
	return a.Scatter(p.Group, pair[0], pair[1])
}
