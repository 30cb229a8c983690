package harness

import (
	"io"
	"slices"
	"time"

	"gridjudge/harness/bench"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// medians are the times so far of a run that is being measured.
type medians struct {
	about *results.Manifest
	times map[results.Benchmark][]float64
}

// add takes over the sample of a step.
func (m *medians) add(e bench.Event) {
	if s := e.Sample; s != nil && s.Rejected == "" {
		m.times[e.Benchmark] = append(m.times[e.Benchmark], s.PerPass(s.Time.Wall))
	}
}

// draw writes a line per set, so that the table fits on a screen.
func (m *medians) draw(out io.Writer, style report.Style) {
	_ = m.table().Render(out, report.Text, style) // what is shown in passing ends no run
}

func (m *medians) table() *report.Table {
	t := &report.Table{Columns: []report.Column{{Name: "median so far"}}}
	var sets, names []string
	for i := range m.about.Benchmarks {
		cell := m.about.Benchmarks[i].Benchmark()
		if !slices.Contains(sets, cell.Set) {
			sets = append(sets, cell.Set)
		}
		if !slices.Contains(names, cell.Solver) {
			names = append(names, cell.Solver)
			t.Columns = append(t.Columns, report.Column{Name: cell.Solver})
		}
	}
	for _, set := range sets {
		row := []report.Cell{report.String(set)}
		for _, name := range names {
			median := report.None()
			if times := m.times[results.Benchmark{Set: set, Solver: name}]; len(times) > 0 {
				median = report.Time(time.Duration(stats.Median(times).Center))
			}
			row = append(row, median)
		}
		t.Add(row...)
	}
	return t
}
