package chart

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"gridjudge/harness/ranking"
	"gridjudge/harness/results"
)

// history returns the median times of the contestants on the first set of a group, run by run, with their 95 %
// intervals. Runs of other builds are shown, too: their dates and commits are below. Those of each machine and verb are
// beside each other, and no line joins them with others.
func (r *Runs) history(g *ranking.Group) (*Chart, error) {
	runs := slices.DeleteFunc(slices.Clone(r.Recorded.Runs), func(run *results.Run) bool { return run.Manifest == nil })
	where := func(run *results.Run) string { return run.Manifest.Machine.CPU + ", " + run.Manifest.Verb }
	slices.SortStableFunc(runs, func(a, b *results.Run) int {
		return cmp.Or(cmp.Compare(where(a), where(b)), a.Manifest.Started.Compare(b.Manifest.Started))
	})
	set := g.Entrants[0].Sets[0]
	c := &Chart{
		Kind: Lines, Title: set + ": median time over the runs",
		X: Axis{Label: "date and commit of a run"}, Y: timeAxis(intervalLabel),
	}
	for i, run := range runs {
		if i == 0 || where(run) != where(runs[i-1]) {
			c.Parts = append(c.Parts, Part{where(run), i})
		}
		c.X.Names = append(c.X.Names, run.Manifest.Started.Format(time.DateOnly)+" "+run.Manifest.Plan.Revision(7))
	}
	for at, run := range runs {
		for _, result := range run.Results {
			one := &ranking.Pool{Results: []*results.Result{result}}
			if result.Set != set || result.Process != g.Process || len(one.Times()) == 0 {
				continue
			}
			n := slices.IndexFunc(c.Series, func(s Series) bool { return s.Name == result.Solver })
			if n < 0 {
				n = len(c.Series)
				c.Series = append(c.Series, Series{Name: result.Solver, Style: r.styles[result.Solver]})
			}
			c.Series[n].Points = append(c.Series[n].Points, pointOf(at, one))
		}
	}
	order := func(s Series) uint { return uint(slices.Index(r.Solvers, g.Class.Name(s.Name))) } // who is not there is last
	slices.SortStableFunc(c.Series, func(a, b Series) int { return cmp.Compare(order(a), order(b)) })
	if c.Empty() {
		return nil, fmt.Errorf("%s: history has nothing to draw: no run whose start is known has times", set)
	}
	return c, nil
}
