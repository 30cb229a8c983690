package compare

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"gridjudge/harness/report"
	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// Moment is a benchmark in one run of a history.
type Moment struct {
	results.Benchmark
	Started time.Time
	Commit  string
	Median  time.Duration // of the wall times
	Nodes   []float64     // of each sample; none if the solver does not count them
	Step    string        // change since the latest comparable run before; "" if there is none
	Verdict Verdict       // of the step
}

// History returns the history of recorded runs: benchmark by benchmark, oldest run first. A step is a regression or an
// improvement since the latest comparable run before. A run without a manifest (a bare .bench file) is left out, because
// its start and its commit are not known. calibration may be nil.
func History(runs []*results.Run, calibration *Calibration) ([]Moment, error) {
	runs = slices.DeleteFunc(slices.Clone(runs), func(run *results.Run) bool { return run.Manifest == nil })
	slices.SortStableFunc(runs, func(a, b *results.Run) int { return a.Manifest.Started.Compare(b.Manifest.Started) })
	of := map[results.Benchmark][]Moment{}
	var order []results.Benchmark
	for i, run := range runs {
		steps := stepsOf(runs[:i], run, calibration)
		for _, r := range run.Results {
			if !slices.Contains(order, r.Benchmark) {
				order = append(order, r.Benchmark)
			}
			if !r.Accepted() || len(r.Samples) == 0 {
				continue
			}
			plan, m := &run.Manifest.Plan, steps[r.Benchmark]
			m.Benchmark, m.Started, m.Commit = r.Benchmark, run.Manifest.Started, plan.Commit[:min(len(plan.Commit), 10)]
			if plan.Dirty {
				m.Commit += "-dirty"
			}
			m.Median = time.Duration(stats.Median(times(r, results.UnitWall)).Center)
			m.Nodes = values(r, results.UnitNodes)
			of[r.Benchmark] = append(of[r.Benchmark], m)
		}
	}
	var out []Moment
	for _, b := range order {
		out = append(out, of[b]...)
	}
	if len(out) == 0 {
		return nil, errors.New("there is no recorded run with times whose start and commit are known: make one with gridjudge bench")
	}
	return out, nil
}

// HistoryTable lays out a history.
func HistoryTable(moments []Moment) *report.Table {
	t := &report.Table{Columns: []report.Column{
		{Name: "set", Group: true}, {Name: "solver"}, {Name: "started"}, {Name: "commit"},
		{Name: "median_ns", Head: "median"}, {Name: "nodes"}, {Name: "step"}, {Name: "verdict", Data: true},
	}}
	for _, m := range moments {
		nodes := report.None()
		if len(m.Nodes) > 0 {
			nodes = report.Count(uint64(m.Nodes[0]))
		}
		t.Add(report.String(m.Set), report.String(m.Solver), report.String(m.Started.Format(time.DateTime)),
			report.String(m.Commit), report.Time(m.Median), nodes, report.Marked(m.Step, m.Verdict.tone()), report.String(string(m.Verdict)))
	}
	t.Notef("median: of the wall times of a run; nodes: search calls; step: change since the latest comparable run before. (gridjudge help words)")
	return t
}

// stepsOf returns the steps of the benchmarks of a run since the latest comparable one of the earlier runs. The p-values
// of all benchmarks of a run are corrected together.
func stepsOf(earlier []*results.Run, run *results.Run, calibration *Calibration) map[results.Benchmark]Moment {
	steps := map[results.Benchmark]Moment{}
	for _, before := range slices.Backward(earlier) {
		if !sameKind(before, run) {
			continue
		}
		old, new := measured(before), measured(run)
		floor := spreadFloor(old, new)
		if calibration.ofRun(run) {
			floor = Floor(calibration.Of).over(floor)
		}
		for _, c := range ordered(Compare(old, new, floor, DefaultRules, false)) {
			if c.Verdict != Regression && c.Verdict != Better {
				continue
			}
			m, again := steps[c.Benchmark]
			if again {
				m.Step += ", "
			} else { // a benchmark has the first of its verdicts, the weightiest
				m.Verdict = c.Verdict
			}
			switch {
			case c.Unit == "":
				m.Step += c.Reason
			case c.Counter:
				m.Step += fmt.Sprintf("%s %.0f -> %.0f", c.Unit, c.Old.Center, c.New.Center)
			default:
				m.Step += fmt.Sprintf("%+.1f%%", 100*(c.Effect.Ratio.Center-1))
			}
			steps[c.Benchmark] = m
		}
		break
	}
	return steps
}

// sameKind reports whether the times of two runs are comparable: those of one verb, machine and corpus.
func sameKind(a, b *results.Run) bool {
	return a.Manifest.Verb == b.Manifest.Verb && len(results.Incomparable([]*results.Run{a, b})) == 0
}
