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

// series is a benchmark on one machine: its times in other runs of it are one history.
type series struct {
	results.Benchmark
	machine string
}

// History lays out the medians of recorded runs: benchmark by benchmark and machine by machine, oldest run first. Those
// with a single run, or never accepted, are left out. A step is a regression or an improvement since the latest comparable
// run before. Only runs of results.Run.InHistory count. calibration, which stored describes, may be nil.
func History(runs []*results.Run, calibration *Calibration, stored string) (*report.Table, error) {
	runs = slices.DeleteFunc(slices.Clone(runs), func(run *results.Run) bool { return !run.InHistory() })
	slices.SortStableFunc(runs, func(a, b *results.Run) int { return a.Manifest.Started.Compare(b.Manifest.Started) })
	searched := slices.ContainsFunc(runs, func(run *results.Run) bool { return results.Searched(run.Results) })
	rows := map[series][][]report.Cell{}
	timed := map[results.Benchmark]bool{}
	var order []results.Benchmark
	var machines []string
	digests := map[series]string{} // of the cases of the latest run
	for i, run := range runs {
		steps := stepsOf(runs[:i], run, calibration)
		machine := run.Manifest.Machine.CPU + ", " + run.Manifest.Machine.GOOS
		machines = results.With(machines, machine)
		for _, r := range run.Results {
			order = results.With(order, r.Benchmark)
			if r.Accepted() && len(r.Samples) == 0 {
				continue
			}
			of := series{r.Benchmark, machine}
			plan, step, nodes := &run.Manifest.Plan, steps[r.Benchmark], report.None()
			if digest, begun := digests[of]; begun && digest != r.Digest && step.text == "" {
				step.text, step.verdict = string(OtherSet), OtherSet
			}
			digests[of] = r.Digest
			median := report.Cell{Text: r.Verdict.String()} // of one that was not accepted
			if r.Accepted() {
				timed[r.Benchmark] = true
				median = report.Time(time.Duration(stats.Median(r.TimesIn(results.TimeUnit(r, r))).Center))
			}
			commit := plan.Commit[:min(len(plan.Commit), 10)] + map[bool]string{true: "-dirty"}[plan.Dirty]
			if counted := r.Values(results.UnitNodes); len(counted) > 0 {
				nodes = report.Count(uint64(counted[0]))
			}
			rows[of] = append(rows[of], []report.Cell{
				report.String(r.Set), report.String(r.Solver), report.String(run.Manifest.Started.Format(time.DateTime)),
				report.String(commit), median, nodes,
				report.Marked(step.text, step.verdict.tone()), report.String(string(step.verdict)), report.String(machine), results.UpTo(r.Solutions),
				report.String(run.Manifest.Verb + map[bool]string{true: ", process"}[r.Process]),
			})
		}
	}
	order = slices.DeleteFunc(order, func(b results.Benchmark) bool { return !timed[b] })
	if len(order) == 0 {
		return nil, errors.New("there is no recorded run with times whose start and commit are known: make one with gridjudge bench")
	}
	t := &report.Table{Caption: results.Caption(runs), Columns: []report.Column{
		{Name: "set", Group: true}, {Name: "solver"}, {Name: "started", Drop: 2}, {Name: "commit"},
		{Name: "median_ns", Head: "median", Meaning: "of the times of a run, by the clock that compare decides by"},
		{Name: "nodes", Drop: 3, Meaning: "search calls"},
		{Name: "step", Meaning: "change since the latest comparable run before; of a time, from a factor of 1.3 on, or of two where the machine was busy"},
		{Name: "verdict", Data: true},
		{Name: "machine", Drop: 1, Data: len(machines) == 1}, {Name: "solutions", Data: !searched},
		{Name: "measured", Meaning: "by which verb, as a process or solving alone: times of two kinds do not compare"},
	}}
	single := 0
	var shown []results.Benchmark
	for _, b := range order {
		for _, machine := range machines {
			if points := rows[series{b, machine}]; len(points) > 1 {
				t.Rows, shown = append(t.Rows, points...), results.With(shown, b)
			} else {
				single += len(points)
			}
		}
	}
	if single > 0 {
		t.Notef("Left out: %s with a single run on a machine.", report.Counted(single, "benchmark"))
	}
	if !slices.ContainsFunc(runs, calibration.ofRun) {
		calibration = nil
	}
	t.Closing = append(t.Closing, calibration.notes(shown, stored, "the spread within the runs", countedOn(runs[len(runs)-1]))...)
	return t, nil
}

// step is the change of a benchmark since the latest comparable run before.
type step struct {
	text    string
	verdict Verdict
}

// stepsOf returns the steps of the benchmarks of a run, each since the latest of the earlier runs that is comparable in
// it. The p-values of all benchmarks of a run are corrected together.
func stepsOf(earlier []*results.Run, run *results.Run, calibration *Calibration) map[results.Benchmark]step {
	steps := map[results.Benchmark]step{}
	var old, new []*results.Result
	busy := len(run.Busy()) > 0
	for _, is := range measured(run) {
		was := latest(earlier, run, is, false)
		if was == nil {
			was = latest(earlier, run, is, true)
			busy = busy || was != nil && !is.Process
		}
		if was != nil {
			old, new = append(old, was), append(new, is)
		}
	}
	floor := spreadFloor(old, new)
	if calibration.ofRun(run) {
		floor = calibration.orElse(floor)
	}
	rules := DefaultRules
	if rules.Doubt = sequential; busy {
		rules.Doubt = busyMachine
	}
	for _, c := range ordered(Compare(old, new, floor, rules, stats.Unpaired)) {
		if c.Verdict != Regression && c.Verdict != Better && c.Verdict != Traded {
			continue
		}
		s, more := steps[c.Benchmark]
		if more {
			s.text += ", "
		} else { // a benchmark has the first of its verdicts, the weightiest
			s.verdict = c.Verdict
		}
		switch {
		case !c.Compared():
			s.text += c.Reason
		case c.Counter:
			s.text += fmt.Sprintf("%s %.0f -> %.0f", c.Unit, c.Old.Center, c.New.Center)
		default:
			s.text += fmt.Sprintf("%+.1f%%", 100*(c.Effect.Ratio.Center-1))
		}
		steps[c.Benchmark] = s
	}
	return steps
}

// latest returns the result with which that of a run is compared: the last one of the same benchmark, verb, machine and
// cases, of a process if it is of one, measured while the machine was not busy unless that does not matter. It is nil if no earlier run has one, or if
// that is of the same build of a solver.
func latest(earlier []*results.Run, run *results.Run, is *results.Result, busy bool) *results.Result {
	for _, before := range slices.Backward(earlier) {
		was := results.ByBenchmark(measured(before))[is.Benchmark]
		if was == nil || was.Process != is.Process || was.Digest != is.Digest || before.Manifest.Verb != run.Manifest.Verb ||
			len(before.Manifest.Differences(&run.Manifest.Request, results.OfRules)) > 0 ||
			len(results.Incomparable([]*results.Run{before, run})) > 0 {
			continue
		}
		if !is.Process && oneBuild(before, run) {
			return nil // what differs between runs of one build is noise
		}
		if busy || is.Process || len(before.Busy()) == 0 {
			return was
		}
	}
	return nil
}
