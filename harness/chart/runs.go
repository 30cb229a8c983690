package chart

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gridjudge/harness/ranking"
)

// Kinds are the names of the charts of runs.
var Kinds = []string{"ecdf", "profile", "scatter", "nodes", "bars"}

// Choice says what a chart shows.
type Choice struct {
	Problem string   // if empty, the first problem
	Solvers []string // if empty, all; of a scatter ranking.Reference and the best
}

// Runs holds what the charts of some recorded runs share.
type Runs struct {
	Recorded *ranking.Recorded
	Groups   []*ranking.Group
	Solvers  []string // in the one order of all charts: that of the rankings

	styles map[string]int // of a solver: the same in every class of runs
	times  map[*ranking.Group]caseTimes
}

type caseTimes struct {
	*ranking.CaseTimes
	leftOut []string
}

// NewRuns computes what the charts of runs share.
func NewRuns(recorded *ranking.Recorded) *Runs {
	r := &Runs{
		Recorded: recorded, Groups: ranking.Order(recorded.Runs),
		styles: map[string]int{}, times: map[*ranking.Group]caseTimes{},
	}
	var contestants, ranked, others []string // contestants without the number of a class
	for _, g := range r.Groups {
		for _, row := range g.Rows {
			ranked = append(ranked, row.Name)
		}
		for _, e := range g.Entrants {
			contestants = unique(append(contestants, e.Contestant))
			r.styles[e.Name] = slices.Index(contestants, e.Contestant)
			others = append(others, e.Name)
		}
	}
	r.styles[ranking.VirtualBest] = len(contestants)
	r.Solvers = unique(append(ranked, others...))
	for _, g := range r.Groups {
		times, leftOut := recorded.CaseTimes(g)
		slices.SortStableFunc(times.Solvers, func(a, b ranking.SolverTimes) int {
			return cmp.Compare(slices.Index(r.Solvers, a.Solver), slices.Index(r.Solvers, b.Solver))
		})
		r.times[g] = caseTimes{times, leftOut}
	}
	return r
}

