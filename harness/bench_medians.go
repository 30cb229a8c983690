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
	about *results.About
	times map[results.Cell][]float64
}

// add takes over the sample of a step.
func (m *medians) add(e bench.Event) {
	if s := e.Sample; s != nil && s.Rejected == "" {
		m.times[e.Cell] = append(m.times[e.Cell], s.PerPass(s.Time.Wall))
	}
}

// draw writes a line per set, so that the table fits on a screen.
func (m *medians) draw(out io.Writer, style report.Style) {
	_ = m.table().Render(out, report.Text, style) // what is shown in passing ends no run
}

func (m *medians) table() *report.Table {
	t := &report.Table{Columns: []report.Column{{Name: "median so far"}}}
	var sets, names []string
	for i := range m.about.Cells {
		cell := m.about.Cells[i].Cell()
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
			if times := m.times[results.Cell{Set: set, Solver: name}]; len(times) > 0 {
				median = report.Time(time.Duration(stats.Median(times).Center))
			}
			row = append(row, median)
		}
		t.Add(row...)
	}
	return t
}
