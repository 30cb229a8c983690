package compare

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"gridjudge/harness/report"
	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// History lays out the medians of every benchmark over the recorded runs in a folder, oldest first. A step is a
// regression or an improvement since the latest comparable run before. filter is in benchstat's language. Runs that
// cannot be read are left out, and a note names them.
func History(folder, filter string, rules Rules) (*report.Table, error) {
	runs, notes, err := readRuns(folder)
	if err != nil {
		return nil, &InputError{err}
	}
	calibration, calibrated, err := StoredCalibration("")
	if err != nil {
		return nil, err
	}
	moments, err := HistoryOf(runs, filter, rules, calibration)
	if err != nil {
		return nil, &InputError{err}
	}
	t := HistoryTable(moments)
	t.Notes = append(append(t.Notes, notes...), calibrated...)
	return t, nil
}

// readRuns reads every run in a folder.
func readRuns(folder string) (runs []*results.Run, leftOut []string, err error) {
	paths, err := results.Find(folder)
	if err != nil {
		return nil, nil, err
	}
	for _, path := range paths {
		run, err := results.Read(path)
		if err != nil {
			leftOut = append(leftOut, "Left out: "+err.Error())
			continue
		}
		if run.Manifest == nil { // its start and its commit are not known
			leftOut = append(leftOut, "Left out: "+strings.Join(run.Warnings, "; "))
			continue
		}
		runs = append(runs, run)
	}
	if len(runs) == 0 && len(leftOut) > 0 {
		return nil, nil, fmt.Errorf("no run can be read: %s", strings.Join(leftOut, "; "))
	}
	return runs, leftOut, nil
}

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

// HistoryOf returns the history of runs that were read: benchmark by benchmark, oldest first. A run without a manifest
// (a bare .bench file) is left out, because its start and its commit are not known. calibration may be nil.
func HistoryOf(runs []*results.Run, filter string, rules Rules, calibration *Calibration) ([]Moment, error) {
	match, err := report.ParseFilter(filter)
	if err != nil {
		return nil, err
	}
	runs = slices.DeleteFunc(slices.Clone(runs), func(run *results.Run) bool { return run.Manifest == nil })
	if len(runs) == 0 {
		return nil, errors.New("there is no recorded run whose start and commit are known: make one with gridjudge bench")
	}
	slices.SortStableFunc(runs, func(a, b *results.Run) int { return a.Manifest.Started.Compare(b.Manifest.Started) })
	steps := stepsOf(runs, rules, calibration)
	shown, err := benchmarksOf(runs, match)
	if err != nil {
		return nil, err
	}
	of := make([]map[results.Benchmark]*results.Result, len(runs))
	for i, run := range runs {
		of[i] = byBenchmark(run.Results)
	}
	var out []Moment
	for _, b := range shown {
		for i, run := range runs {
			r := of[i][b]
			if r == nil || !r.Accepted() || len(r.Samples) == 0 {
				continue
			}
			plan := &run.Manifest.Plan
			commit := plan.Commit[:min(len(plan.Commit), 10)]
			if plan.Dirty {
				commit += "-dirty"
			}
			m := steps[i][b]
			m.Benchmark, m.Started, m.Commit = b, run.Manifest.Started, commit
			m.Median = time.Duration(stats.Median(times(r, results.UnitWall)).Center)
			m.Nodes = values(r, results.UnitNodes)
			out = append(out, m)
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("--filter %s matches no line", filter)
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

// benchmarksOf returns the benchmarks with a line that matches, in their recorded order.
func benchmarksOf(runs []*results.Run, filter *report.Filter) ([]results.Benchmark, error) {
	var all []results.Benchmark
	for _, run := range runs {
		for _, r := range run.Results {
			for _, line := range r.Lines() {
				match, err := filter.Match(line)
				if err != nil {
					return nil, err
				}
				if match.Any() && !slices.Contains(all, r.Benchmark) {
					all = append(all, r.Benchmark)
				}
			}
		}
	}
	return all, nil
}

// stepsOf returns, for each run, the steps of its benchmarks since the latest comparable earlier run. The p-values of
// all benchmarks of a run are corrected together.
func stepsOf(runs []*results.Run, rules Rules, calibration *Calibration) []map[results.Benchmark]Moment {
	out := make([]map[results.Benchmark]Moment, len(runs))
	for i, run := range runs {
		out[i] = map[results.Benchmark]Moment{}
		before := i - 1
		for before >= 0 && !sameKind(runs[before], run) {
			before--
		}
		if before < 0 {
			continue
		}
		old, new := measured(runs[before]), measured(run)
		floor := spreadFloor(old, new)
		if calibration != nil && calibration.Fits(run) {
			floor = Floor(calibration.Of).over(floor)
		}
		for _, c := range ordered(Compare(old, new, floor, rules, false)) {
			if c.Verdict != Regression && c.Verdict != Better {
				continue
			}
			m, again := out[i][c.Benchmark]
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
			out[i][c.Benchmark] = m
		}
	}
	return out
}

// sameKind reports whether the times of two runs are comparable: those of one verb, machine and corpus.
func sameKind(a, b *results.Run) bool {
	return a.Manifest.Verb == b.Manifest.Verb && len(results.Incomparable([]*results.Run{a, b})) == 0
}
