package scoreboard

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/perf/benchproc"
	"golang.org/x/perf/benchunit"

	"gridjudge/harness/ranking"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// Tables lays out medians with their intervals and ratios: a table for each unit and problem. The notes that are true
// of all tables are below the last one.
func Tables(runs []*results.Run, opts TableOptions) ([]*report.Table, error) {
	g, err := project(runs, opts)
	if err != nil {
		return nil, err
	}
	base, err := g.baselines()
	if err != nil {
		return nil, err
	}
	var tables []*report.Table
	for _, unit := range opts.Units {
		for _, rows := range g.byProblem() {
			tables = append(tables, g.layOut(rows, unit, base))
		}
	}
	for _, t := range tables {
		t.Caption = captionOf(runs)
	}
	last := tables[len(tables)-1]
	last.Notes = append(last.Notes, g.notes(runs)...)
	return tables, nil
}

// byProblem divides the rows by their problem. Without that key all are together.
func (g *grid) byProblem() (divided [][]benchproc.Key) {
	var names []string
	for _, row := range g.rows {
		name := ""
		for _, f := range row.Projection().FlattenedFields() {
			if f.Name == "/problem" {
				name = row.Get(f)
			}
		}
		i := slices.Index(names, name)
		if i < 0 {
			i = len(names)
			names, divided = append(names, name), append(divided, nil)
		}
		divided[i] = append(divided[i], row)
	}
	return divided
}

// layout is one table while it is laid out.
type layout struct {
	*grid
	unit    string // as it is written
	base    map[*ranking.Class]*column
	rows    []benchproc.Key
	columns []*column            // in their order: class by class, solving alone before processes
	common  map[*column][]string // the rows that a column shares with those that it is ranked with; nil: it is not ranked
	leftOut []string
	notes   footnotes
}

func (g *grid) layOut(rows []benchproc.Key, unit string, base map[*ranking.Class]*column) *report.Table {
	l := &layout{grid: g, unit: unit, base: base, rows: rows, common: map[*column][]string{}}
	rest := g.columns
	for len(rest) > 0 {
		n := 1
		for n < len(rest) && rest[n].class == rest[0].class && rest[n].process == rest[0].process {
			n++
		}
		l.arrange(rest[:n])
		rest = rest[n:]
	}
	t := l.table()
	if len(g.opts.Units) > 1 {
		t.Notef("Unit: %s.", unit)
	}
	if len(l.columns) > 1 {
		for _, what := range l.leftOut {
			t.Notef("Not in order, means and sums: %s.", what)
		}
	}
	t.Notes = append(t.Notes, l.notes...)
	return t
}

// arrange adds columns whose times compare, in their order over the rows of the table.
func (l *layout) arrange(columns []*column) {
	var present []*column
	var entrants []*ranking.Entrant
	for _, c := range columns {
		here := *c
		here.Entrant = &ranking.Entrant{Name: c.Name, Contestant: c.Contestant}
		for _, row := range l.rows {
			if name := row.StringValues(); c.On[name] != nil {
				*here.Pool(name) = *c.On[name]
				l.labels[here.On[name]] = l.labels[c.On[name]]
			}
		}
		if len(here.Sets) > 0 {
			present, entrants = append(present, &here), append(entrants, here.Entrant)
		}
	}
	common, ordered, leftOut := ranking.Arrange(entrants)
	l.leftOut = append(l.leftOut, leftOut...)
	place := func(c *column) int {
		if i := slices.Index(ordered, c.Entrant); i >= 0 {
			return i
		}
		return len(ordered)
	}
	slices.SortStableFunc(present, func(a, b *column) int { return place(a) - place(b) })
	for _, c := range present {
		if place(c) < len(ordered) {
			l.common[c] = common
		}
	}
	l.columns = append(l.columns, present...)
}

// table has a row per set, with the summary below.
func (l *layout) table() *report.Table {
	t := &report.Table{Columns: keyColumns(l.rows[0])}
	for i, c := range l.columns {
		drop := i // of a narrow table the last column first, the first one and the baseline never
		if l.isBase(c) {
			drop = 0
		}
		t.Columns = append(t.Columns, report.Column{Name: c.Name, Drop: drop})
	}
	for _, row := range l.rows {
		cells := keyCells(row)
		for _, c := range l.columns {
			cells = append(cells, l.cellOf(row, c))
		}
		t.Add(cells...)
	}
	for _, sum := range l.summary() {
		row := slices.Repeat([]report.Cell{report.String("")}, len(keyCells(l.rows[0])))
		row[0] = report.String(sum.head)
		t.Add(append(row, sum.cells...)...)
		t.Summary++
	}
	return t
}

