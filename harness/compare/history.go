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

// series identifies one history: a benchmark on one machine. Times on different machines do not belong in one history.
type series struct {
	results.Benchmark
	machine string
}

// History makes a table of how the medians of recorded runs changed over time: benchmark by benchmark and machine by
// machine, oldest run first. A step in this table is a regression or an improvement since the latest comparable run
// before.
//
// Some runs are ignored because they have no place in a history, for example a .bench file that does not say when it
// was made (results.Run.InHistory). A benchmark with a single run on a machine has no history there, so it is not shown
// for this machine. A benchmark that was never accepted is not shown at all.
//
// The noise floors come from the calibration, unless it is nil. The notes name the path of its file (stored).
func History(runs []*results.Run, calibration *Calibration, stored string) (*report.Table, error) {
	runs = slices.DeleteFunc(slices.Clone(runs), func(run *results.Run) bool { return !run.InHistory() })
	slices.SortStableFunc(runs, func(a, b *results.Run) int { return a.Manifest.Started.Compare(b.Manifest.Started) })
	searched := slices.ContainsFunc(runs, func(run *results.Run) bool { return results.Searched(run.Results) })
	points := map[series][]*point{}
	var machines []string
	var order []results.Benchmark
	for i, run := range runs {
		steps := stepsOf(runs[:i], run, calibration)
		machine := run.Manifest.Machine.CPU + ", " + run.Manifest.Machine.GOOS
		machines = results.With(machines, machine)
		for _, r := range run.Results {
			order = results.With(order, r.Benchmark)
			if r.Accepted() && len(r.Samples) == 0 {
				continue
			}
			key, p := series{r.Benchmark, machine}, &point{Result: r, run: run, machine: machine, step: steps[r.Benchmark]}
			if before := points[key]; len(before) > 0 && before[len(before)-1].Digest != r.Digest && p.step.text == "" {
				p.step = step{OtherSet.String(), OtherSet}
			}
			points[key] = append(points[key], p)
		}
	}
	order = slices.DeleteFunc(order, func(b results.Benchmark) bool {
		return !slices.ContainsFunc(machines, func(machine string) bool {
			return slices.ContainsFunc(points[series{b, machine}], func(p *point) bool { return p.Accepted() })
		})
	})
	if len(order) == 0 {
		return nil, errors.New("there is no recorded run with times whose start and commit are known: make one with gridjudge bench")
	}
	single := 0
	var rows []*point
	var shown []results.Benchmark
	for _, b := range order {
		for _, machine := range machines {
			if all := points[series{b, machine}]; len(all) > 1 {
				rows, shown = append(rows, all...), results.With(shown, b)
			} else {
				single += len(all)
			}
		}
	}
	t := historyTable(rows, len(machines) > 1, searched)
	t.Caption = results.Caption(runs)
	if single > 0 {
		t.Notef("Left out: %s with a single run on a machine.", report.Counted(single, "benchmark"))
	}
	if !slices.ContainsFunc(runs, calibration.ofRun) {
		calibration = nil
	}
	for _, p := range rows {
		calibration = calibration.excludeProcesses([]*results.Result{p.Result})
	}
	t.Closing = append(t.Closing, calibration.notes(shown, stored, "the spread within the runs", countedOn(runs[len(runs)-1]))...)
	return t, nil
}

// point is a result in a history, with the run that it belongs to and the step before it.
type point struct {
	*results.Result
	run     *results.Run
	machine string
	step    step
}

// median returns the cell of the median time. For a result that was not accepted, it has the verdict instead.
func (p *point) median() report.Cell {
	if !p.Accepted() {
		return report.Cell{Text: p.Verdict.String()}
	}
	return report.Time(time.Duration(stats.Median(p.TimesIn(results.TimeUnit(p.Result, p.Result))).Center))
}

// nodes returns the cell of the nodes, which is empty if they were not counted.
func (p *point) nodes() report.Cell {
	if counted := p.Values(results.UnitNodes); len(counted) > 0 {
		return report.Count(uint64(counted[0]))
	}
	return report.None()
}

// commit returns the beginning of the commit.
func (p *point) commit() string {
	plan := &p.run.Manifest.Plan
	commit := plan.Commit[:min(len(plan.Commit), 10)]
	if plan.Dirty {
		commit += "-dirty"
	}
	return commit
}

