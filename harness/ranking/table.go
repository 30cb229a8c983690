package ranking

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"golang.org/x/perf/benchproc"
	"golang.org/x/perf/benchunit"

	"gridjudge/harness/report"
	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// TableOptions choose what a table shows, in benchstat's language.
type TableOptions struct {
	Row, Col string
	Units    []string // as they are written: ns/op
	Baseline string   // the solver that the others are divided by; "" means dlx, or the first one
}

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
		for _, sets := range g.byProblem() {
			tables = append(tables, g.layOut(sets, unit, base))
		}
	}
	for _, t := range tables {
		t.Caption = captionOf(runs)
	}
	last := tables[len(tables)-1]
	last.Notes = append(last.Notes, g.notes(runs)...)
	return tables, nil
}

// byProblem divides the sets by their problem. Without that key all are together.
func (g *grid) byProblem() [][]benchproc.Key {
	var names []string
	divided := map[string][]benchproc.Key{}
	for _, set := range g.sets {
		name := ""
		for _, f := range set.Projection().FlattenedFields() {
			if f.Name == "/problem" {
				name = set.Get(f)
			}
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
		divided[name] = append(divided[name], set)
	}
	var out [][]benchproc.Key
	for _, name := range names {
		out = append(out, divided[name])
	}
	return out
}

// layout is one table while it is laid out: a matrix of sets and contestants, which may be transposed at the end.
type layout struct {
	*grid
	unit   string // as it is written
	tidy   string
	base   map[*class]contestant
	sets   []benchproc.Key
	common []benchproc.Key
	ranked []ranked
	notes  footnotes
}

func (g *grid) layOut(sets []benchproc.Key, unit string, base map[*class]contestant) *report.Table {
	l := &layout{grid: g, unit: unit, base: base, sets: sets}
	_, l.tidy = benchunit.Tidy(1, unit)
	present := slices.DeleteFunc(slices.Clone(g.contestants), func(c contestant) bool {
		return !slices.ContainsFunc(sets, func(set benchproc.Key) bool { return g.cells[place{set, c}] != nil })
	})
	l.common = g.commonSets(sets, present)
	l.ranked = g.rank(l.common, present)
	t := l.table()
	if g.transposed {
		t = l.transposedTable()
	}
	if len(g.opts.Units) > 1 {
		t.Notef("Unit: %s.", unit)
	}
	l.explain(t)
	t.Notes = append(t.Notes, l.notes...)
	return t
}

// table has the sets in its rows, with the summary below.
func (l *layout) table() *report.Table {
	t := &report.Table{Columns: keyColumns(l.sets[0])}
	for i, s := range l.ranked {
		t.Columns = append(t.Columns, report.Column{Name: l.name(s.contestant), Drop: l.drop(i, s.contestant)})
	}
	for _, set := range l.sets {
		row := keyCells(set)
		for _, s := range l.ranked {
			row = append(row, l.cellOf(set, s.contestant))
		}
		t.Add(row...)
	}
	for _, sum := range l.summary() {
		row := slices.Repeat([]report.Cell{report.String("")}, len(keyCells(l.sets[0])))
		row[0] = report.String(sum.head)
		t.Add(append(row, sum.cells...)...)
		t.Summary++
	}
	return t
}

// transposedTable has the contestants in its rows, with the summary on the right.
func (l *layout) transposedTable() *report.Table {
	t := &report.Table{Columns: keyColumns(l.ranked[0].key)}
	for i, set := range l.sets {
		t.Columns = append(t.Columns, report.Column{Name: set.StringValues(), Drop: i})
	}
	sums := l.summary()
	for _, sum := range sums {
		t.Columns = append(t.Columns, report.Column{Name: sum.head, Drop: len(l.sets)})
	}
	for i, s := range l.ranked {
		row := keyCells(s.key)
		if len(l.classes) > 1 {
			row[len(row)-1] = report.String(l.name(s.contestant))
		}
		for _, set := range l.sets {
			row = append(row, l.cellOf(set, s.contestant))
		}
		for _, sum := range sums {
			row = append(row, sum.cells[i])
		}
		t.Add(row...)
	}
	return t
}

// drop orders the columns that a narrow table leaves out: the last one first, the first one and the baseline never.
func (l *layout) drop(i int, c contestant) int {
	if c == l.base[c.class] {
		return 0
	}
	return i
}

// keyColumns returns the columns that name a row.
func keyColumns(key benchproc.Key) []report.Column {
	var columns []report.Column
	for _, f := range key.Projection().FlattenedFields() {
		columns = append(columns, report.Column{Name: strings.TrimPrefix(f.Name, "/"), Group: f.Name == "/problem" && len(columns) == 0})
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
func (l *layout) cellOf(set benchproc.Key, who contestant) report.Cell {
	c := l.cells[place{set, who}]
	m, ok := c.median(l.tidy)
	switch {
	case c == nil:
		return report.None()
	case !ok && c.solved < c.cases:
		return report.Marked(fmt.Sprintf("%d/%d solved", c.solved, c.cases), report.Bad)
	case !ok:
		return report.None()
	}
	text := report.Quantity(m.Center, l.unit)
	values := c.values[l.tidy]
	switch {
	case results.Exact(l.unit) && slices.Min(values) == slices.Max(values):
	case !m.Finite():
		text += " ±∞"
		l.intervals = true
		l.notes.add("±∞: fewer than %d samples have no finite interval", stats.MinSamples)
	default:
		text += fmt.Sprintf(" ±%.0f%%", 100*m.Spread())
		l.intervals = true
	}
	if base, ok := l.base[who.class]; ok && base != who {
		b := l.cells[place{set, base}]
		if ratio, ok := c.ratioTo(b, l.tidy); ok {
			text += " " + report.Times(ratio)
		}
		if b != nil && c.process != b.process {
			l.notes.add("programs are timed as whole processes, built-in solvers without their start: no ratio relates the two (bench --isolate measures built-in solvers as programs)")
		}
	}
	if fields := benchproc.NonSingularFields(c.labels); len(fields) > 0 {
		l.notes.add("%s, %s: its samples differ in %s", set.StringValues(), l.name(who), fields[0])
	}
	return report.Cell{Value: m.Center, Text: text}
}

// sum is one figure of every contestant over the common sets.
type sum struct {
	head  string
	cells []report.Cell // in the order of layout.ranked
}

// summary returns the mean ratio, the number of solved cases, and PAR2. It returns nothing without a common set.
func (l *layout) summary() []sum {
	if len(l.common) == 0 {
		return nil
	}
	means, solved, par2 := sum{head: "geomean of ratios (sets)"}, sum{head: "solved/cases"}, sum{head: "PAR2"}
	judged := false
	for _, s := range l.ranked {
		means.cells = append(means.cells, l.meanRatio(s.contestant))
		solved.cells = append(solved.cells, report.String(fmt.Sprintf("%d/%d", s.solved, s.cases)))
		par2.cells = append(par2.cells, report.Cell{Value: s.par2, Text: report.Duration(time.Duration(s.par2 * 1e9))})
		judged = judged || s.cases > 0
	}
	var out []sum
	if len(l.ranked) > 1 {
		out = append(out, means)
		l.means = true
	}
	if judged {
		out = append(out, solved)
	}
	if judged && l.unit == results.UnitWall {
		out = append(out, par2)
	}
	return out
}

// meanRatio returns the geometric mean of a contestant's ratios over the common sets, if all of these have a ratio.
func (l *layout) meanRatio(who contestant) report.Cell {
	base, ok := l.base[who.class]
	if !ok {
		return report.None()
	}
	var ratios []float64
	for _, set := range l.common {
		ratio, ok := l.cells[place{set, who}].ratioTo(l.cells[place{set, base}], l.tidy)
		if ok && ratio > 0 {
			ratios = append(ratios, ratio)
		}
	}
	if len(ratios) < len(l.common) {
		return report.None()
	}
	mean := stats.GeoMean(ratios)
	return report.Cell{Value: mean, Text: fmt.Sprintf("%s (%d)", report.Times(mean), len(ratios))}
}
