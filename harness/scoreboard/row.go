package scoreboard

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"gridjudge/harness/judge"
	"gridjudge/harness/ranking"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// row is a result with its cells. A cell is empty if it does not apply to the result.
type row struct {
	*results.Result

	time                   figure      // of one pass; for a program, the median processor time of its repeats
	median, p99, max       figure      // of the cases
	least, most, low, high report.Cell // the extremes of the repeats of a program, and the interval of their median
	peak, par2             figure
	ratio, margin, limit   report.Cell // ratio is to the best comparable result
	rank                   report.Cell // for an accepted program on a set that has several
	end, unprotected       report.Cell // for programs
	failed, reason         report.Cell // of the first case that was not accepted
	verdict                report.Cell
}

// figure is a cell whose number may be a bound. Then sign says so to other software.
type figure struct{ cell, sign report.Cell }

// atLeast returns a figure. If bound is set, the figure is marked as a lower bound, because the judge ended the run
// or did not run all of it.
func atLeast(c report.Cell, bound bool) figure {
	if !bound {
		return figure{cell: c}
	}
	c.Text = "> " + c.Text
	return figure{c, report.String("at least")}
}

// newRow returns the row of a result, with the ratio to the best one. The zero rank means that the result has no
// rank.
func newRow(r, best *results.Result, rank ranking.Rank) *row {
	w := &row{Result: r, verdict: report.Marked(r.Verdict.String(), report.Bad)}
	w.verdict.Signs = signsOf(r)
	if r.Accepted() {
		w.verdict.Tone, w.ratio = report.Good, w.ratioTo(best)
	}
	if failed(r) {
		w.failed, w.reason = report.Count(r.Failed), report.String(r.Reason())
	}
	if rank.Best > 0 {
		w.rank = report.String(rank.String())
	}
	stopped := r.Stopped || r.Facts.Stopped()          // memory and times are lower bounds
	partial := stopped || r.Tally[judge.NotJudged] > 0 // times of the pass are lower bounds
	if r.Process {
		w.ofProgram(stopped, partial)
	} else {
		w.time = atLeast(w.timeOf(r.Time), partial && r.Time > 0)
	}
	if r.Max > 0 {
		w.median = atLeast(w.timeOf(r.P50), r.P50AtLeast || partial && r.P50 == r.Max)
		w.p99 = atLeast(w.timeOf(r.P99), r.P99AtLeast || partial && r.P99 == r.Max)
		w.max = atLeast(w.timeOf(r.Max), partial)
		if run := r.Cases - r.Tally[judge.NotJudged]; run < r.Cases && r.Verdict != judge.NotJudged {
			part := fmt.Sprintf("%s on %s: median, p99 and max are of the cases that were run, %s of %s",
				r.Solver, r.Set, report.Count(run).Text, report.Count(r.Cases).Text)
			for _, f := range []*figure{&w.median, &w.p99, &w.max} {
				f.cell.Signs = append(f.cell.Signs, part)
			}
		}
	}
	w.limits(partial)
	return w
}

// count returns the cell of a counter. For a program it is the lower median of its repeats, and empty if it did not
// report this counter.
func (w *row) count(counter string) report.Cell {
	switch counts := w.Counted(counter); {
	case !w.Process && counter == judge.CounterNodes:
		return report.Count(w.Nodes)
	case !w.Process && counter == judge.CounterUpdates:
		return report.Count(w.Updates)
	case len(counts) > 0:
		return report.Count(counts[(len(counts)-1)/2])
	}
	return report.Cell{}
}

// ofProgram fills in the cells that only programs have.
func (w *row) ofProgram(stopped, partial bool) {
	w.end = report.String(w.Ending)
	if len(w.Unprotected) > 0 {
		w.unprotected = report.String(strings.Join(w.Unprotected, "; "))
	}
	if w.Result.Time == 0 && (w.Facts.BuildFailed != "" || w.Facts.NotStarted != "") {
		return
	}
	m, times := repeats(w.Result), w.PassTimes()
	w.time = atLeast(cpuTime(m), partial)
	if n := len(w.Samples); n > 1 {
		w.time.cell.Signs = []string{fmt.Sprintf("cpu: the median of %d repeats", n)}
	}
	w.least, w.most = nanoseconds(slices.Min(times)), atLeast(nanoseconds(slices.Max(times)), partial).cell
	if m.Finite() {
		w.low, w.high = nanoseconds(m.Lo), nanoseconds(m.Hi)
	}
	w.peak = atLeast(report.Bytes(w.PeakRSS()), stopped)
}

