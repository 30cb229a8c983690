package bench

import (
	"io"
	"slices"
	"time"

	"gridjudge/harness/report"
	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// Medians holds the times of a run that is being measured, and shows their medians so far.
type Medians struct {
	benchmarks []results.BenchmarkInfo
	times      map[results.Benchmark][]float64
}

// NewMedians returns the medians of a run without any sample.
func NewMedians(benchmarks []results.BenchmarkInfo) *Medians {
	return &Medians{benchmarks, map[results.Benchmark][]float64{}}
}

// Add adds the sample of a step.
func (m *Medians) Add(e Event) {
	if s := e.Sample; s != nil && s.Rejected.IsZero() {
		m.times[e.Benchmark] = append(m.times[e.Benchmark], s.PerPass(s.Time.Wall))
	}
}

// Draw writes a line per set, so that the table fits on a screen.
func (m *Medians) Draw(out io.Writer, style report.Style) {
	_ = m.table().Render(out, report.Text, style) // a display that fails ends no run
}

func (m *Medians) table() *report.Table {
	t := &report.Table{Columns: []report.Column{{Name: "median so far"}}}
	var sets, names []string
	for i := range m.benchmarks {
		b := m.benchmarks[i].Benchmark()
		if !slices.Contains(sets, b.Set) {
			sets = append(sets, b.Set)
		}
		if !slices.Contains(names, b.Solver) {
			names = append(names, b.Solver)
			t.Columns = append(t.Columns, report.Column{Name: b.Solver})
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
