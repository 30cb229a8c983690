package scoreboard

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"golang.org/x/perf/benchproc"
	"golang.org/x/perf/benchunit"

	"gridjudge/harness/ranking"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// Tables lays out medians with their intervals and ratios, in one table for each unit and problem. The notes that are
// true of all tables are below the last one, or below each one if opts.Floats.
func Tables(runs []*results.Run, opts TableOptions) ([]*report.Table, error) {
	byUnit, err := grids(runs, opts)
	if err != nil {
		return nil, err
	}
	var tables []*report.Table
	var closing, answers []string
	for _, unit := range opts.Units {
		g := byUnit[unit]
		if err := g.checkBaseline(); err != nil {
			return nil, err
		}
		var problems []string
		for _, row := range g.rows {
			problems = results.With(problems, tableOf(row))
		}
		for _, problem := range problems {
			t := g.layOut(problem, unit)
			t.Caption = results.Caption(runs)
			tables = append(tables, t)
		}
		closing = g.notes(runs) // all grids have the same notes
		if unit == g.clock {
			answers = results.With(answers, ranking.Answers(g.groups)...)
		}
	}
	closing = append(closing, answers...)
	if slices.Contains(opts.Units, results.UnitWall) {
		for _, run := range runs {
			closing = append(closing, run.Busy()...)
		}
	}
	for i, t := range tables {
		if opts.Floats || i == len(tables)-1 {
			t.Closing = closing
		}
	}
	return tables, nil
}

// layout is one table that is being laid out.
type layout struct {
	*grid
	unit string // as it is written

	// base is, for each group, the column by which the others are divided: the column of the user's baseline, or of one
	// of ranking.References, or the first column in order.
	base map[*ranking.Group]*column

	rows    []benchproc.Key
	columns []*column // in their order: class by class, solving alone before processes
}

func (g *grid) layOut(problem, unit string) *report.Table {
	l := &layout{grid: g, unit: unit, base: map[*ranking.Group]*column{}}
	other := func(row benchproc.Key) bool { return tableOf(row) != problem }
	l.rows = slices.DeleteFunc(slices.Clone(g.rows), other)
	bases := ranking.References
	if g.opts.Baseline != "" {
		bases = []string{g.opts.Baseline}
	}
	place := func(c *column) int { return slices.Index(append(slices.Clone(bases), c.Contestant), c.Contestant) }
	var leftOut, additions []string
	for _, group := range g.groups {
		if group.Problem != problem {
			continue
		}
		leftOut = results.With(leftOut, group.LeftOut...)
		additions = results.With(additions, group.Additions()...)
		for _, e := range group.Ordered() {
			c := g.columns[slices.IndexFunc(g.columns, func(c *column) bool { return c.Entrant == e })]
			l.columns = append(l.columns, c)
			if was := l.base[group]; (was == nil || place(c) < place(was)) && (g.opts.Baseline == "" || c.Contestant == g.opts.Baseline) {
				l.base[group] = c
			}
		}
	}
	t := l.table()
	t.Label = problem
	if len(g.opts.Units) > 1 {
		t.Label += "-" + unit
		t.Notef("Unit: %s.", unit)
	}
	for _, line := range additions {
		if results.IsTime(unit) { // counters do not depend on the machine
			t.Notef("%s", line)
		}
	}
	if len(l.columns) > 1 && len(leftOut) > 0 {
		t.Notef("Left out of the order, the means and the sums: %s.", strings.Join(leftOut, "; "))
	}
	return t
}

// table returns the table: a row per set, with the summary below.
func (l *layout) table() *report.Table {
	t := &report.Table{Columns: keyColumns(l.rows[0])}
	for i, c := range l.columns {
		drop := i // a narrow table drops the last column first, and never the first one or the baseline
		if l.base[c.group] == c {
			drop = 0
		}
		name := c.Name
		if c.group.Process && slices.ContainsFunc(l.columns, func(o *column) bool { return o.Name == name && !o.group.Process }) {
			name += " (process)"
		}
		t.Columns = append(t.Columns, report.Column{Name: name, Drop: drop})
	}
	for _, row := range l.rows {
		cells := keyCells(row)
		for _, c := range l.columns {
			cells = append(cells, l.cellOf(row, c))
		}
		t.Add(cells...)
	}
	for _, sum := range l.sums() {
		if !sum.shown {
			continue
		}
		cells := slices.Repeat([]report.Cell{report.String("")}, len(keyCells(l.rows[0])))
		cells[0] = report.String(sum.head)
		for _, c := range l.columns {
			cell := report.None()
			if c.ranked() {
				cell = sum.cell(c)
			}
			cells = append(cells, cell)
		}
		t.Add(cells...)
		t.Summary++
	}
	return t
}

// sum is a row of the summary. Only ranked columns have cells in it.
type sum struct {
	head  string
	shown bool
	cell  func(c *column) report.Cell
}

