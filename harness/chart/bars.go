package chart

import (
	"strings"

	"gridjudge/harness/ranking"
	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// The names of clocks in the labels of axes.
const (
	wallTime      = "wall time"
	processorTime = "processor time"
)

// intervalLabel is the end of the label of an axis that shows the median time of a set with its interval.
const intervalLabel = " of a set, 95 % interval"

// caseClock returns the name of the clock by which single cases are timed. They are also judged by this clock.
func caseClock(g *ranking.Group) string {
	if g.Process {
		return processorTime
	}
	return wallTime
}

// setClock returns the name of the clock by which sets are timed; "time" if not all results have the same clock.
func setClock(g *ranking.Group) string {
	var clocks []string
	for _, e := range g.Entrants {
		for _, set := range e.Sets {
			for _, r := range e.On[set].Results {
				clocks = results.With(clocks, clockOf(e, r))
			}
		}
	}
	if len(clocks) != 1 {
		return "time"
	}
	return clocks[0]
}

// clockOf returns the name of the clock of the times of a result of an entrant.
func clockOf(e *ranking.Entrant, r *results.Result) string {
	measured := len(r.Samples) == 0 || results.TimeUnit(r, r) == results.UnitCPU // other tools may only write wall times
	if e.Clock == results.UnitCPU || r.Process && measured {
		return processorTime
	}
	return wallTime
}

// bars returns the median time of each solver on every set of a problem, with its 95 % interval. It draws dots,
// although earlier versions drew bars, because the axis is logarithmic: it has no zero from which a bar could begin.
func bars(g *ranking.Group) *Chart {
	c := &Chart{Kind: Dots, Title: "median time of a set", Y: timeAxis(setClock(g) + intervalLabel)}
	for _, set := range ranking.SetsOf(g.Entrants) {
		c.X.Names = append(c.X.Names, strings.TrimPrefix(set, g.Problem+"/"))
	}
	var leftOut []string
	for _, entrant := range g.Ordered() {
		name := entrant.Name
		series := Series{Name: name}
		var without []string
		for i, set := range c.X.Names {
			pool := entrant.On[g.Problem+"/"+set]
			if pool == nil || len(pool.Times()) == 0 {
				without = append(without, set)
				continue
			}
			series.Points = append(series.Points, pointOf(i, pool.Median()))
		}
		if len(without) > 0 {
			leftOut = append(leftOut, name+" on "+strings.Join(without, ", "))
		}
		if len(series.Points) > 0 {
			c.Series = append(c.Series, series)
		}
	}
	c.Notes = append(c.Notes, g.Additions()...) // dots of different runs must not be compared without a control
	if len(leftOut) > 0 {
		c.Notes = append(c.Notes, "Left out, as not accepted or not measured: "+strings.Join(leftOut, "; ")+".")
	}
	return c
}

// pointOf returns a point for a median time, in seconds, with its interval if the interval is finite.
func pointOf(at int, time stats.Interval) Point {
	m := ranking.Seconds(time)
	p := Point{X: float64(at), Y: m.Center}
	if m.Finite() {
		p.Lo, p.Hi = m.Lo, m.Hi
	}
	return p
}