func (l *layout) isBase(c *column) bool {
	base := l.base[c.class]
	return base != nil && base.key == c.key && base.process == c.process
}

// keyColumns returns the columns that name a row.
func keyColumns(key benchproc.Key) []report.Column {
	var columns []report.Column
	for _, f := range key.Projection().FlattenedFields() {
		first := len(columns) == 0
		columns = append(columns, report.Column{Name: strings.TrimPrefix(f.Name, "/"), Group: first && f.Name == "/problem"})
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

// cellOf returns the median, the spread of its interval, and the ratio to the baseline of the same runs.
func (l *layout) cellOf(row benchproc.Key, c *column) report.Cell {
	name := row.StringValues()
	pool := c.On[name]
	of := values(pool, l.unit)
	switch {
	case pool == nil:
		return report.None()
	case len(of) == 0 && pool.Solved() < pool.Cases():
		return report.Marked(fmt.Sprintf("%d/%d solved", pool.Solved(), pool.Cases()), report.Bad)
	case len(of) == 0:
		return report.None()
	}
	m := stats.Median(of)
	factor, _ := benchunit.Tidy(1, l.unit)
	cell := report.Cell{Value: m.Center * factor, Text: report.Quantity(m.Center*factor, l.unit)}
	switch {
	case results.Exact(l.unit) && slices.Min(of) == slices.Max(of):
	case !m.Finite():
		cell.Text += " ±∞"
		l.intervals = true
		l.notes.add("±∞: fewer than %d samples have no finite interval", stats.MinSamples)
	default:
		cell.Text += fmt.Sprintf(" ±%.0f%%", 100*m.Spread())
		l.intervals = true
	}
	if base := l.base[c.class]; base != nil && !l.isBase(c) {
		if ratio, ok := ratio(pool, base.On[name], l.unit); ok {
			cell.Text += " " + report.Times(ratio)
		}
	}
	if c.process {
		l.notes.add("times of programs are cpu times of whole processes, those of built-in solvers wall times of solving alone: " +
			"no ratio relates the two (bench --isolate measures built-in solvers as programs)")
	}
	if fields := benchproc.NonSingularFields(l.labels[pool]); len(fields) > 0 {
		l.notes.add("%s, %s: its samples differ in %s", name, c.Name, fields[0])
	}
	return cell
}

// sum is one figure of every column over the common rows.
type sum struct {
	head  string
	cells []report.Cell
}

// summary returns the mean ratio, the number of solved cases, and PAR2.
func (l *layout) summary() (out []sum) {
	means, solved, par2 := sum{head: "geomean of ratios (sets)"}, sum{head: "solved/cases"}, sum{head: "PAR2"}
	judged := 0
	for _, c := range l.columns {
		mean, part, time := report.None(), report.None(), report.None()
		if l.common[c] != nil {
			passed, cases, ns := c.Over(l.common[c])
			judged += cases
			mean, part = l.meanRatio(c), report.String(fmt.Sprintf("%d/%d", passed, cases))
			time = report.Cell{Value: ns / 1e9, Text: report.Quantity(ns/1e9, results.UnitWall)}
		}
		means.cells, solved.cells, par2.cells = append(means.cells, mean), append(solved.cells, part), append(par2.cells, time)
	}
	if len(l.columns) > 1 {
		out = append(out, means)
		l.means = true
	}
	if judged > 0 {
		out = append(out, solved)
	}
	if judged > 0 && l.unit == results.UnitWall {
		out = append(out, par2)
	}
	return out
}

// meanRatio returns the geometric mean of a column's ratios over the common rows, if all of these have a ratio.
func (l *layout) meanRatio(c *column) report.Cell {
	base := l.base[c.class]
	if base == nil {
		return report.None()
	}
	var ratios []float64
	for _, row := range l.common[c] {
		if r, ok := ratio(c.On[row], base.On[row], l.unit); ok && r > 0 {
			ratios = append(ratios, r)
		}
	}
	if len(ratios) < len(l.common[c]) {
		return report.None()
	}
	mean := stats.GeoMean(ratios)
	return report.Cell{Value: mean, Text: fmt.Sprintf("%s (%d)", report.Times(mean), len(ratios))}
}