// sums lists the rows of the summary.
func (l *layout) sums() []sum {
	judged := slices.ContainsFunc(l.columns, func(c *column) bool { return c.Cases > 0 })
	return []sum{
		{"geomean of ratios (sets)", len(l.columns) > 1, l.meanRatio},
		{"solved/cases", judged, func(c *column) report.Cell {
			if slices.ContainsFunc(c.group.Sets, func(set string) bool { return c.On[set].Cases() == 0 }) {
				return report.None() // a file of go test -bench need not say how many there are
			}
			return report.String(fmt.Sprintf("%d/%d", c.Solved, c.Cases))
		}},
		{"PAR2", l.unit == l.clock, func(c *column) report.Cell {
			return c.Cell(c.NS/1e9, report.Quantity(c.NS, results.UnitWall))
		}},
		{"rank", l.unit == l.clock, func(c *column) report.Cell {
			if !c.group.Ranked(c.Entrant) {
				return report.None()
			}
			cell := report.Cell{Value: c.Best, Text: c.Rank.String()}
			if c.Best < c.Worst {
				cell.Signs = []string{rankSign}
			}
			return cell
		}},
	}
}

// meanRatio returns the geometric mean of a column's ratios over the common rows. It leaves out rows whose time is
// mostly the start of processes. If any other row does not have a ratio, there is no mean.
func (l *layout) meanRatio(c *column) report.Cell {
	var ratios []float64
	for _, row := range c.group.Sets {
		base := l.base[c.group]
		if base == nil {
			return report.None()
		}
		if mostlyStart(l.unit, c.On[row], base.On[row]) {
			continue
		}
		r, _, ok := c.ratioTo(base, row, l.unit)
		if !ok || r <= 0 {
			return report.None()
		}
		ratios = append(ratios, r)
	}
	if len(ratios) == 0 {
		return report.None()
	}
	mean := stats.GeoMean(ratios)
	return report.Cell{Value: mean, Text: fmt.Sprintf("%s (%d)", report.Times(mean), len(ratios)), Signs: []string{meanSign}}
}

// keyColumns returns the columns that name a row.
func keyColumns(key benchproc.Key) []report.Column {
	var columns []report.Column
	for i, f := range key.Projection().FlattenedFields() {
		columns = append(columns, report.Column{Name: strings.TrimPrefix(f.Name, "/"), Group: i == 0 && f.Name == "/problem"})
	}
	return columns
}

func keyCells(key benchproc.Key) []report.Cell {
	var cells []report.Cell
	for _, f := range key.Projection().FlattenedFields() {
		cells = append(cells, report.String(key.Get(f)))
	}
	return cells
}

// cellOf returns a cell of the table: the median, the distance to the farther bound of its interval, and the ratio to
// the baseline of the same runs.
func (l *layout) cellOf(row benchproc.Key, c *column) report.Cell {
	name := row.StringValues()
	pool := c.On[name]
	of := pool.Values(l.unit)
	switch {
	case pool != nil && len(of) == 0 && pool.Solved() < pool.Cases():
		return report.Marked(fmt.Sprintf("%d/%d solved", pool.Solved(), pool.Cases()), report.Bad)
	case len(of) == 0:
		return report.None()
	}
	m := stats.Median(of)
	value, _ := benchunit.Tidy(m.Center, l.unit)
	cell := report.Cell{Value: value, Text: report.Quantity(m.Center, l.unit), Signs: []string{medianSign, l.clockSign(c)}}
	switch {
	case results.Exact(l.unit) && slices.Min(of) == slices.Max(of):
	case !m.Finite():
		cell.Text += " ±∞"
		cell.Signs = append(cell.Signs, spreadSign, infiniteSign)
	case m.Hi == 0:
	case m.Center == 0: // the distance cannot be a share of 0
		cell.Text += fmt.Sprintf(" (%s to %s)", report.Quantity(m.Lo, l.unit), report.Quantity(m.Hi, l.unit))
	default:
		cell.Text += fmt.Sprintf(" ±%.0f%%", math.Ceil(100*m.Spread()))
		cell.Signs = append(cell.Signs, spreadSign)
	}
	if base := l.base[c.group]; base != nil && base != c {
		if ratio, unpaired, ok := c.ratioTo(base, name, l.unit); ok {
			cell.Text += " " + report.Times(ratio)
			if unpaired {
				cell.Signs = append(cell.Signs, mediansSign)
			} else {
				cell.Signs = append(cell.Signs, roundsSign)
			}
		}
	}
	if fields := benchproc.NonSingularFields(l.labels[pool]); len(fields) > 0 {
		cell.Signs = append(cell.Signs, fmt.Sprintf("%s, %s: its samples differ in %s", name, c.Name, fields[0]))
	}
	return cell
}