// unique returns each name once, where it is first.
func unique(names []string) (out []string) {
	for _, name := range names {
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}

// CaseTimes returns the times of the single cases of a group, and a sentence about each result that is left out.
func (r *Runs) CaseTimes(group *ranking.Group) (*ranking.CaseTimes, []string) {
	return r.times[group].CaseTimes, r.times[group].leftOut
}

// Chart returns the chart of a kind, with notes on the classes of the runs.
func (r *Runs) Chart(kind string, choice Choice) (*Chart, error) {
	if !slices.Contains(Kinds, kind) {
		return nil, fmt.Errorf("there is no kind %q of picture: want %s", kind, strings.Join(Kinds, ", "))
	}
	i := slices.IndexFunc(r.Groups, func(g *ranking.Group) bool {
		return choice.Problem == "" || g.Problem == choice.Problem || g.String() == choice.Problem
	})
	switch {
	case len(r.Groups) == 0:
		return nil, errors.New("these runs have no results yet")
	case i < 0:
		var names []string
		for _, g := range r.Groups {
			names = append(names, g.String())
		}
		return nil, fmt.Errorf("no run has results of the problem %q; there are %s", choice.Problem, strings.Join(names, ", "))
	}
	g := r.Groups[i]
	c, err := r.ChartOf(kind, g, choice.Solvers)
	if err != nil {
		return nil, err
	}
	c.Notes = append(c.Notes, g.Class.Legend()...)
	for _, other := range r.Groups {
		if other.Problem == g.Problem && other.Class != g.Class {
			c.Notes = append(c.Notes, fmt.Sprintf("Left out: %s (--problem '%s').", other, other))
		}
	}
	return c, nil
}

// ChartOf returns the chart of a kind of one problem. It returns an error if there is nothing to draw.
func (r *Runs) ChartOf(kind string, g *ranking.Group, named []string) (c *Chart, err error) {
	solvers, err := r.chosen(g, named)
	if err != nil {
		return nil, err
	}
	times, missing := r.CaseTimes(g)
	shown := &ranking.CaseTimes{Cases: times.Cases}
	for _, name := range solvers {
		for _, s := range times.Solvers {
			if s.Solver == name {
				shown.Solvers = append(shown.Solvers, s)
			}
		}
	}
	switch kind {
	case "bars":
		c, missing = bars(g, solvers), nil
	case "scatter":
		x, y, err := pairOf(g, shown.Solvers, named)
		if err != nil {
			return nil, err
		}
		c = scatter(shown, x, y)
	case "ecdf":
		c = ecdf(shown)
	case "profile":
		c = profile(shown)
	case "nodes":
		c = nodes(shown)
	}
	c.Title = g.String() + ": " + c.Title
	for _, what := range missing {
		c.Notes = append(c.Notes, "Left out: "+what+".")
	}
	for i := range c.Series {
		c.Series[i].Style = r.styles[c.Series[i].Name]
		if len(named) > 0 { // a few of many solvers all differ in colour
			c.Series[i].Style = i
		}
	}
	if c.Empty() {
		return nil, fmt.Errorf("%s: there is nothing to draw. %s", c.Title, strings.Join(c.Notes, " "))
	}
	return c, nil
}

// chosen returns the solvers of a group that are named, in this order, or all of them in the order of all charts.
func (r *Runs) chosen(g *ranking.Group, named []string) (out []string, err error) {
	if len(named) == 0 {
		return slices.DeleteFunc(slices.Clone(r.Solvers), func(name string) bool { return g.Entrant(name) == nil }), nil
	}
	for _, name := range named {
		if g.Entrant(name) == nil {
			name = g.Class.Name(name)
		}
		if g.Entrant(name) == nil {
			return nil, fmt.Errorf("%s: the runs have no solver %q", g, name)
		}
		out = append(out, name)
	}
	return unique(out), nil
}

// pairOf returns the two solvers of a scatter. If two are named, it returns these. Otherwise it returns
// ranking.Reference and, of the other solvers with times of single cases, the one that ranks first, as shown does.
func pairOf(g *ranking.Group, shown []ranking.SolverTimes, named []string) (x, y *ranking.SolverTimes, err error) {
	switch {
	case len(named) != 0 && len(named) != 2:
		return nil, nil, fmt.Errorf("a scatter compares two solvers; %d are named", len(named))
	case len(shown) < 2:
		return nil, nil, fmt.Errorf("%s: a scatter needs times of single cases of two solvers; the runs have those of %d",
			g, len(shown))
	case len(named) == 2:
		return &shown[0], &shown[1], nil
	}
	isReference := func(s ranking.SolverTimes) bool { return s.Solver == g.Class.Name(ranking.Reference) }
	base, other := max(0, slices.IndexFunc(shown, isReference)), 0
	if base == other {
		other = 1
	}
	return &shown[base], &shown[other], nil
}

// bars returns the median time of solvers on every set of a problem, with its 95 % interval.
func bars(g *ranking.Group, solvers []string) *Chart {
	c := &Chart{Kind: Bars, Title: "median time of a set", Y: timeAxis("time of all cases")}
	for _, e := range g.Entrants {
		for _, set := range e.Sets {
			c.X.Names = append(c.X.Names, strings.TrimPrefix(set, g.Problem+"/"))
		}
	}
	c.X.Names = unique(c.X.Names)
	for _, name := range solvers {
		series := Series{Name: name}
		var without []string
		for i, set := range c.X.Names {
			pool := g.Entrant(name).On[g.Problem+"/"+set]
			if pool == nil || len(pool.Times()) == 0 {
				without = append(without, set)
				continue
			}
			m := ranking.Seconds(pool.Median())
			p := Point{X: float64(i), Y: m.Center, Lo: m.Center, Hi: m.Center}
			if m.Finite() {
				p.Lo, p.Hi = m.Lo, m.Hi
			}
			series.Points = append(series.Points, p)
			if r := pool.Rejection(); r != nil {
				c.Notes = append(c.Notes, fmt.Sprintf("The bar of %s on %s is of the runs that accepted it; in another run: %s.",
					name, set, r.Rejection()))
			}
		}
		if len(without) > 0 {
			c.Notes = append(c.Notes, fmt.Sprintf("Left out: %s on %s: not accepted, or not measured.", name, strings.Join(without, ", ")))
		}
		c.Series = append(c.Series, series)
	}
	return c
}
