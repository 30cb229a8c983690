package chart

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"gridjudge/harness/ranking"
	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// history returns a chart that shows how the times on one set changed from run to run, also between builds. For each
// contestant of the group, it draws the median time of each run with its 95 % interval. The axis names the date and the
// commit of each run, so that the reader can see what changed. The times come from the same clock and the same samples
// as in the verb history.
//
// Times can be compared only between runs on the same machine, with the same verb and the same cases. The chart puts
// such runs side by side and joins them by lines. No line joins runs that cannot be compared.
func (r *Runs) history(g *ranking.Group, set string) *Chart {
	c := &Chart{Kind: Lines, Title: "median processor time over the runs", Y: timeAxis(processorTime + intervalLabel)}
	runs := c.historyAxis(r.Runs, set)
	var apart, rejected []string
	for at, run := range runs {
		for _, result := range run.Results {
			if result.Set == set && !result.Accepted() && result.Process == g.Process {
				rejected = append(rejected, fmt.Sprintf("%s in %s (%s)", result.Solver, run.Name(), result.Verdict))
			}
			if result.Set != set || !result.Accepted() || len(result.Samples) == 0 {
				continue
			}
			if result.Process != g.Process {
				apart = results.With(apart, result.Solver)
				continue
			}
			unit := results.TimeUnit(result, result)
			if unit == results.UnitWall {
				c.Title = "median time over the runs: where a run has no processor times, wall time"
				c.Y.Label = "time" + intervalLabel
			}
			n := slices.IndexFunc(c.Series, func(s Series) bool { return s.Name == result.Solver })
			if n < 0 {
				n = len(c.Series)
				c.Series = append(c.Series, Series{Name: result.Solver})
			}
			c.Series[n].Points = append(c.Series[n].Points, pointOf(at, stats.Median(result.TimesIn(unit))))
		}
	}
	other := slices.IndexFunc(r.Groups, func(o *ranking.Group) bool { return o.Problem == g.Problem && o.Process != g.Process })
	if len(apart) > 0 && other >= 0 {
		kind := "whole processes"
		if g.Process {
			kind = "solving alone"
		}
		c.Notes = append(c.Notes, fmt.Sprintf("Left out, because the times are of %s: %s (--problem '%s').", kind, strings.Join(apart, ", "), r.Groups[other]))
	}
	if len(rejected) > 0 {
		c.Notes = append(c.Notes, fmt.Sprintf("Left out, because it was not accepted: %s.", strings.Join(rejected, ", ")))
	}
	order := func(s Series) uint { // contestants without a rank here come last
		return uint(slices.Index(g.Ordered(), g.Entrant(g.Class.Name(s.Name))))
	}
	slices.SortStableFunc(c.Series, func(a, b Series) int { return cmp.Compare(order(a), order(b)) })
	return c
}

// historyAxis makes an axis of the runs that have results on a set, and returns these runs in the order of the axis.
// Runs that can be compared with each other form a part of the axis, in which the oldest run comes first.
func (c *Chart) historyAxis(all []*results.Run, set string) []*results.Run {
	runs := slices.DeleteFunc(slices.Clone(all), func(run *results.Run) bool { return !run.InHistory() || casesIn(run, set) == "" })
	several := slices.ContainsFunc(runs, func(run *results.Run) bool { return casesIn(run, set) != casesIn(runs[0], set) })
	where := func(run *results.Run) string {
		text := run.Manifest.Machine.CPU + ", " + run.Manifest.Verb
		if several {
			text += ", " + casesIn(run, set)
		}
		if run.Manifest.Wanted() > 1 {
			text += fmt.Sprintf(", --solutions %d", run.Manifest.Solutions)
		}
		return text
	}
	slices.SortStableFunc(runs, func(a, b *results.Run) int {
		return cmp.Or(cmp.Compare(where(a), where(b)), a.Manifest.Started.Compare(b.Manifest.Started))
	})
	c.X.Label = "date and commit of a run"
	for i, run := range runs {
		if i == 0 || where(run) != where(runs[i-1]) {
			c.Parts = append(c.Parts, Part{Name: where(run), First: i})
		}
		c.Parts[len(c.Parts)-1].Last = i
		c.X.Names = append(c.X.Names, run.Manifest.Started.Format(time.DateOnly)+" "+run.Manifest.Plan.Revision(7))
	}
	return runs
}

// casesIn returns a name for the cases of a set in a run, from the beginning of their digest; "" if the run has no
// result on the set.
func casesIn(run *results.Run, set string) string {
	for _, result := range run.Results {
		if result.Set == set {
			return fmt.Sprintf("cases %.7s", strings.TrimPrefix(result.Digest, "sha256:"))
		}
	}
	return ""
}
