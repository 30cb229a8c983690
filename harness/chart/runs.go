package chart

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"gridjudge/harness/ranking"
)

// Kinds are the names of the charts of runs.
var Kinds = []string{"ecdf", "profile", "scatter", "nodes", "history", "bars"}

// Choice says what a chart shows.
type Choice struct {
	Problem string   // if empty, the first problem
	Solvers []string // if empty, all; of a scatter ranking.Reference and the best
	Set     string   // of a history: if empty, the first set of the problem
	Moments []Moment // of a history
}

// Moment is the median of a solver on a set in one run.
type Moment struct {
	Set, Solver, Commit string
	Started             time.Time
	Median              time.Duration
	Step                string // change since the latest comparable run before; "" if there is none
}

// Runs holds what the charts of some recorded runs share.
type Runs struct {
	Recorded *ranking.Recorded
	Groups   []*ranking.Group
	Solvers  []string // in the one order of all charts: that of the rankings

	styles map[string]int // of a solver: the same in every class of runs
	names  []string       // of the solver of each style, without the number of a class
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
	var ranked, others []string
	for _, g := range r.Groups {
		for _, row := range g.Rows {
			ranked = append(ranked, row.Name)
		}
		for _, e := range g.Entrants {
			if !slices.Contains(r.names, e.Contestant) {
				r.names = append(r.names, e.Contestant)
			}
			r.styles[e.Name] = slices.Index(r.names, e.Contestant)
			others = append(others, e.Name)
		}
	}
	r.styles[ranking.VirtualBest] = len(r.names)
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
	if choice.Set != "" && kind != "history" {
		return nil, fmt.Errorf("a set is chosen for a history alone: %s shows all sets of a problem", kind)
	}
	i := slices.IndexFunc(r.Groups, func(g *ranking.Group) bool {
		return choice.Problem == "" || g.Problem == choice.Problem || g.String() == choice.Problem
	})
	if i < 0 {
		var names []string
		for _, g := range r.Groups {
			names = append(names, g.String())
		}
		return nil, fmt.Errorf("no run has results of the problem %q; there are %s", choice.Problem, strings.Join(names, ", "))
	}
	g := r.Groups[i]
	c, err := r.ChartOf(kind, g, choice)
	if err != nil || kind == "history" {
		return c, err
	}
	c.Notes = append(c.Notes, g.Of.Legend()...)
	for _, other := range r.Groups {
		if other.Problem == g.Problem && other.Of != g.Of {
			c.Notes = append(c.Notes, fmt.Sprintf("Left out: %s (--problem '%s').", other, other))
		}
	}
	return c, nil
}

// ChartOf returns the chart of a kind of one problem. It returns an error if there is nothing to draw.
func (r *Runs) ChartOf(kind string, g *ranking.Group, choice Choice) (c *Chart, err error) {
	solvers, err := r.chosen(g, choice.Solvers)
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
	subject := g.String()
	switch kind {
	case "bars":
		c, missing = r.bars(g, solvers), nil
	case "history":
		subject = cmp.Or(choice.Set, g.Sets[0])
		c, missing = r.history(choice.Moments, subject, choice.Solvers), nil
	case "scatter":
		x, y, err := pairOf(g, shown.Solvers, choice.Solvers)
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
	c.Title = subject + ": " + c.Title
	for _, what := range missing {
		c.Notes = append(c.Notes, "Left out: "+what+".")
	}
	for i, s := range c.Series {
		if style, ok := r.styles[s.Name]; ok {
			c.Series[i].Style = style
		}
		if len(choice.Solvers) > 0 { // a few of many solvers all differ in colour
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
			name = g.Of.Name(name)
		}
		if g.Entrant(name) == nil {
			return nil, fmt.Errorf("%s: the runs have no solver %q", g, name)
		}
		out = append(out, name)
	}
	return unique(out), nil
}

// pairOf returns the two solvers of a scatter. If two are named, it returns these. Otherwise it returns
// ranking.Reference and, of the other solvers with times of single cases, the one that ranks first.
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
	rank := func(s ranking.SolverTimes) int {
		if s.Solver == g.Of.Name(ranking.Reference) {
			return -1
		}
		i := slices.IndexFunc(g.Rows, func(e *ranking.Entrant) bool { return e.Name == s.Solver })
		return cmp.Or(i+1, len(g.Rows)+1) // those that share no set with the ranked ones are last
	}
	byRank := func(a, b ranking.SolverTimes) int { return cmp.Compare(rank(a), rank(b)) }
	shown = slices.SortedStableFunc(slices.Values(shown), byRank)
	return &shown[0], &shown[1], nil
}

// bars returns the median time of solvers on every set of a problem, with its 95 % interval.
func (r *Runs) bars(g *ranking.Group, solvers []string) *Chart {
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
			if v := verdictOf(pool); v.Reason != "" {
				c.Notes = append(c.Notes, fmt.Sprintf("The bar of %s on %s is of the runs that accepted it; in another run: %s.",
					name, set, v.Reason))
			}
		}
		if len(without) > 0 {
			c.Notes = append(c.Notes, fmt.Sprintf("Left out: %s on %s: not accepted, or not measured.", name, strings.Join(without, ", ")))
		}
		c.Series = append(c.Series, series)
	}
	return c
}

// history returns the medians of one set over the runs, oldest first. A step is a vertical line.
func (r *Runs) history(moments []Moment, set string, named []string) *Chart {
	c := &Chart{Kind: Lines, Title: "median time over the runs", X: Axis{Label: "commit"}, Y: timeAxis("time of all cases")}
	moments = slices.DeleteFunc(slices.Clone(moments), func(m Moment) bool { return m.Set != set })
	slices.SortStableFunc(moments, func(a, b Moment) int { return a.Started.Compare(b.Started) })
	at := map[time.Time]int{}
	for _, m := range moments {
		if _, ok := at[m.Started]; !ok {
			at[m.Started] = len(at)
			c.X.Names = append(c.X.Names, m.Commit)
		}
	}
	var names []string // a history goes across the classes of runs
	for _, solver := range r.Solvers {
		names = append(names, r.names[r.styles[solver]])
	}
	for _, name := range unique(names) {
		s := Series{Name: name, Style: slices.Index(r.names, name)}
		for _, m := range moments {
			if m.Solver != name || len(named) > 0 && !slices.Contains(named, name) {
				continue
			}
			x := float64(at[m.Started])
			s.Points = append(s.Points, Point{X: x, Y: m.Median.Seconds()})
			if m.Step != "" {
				c.Changes = append(c.Changes, x)
				c.Notes = append(c.Notes, fmt.Sprintf("Step of %s at %s: %s.", name, m.Commit, m.Step))
			}
		}
		if len(s.Points) > 0 {
			c.Series = append(c.Series, s)
		}
	}
	switch len(at) {
	case 0:
		c.Notes = append(c.Notes, "No run has times of this set.")
	case 1:
		c.Notes = append(c.Notes, "One run has no history: name more runs, or a folder with runs.")
	}
	return c
}
