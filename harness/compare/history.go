package compare

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchproc"

	"gridjudge/harness/report"
	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// History is the medians of every cell over runs, oldest first, with the steps
// from one comparable run to the next.
func History(runs []*results.Run, filter string, rules Rules, calibration *Calibration) (*report.Table, error) {
	match, err := benchproc.NewFilter(filter)
	if err != nil {
		return nil, fmt.Errorf("--filter: %w", err)
	}
	runs = slices.DeleteFunc(slices.Clone(runs), func(r *results.Run) bool { return r.Manifest == nil })
	if len(runs) == 0 {
		return nil, errors.New("no recorded run is there: make one with gridjudge bench")
	}
	slices.SortStableFunc(runs, func(a, b *results.Run) int { return a.Manifest.Started.Compare(b.Manifest.Started) })
	t := &report.Table{Columns: []report.Column{
		{Name: "set", Group: true}, {Name: "solver"}, {Name: "started"}, {Name: "commit"},
		{Name: "median_ns", Head: "median"}, {Name: "nodes"}, {Name: "step"}, {Name: "verdict", Data: true},
	}}
	steps := stepsOf(runs, rules, calibration)
	for _, cell := range cellsOf(runs, match) {
		for i, run := range runs {
			values := run.Values(results.UnitWall)[cell]
			if len(values) == 0 {
				continue
			}
			commit := run.Manifest.Commit[:min(len(run.Manifest.Commit), 10)]
			if run.Manifest.Dirty {
				commit += "-dirty"
			}
			nodes := report.None()
			if n := run.Values(results.UnitNodes)[cell]; len(n) > 0 {
				nodes = report.Count(uint64(n[0]))
			}
			step := steps[i][cell]
			t.Add(report.String(cell.Set), report.String(cell.Solver),
				report.String(run.Manifest.Started.Format(time.DateTime)), report.String(commit),
				report.Time(time.Duration(stats.Median(values).Center)), nodes,
				report.Marked(step.text, step.tone), report.String(string(step.verdict)))
		}
	}
	if len(t.Rows) == 0 {
		return nil, fmt.Errorf("--filter %s: no line is left", filter)
	}
	return t, nil
}

func cellsOf(runs []*results.Run, filter *benchproc.Filter) []results.Benchmark {
	var cells []results.Benchmark
	for _, run := range runs {
		for _, res := range run.Results {
			if ok, err := matches(filter, res); err != nil || !ok {
				continue
			}
			if cell, _ := results.ParseName(res.Name); !slices.Contains(cells, cell) {
				cells = append(cells, cell)
			}
		}
	}
	return cells
}

func matches(filter *benchproc.Filter, res *benchfmt.Result) (bool, error) {
	m, err := filter.Match(res)
	return m.Any(), err
}

// step is a change of a cell from the run before.
type step struct {
	text    string
	tone    report.Tone
	verdict Verdict
}

// stepsOf finds the steps into each run from the latest one before it that is
// comparable. All comparisons of a run are corrected together.
func stepsOf(runs []*results.Run, rules Rules, calibration *Calibration) []map[results.Benchmark]step {
	out := make([]map[results.Benchmark]step, len(runs))
	for i, run := range runs {
		out[i] = map[results.Benchmark]step{}
		before := i - 1
		for before >= 0 && len(results.Incomparable([]*results.Run{runs[before], run})) > 0 {
			before--
		}
		if before < 0 {
			continue
		}
		old, new := ArmOf(runs[before]), ArmOf(run)
		floor := SpreadFloor(old, new)
		if calibration != nil && calibration.Fits(run) {
			floor = calibration.Of
		}
		found := Compare(old, new, floor, false)
		Decide(found, rules)
		for _, c := range found {
			s := step{verdict: c.Verdict}
			switch {
			case c.Verdict == Regression:
				s.tone = report.Bad
			case c.Verdict == Better:
				s.tone = report.Good
			default:
				continue
			}
			switch {
			case c.Unit == "":
				s.text = c.Reason
			case c.Exact:
				s.text = fmt.Sprintf("%s %.0f -> %.0f", c.Unit, c.Old.Center, c.New.Center)
			default:
				s.text = fmt.Sprintf("%+.1f%%", 100*(c.Effect.Ratio.Center-1))
			}
			if earlier := out[i][c.Benchmark]; earlier.text != "" {
				s.text = earlier.text + ", " + s.text
			}
			out[i][c.Benchmark] = s
		}
	}
	return out
}
