package ranking

import (
	"strconv"
	"strings"

	"golang.org/x/perf/benchproc"
	"golang.org/x/perf/benchunit"

	"gridjudge/harness/report"
	"gridjudge/harness/results"
)

// Long lays out runs for other software (CSV and JSON), one row per set, solver, class of runs and unit. The column
// run names the runs of the class. A benchmark that was not timed has a row without a value. value is a median in the
// unit of the row. low and high are the bounds of its 95 % interval, and empty if a bound is infinite. process is
// true if the samples are of whole processes: their times do not compare with the times of solving alone.
func Long(runs []*results.Run, opts TableOptions) (*report.Table, error) {
	g, err := project(runs, opts)
	if err != nil {
		return nil, err
	}
	t := &report.Table{}
	for _, key := range []benchproc.Key{g.sets[0], g.contestants[0].key} {
		for _, f := range key.Projection().FlattenedFields() {
			t.Columns = append(t.Columns, report.Column{Name: strings.TrimPrefix(f.Name, "/")})
		}
	}
	for _, name := range []string{"run", "unit", "value", "low", "high", "n", "solved", "cases", "process"} {
		t.Columns = append(t.Columns, report.Column{Name: name})
	}
	for _, set := range g.sets {
		for _, who := range g.contestants {
			for _, unit := range opts.Units {
				if c := g.cells[place{set, who}]; c != nil {
					g.addRow(t, place{set, who}, c, unit)
				}
			}
		}
	}
	return t, nil
}

func (g *grid) addRow(t *report.Table, at place, c *cell, unit string) {
	factor, tidy := benchunit.Tidy(1, unit)
	value, low, high := report.None(), report.None(), report.None()
	m, ok := c.median(tidy)
	switch {
	case ok:
		value = written(m.Center / factor)
	case c.solved == c.cases:
		return // it was timed, but not in this unit
	}
	if ok && m.Finite() {
		low, high = written(m.Lo/factor), written(m.Hi/factor)
	}
	row := append(keyCells(at.set), keyCells(at.key)...)
	t.Add(append(row, report.String(at.class.label), report.String(unit), value, low, high,
		report.Count(m.N), report.Count(c.solved), report.Count(c.cases), report.Cell{Value: c.process})...)
}

// written returns a cell without the rounding error of a conversion to seconds and back: runs hold fewer digits.
func written(v float64) report.Cell {
	v, _ = strconv.ParseFloat(strconv.FormatFloat(v, 'g', 12, 64), 64) // what FormatFloat writes can be parsed
	return report.Cell{Value: v}
}