// limits fills in PAR2 and the cells that follow from the time limit. PAR2 comes first, because it may be known without
// a limit, and is known for a program that was not built.
func (w *row) limits(partial bool) {
	if w.Verdict != judge.NotJudged {
		switch par2 := w.PAR2(); {
		case par2.NoLimit:
		case par2.AtMost:
			w.par2.sign = report.String("at most")
			fallthrough
		default:
			w.par2.cell = w.timeOf(time.Duration(par2.NS))
		}
	}
	if w.Limits.Time == 0 || total(w.Result) == 0 {
		return
	}
	ofCase := float64(cmp.Or(w.Limits.Case, math.MaxInt64)) / float64(max(w.Max, 1))
	m := min(float64(w.Limits.Time)/float64(total(w.Result)), ofCase)
	// In other cases something other than this time ended the run, so a margin would mean nothing.
	if !w.disturbed() && (w.Accepted() || w.Verdict == judge.TimeLimit && m < 1) {
		w.margin = report.Ratio(m)
		if partial {
			w.margin.Text = "< " + w.margin.Text
		}
	}
	w.limit = report.Time(w.Limits.Time)
}

// disturbed reports whether several cases were judged at a time, so that they disturbed each other's times.
func (w *row) disturbed() bool { return w.Jobs > 1 }

// timeOf returns the cell of a time.
func (w *row) timeOf(d time.Duration) report.Cell { return timeOf(d, w.Jobs) }

// timeOf returns the cell of a time that was taken while this many cases were judged at a time. If there were
// several, the cell is marked, because they disturbed each other.
func timeOf(d time.Duration, jobs int) report.Cell {
	c := report.Time(d)
	if jobs > 1 {
		c.Text = "~" + c.Text
		c.Signs = []string{fmt.Sprintf("~: taken while others were judged (--jobs %d), so without ratio, margin and rank", jobs)}
	}
	return c
}

// ratioTo returns the cell of the ratio of this result's time to the other result's time.
func (w *row) ratioTo(base *results.Result) report.Cell {
	ratio, _, ok := ratio(ranking.Single(w.Result), ranking.Single(base), results.UnitWall)
	if !ok || w.disturbed() {
		return report.None()
	}
	return report.Ratio(ratio)
}

func nanoseconds(ns float64) report.Cell { return report.Time(time.Duration(ns)) }

// cpuTime returns the cell of the median of repeats, with the distance to the farther bound of its interval.
func cpuTime(m stats.Interval) report.Cell {
	c := nanoseconds(m.Center)
	if m.Finite() && m.Center > 0 {
		c.Text += fmt.Sprintf(" ±%.0f %%", math.Ceil(100*m.Spread()))
	}
	return c
}

// total returns the time of one pass. For a program, this is the median processor time of its repeats.
func total(r *results.Result) time.Duration {
	if r.Process {
		return time.Duration(repeats(r).Center)
	}
	return r.Time
}

// repeats returns the median processor time of all repeats of a program, with its interval. The verdicts of the
// repeats do not matter.
func repeats(r *results.Result) stats.Interval { return stats.Median(r.PassTimes()) }

// signsOf explains the verdicts on a result and its cases, except AC. Programs need no such signs, because the last
// lines say in words what became of them.
func signsOf(r *results.Result) (signs []string) {
	for _, v := range judge.Verdicts()[1:] {
		if !r.Process && (r.Verdict == v || r.Tally[v] > 0) {
			signs = append(signs, fmt.Sprintf("%s: %s", v, v.Long()))
		}
	}
	return signs
}