// measured says by which verb the result was measured, and whether as a process.
func (p *point) measured() string {
	if p.Process {
		return p.run.Manifest.Verb + ", process"
	}
	return p.run.Manifest.Verb
}

// historyTable lays out points. Tables for people show the machine only if machines is set, and the number of wanted
// solutions only if searched is set.
func historyTable(rows []*point, machines, searched bool) *report.Table {
	type field = report.Field[*point]
	text := func(text func(p *point) string) func(*point) report.Cell {
		return func(p *point) report.Cell { return report.String(text(p)) }
	}
	return report.Of(rows,
		field{Column: report.Column{Name: "set", Group: true}, Cell: text(func(p *point) string { return p.Set })},
		field{Column: report.Column{Name: "solver"}, Cell: text(func(p *point) string { return p.Solver })},
		field{Column: report.Column{Name: "started", Drop: 2}, Cell: text(func(p *point) string { return p.run.Manifest.Started.Format(time.DateTime) })},
		field{Column: report.Column{Name: "commit"}, Cell: text((*point).commit)},
		field{Column: report.Column{Name: "median_ns", Head: "median", Meaning: "of the times of a run, by the clock that compare decides by"}, Cell: (*point).median},
		field{Column: report.Column{Name: "nodes", Drop: 3, Meaning: "search calls"}, Cell: (*point).nodes},
		field{Column: report.Column{
			Name: "step", Meaning: "change since the latest comparable run before; of a time, from a factor of 1.3 on, or of two where the machine was busy",
		}, Cell: func(p *point) report.Cell { return report.Marked(p.step.text, p.step.verdict.tone()) }},
		field{Column: report.Column{Name: "verdict", Data: true}, Cell: text(func(p *point) string { return p.step.verdict.String() })},
		field{Column: report.Column{Name: "judged", Data: true}, Cell: text(func(p *point) string { return p.Verdict.String() })},
		field{Column: report.Column{Name: "machine", Drop: 1, Data: !machines}, Cell: text(func(p *point) string { return p.machine })},
		field{Column: report.Column{Name: "solutions", Data: !searched}, Cell: func(p *point) report.Cell { return results.UpTo(p.Solutions) }},
		field{Column: report.Column{Name: "measured", Meaning: "by which verb, as a process or solving alone: times of two kinds do not compare"}, Cell: text((*point).measured)},
	)
}

// step describes how a benchmark changed since the latest comparable run before.
type step struct {
	text    string
	verdict Verdict
}

// stepsOf returns the steps of the benchmarks of a run. Each benchmark is compared with the latest earlier run that
// is comparable in this benchmark. The p-values of all benchmarks of a run are corrected together.
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
		floor = calibration.excludeProcesses(new).orElse(floor)
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
		} else { // the comparisons are ordered, so the first verdict is the weightiest
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

// latest finds an earlier result that a new result can be compared with. Normally this is the latest earlier result of
// the same benchmark that was made in the same way. "In the same way" means three things:
//   - Both results were made by the same verb, on the same machine, and with the same cases and settings.
//   - Both results were measured as processes, or both inside gridjudge. The times of these two kinds do not compare.
//   - The machine was not busy when it measured the earlier result. This does not matter for processes, or if the
//     parameter busy is true.
//
// It returns nil if there is no such result. It also returns nil if it first meets a result of the same build of a
// solver, because whatever differs between runs of one build is noise.
func latest(earlier []*results.Run, run *results.Run, is *results.Result, busy bool) *results.Result {
	skipped := false
	for _, before := range slices.Backward(earlier) {
		was := results.ByBenchmark(measured(before))[is.Benchmark]
		if was == nil || was.Process != is.Process || was.Digest != is.Digest || before.Manifest.Verb != run.Manifest.Verb ||
			len(before.Manifest.Differences(&run.Manifest.Request, results.OfRules)) > 0 ||
			len(results.Incomparable([]*results.Run{before, run})) > 0 || was.Apart(is) != "" {
			continue
		}
		if oneBuild(before, run)[is.Benchmark] {
			return nil // runs of one build differ by noise alone
		}
		// The run that was skipped came later than this one. A busy machine changed its times, but not its counters. A
		// rejected result has neither times nor counters to compare, so the skipped run says more.
		if skipped && !was.Accepted() {
			return nil
		}
		if busy || is.Process || len(before.Busy()) == 0 {
			return was
		}
		skipped = true
	}
	return nil
}
