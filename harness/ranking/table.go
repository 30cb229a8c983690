package ranking

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"golang.org/x/perf/benchproc"

	"gridjudge/harness/report"
	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// TableOptions choose what a table shows, in benchstat's language.
type TableOptions struct {
	Filter, Row, Col string
	Unit             string // as it is written: ns/op
	Baseline         string // the column that the others are divided by
}

// Table lays out medians with their intervals and ratios.
func Table(runs []*results.Run, opts TableOptions) (*report.Table, error) {
	g, err := project(runs, opts)
	if err != nil {
		return nil, err
	}
	base, named := g.baseline()
	standings := g.standings(base)
	t := &report.Table{}
	for _, f := range g.rows[0].Projection().FlattenedFields() {
		t.Columns = append(t.Columns, report.Column{Name: strings.TrimPrefix(f.Name, "/")})
	}
	for _, s := range standings {
		name := s.col.StringValues()
		t.Columns = append(t.Columns, report.Column{Name: name})
		for _, suffix := range []string{" lo", " hi", " n", " ratio"} {
			t.Columns = append(t.Columns, report.Column{Name: name + suffix, Data: true})
		}
	}
	var notes footnotes
	for _, row := range g.rows {
		var cells []report.Cell
		for _, f := range row.Projection().FlattenedFields() {
			cells = append(cells, report.String(row.Get(f)))
		}
		for _, s := range standings {
			cells = append(cells, g.layOut(row, s.col, base, &notes))
			cells = append(cells, g.data(row, s.col, base)...)
		}
		t.Add(cells...)
	}
	g.summarise(t, standings)
	if !named && opts.Baseline != "" && len(g.cols) > 1 {
		notes.add("there is no column %q: the ratios are to %s", opts.Baseline, base.StringValues())
	}
	for _, run := range runs {
		notes.add("%s", run.Provenance())
	}
	t.Caption = captionOf(runs)
	for _, d := range results.Incomparable(runs) {
		notes.add("%s: such runs are not comparable", d)
	}
	for _, run := range runs {
		if run.Manifest != nil {
			for _, c := range run.Manifest.Rejections() {
				notes.add("%s: not timed: %s", c.Benchmark(), c.Rejected)
			}
		}
		for _, w := range run.Warnings {
			notes.add("%s", w)
		}
	}
	t.Notes = notes
	return t, nil
}

// footnotes are warnings, each once.
type footnotes []string

func (f *footnotes) add(format string, args ...any) {
	if note := fmt.Sprintf(format, args...); !slices.Contains(*f, note) {
		*f = append(*f, note)
	}
}

// layOut is one cell: the median, the spread of its interval, and the ratio.
func (g *grid) layOut(row, col, base benchproc.Key, notes *footnotes) report.Cell {
	at := [2]benchproc.Key{row, col}
	c := g.cells[at]
	switch {
	case c == nil:
		return report.None()
	case len(c.values) == 0:
		if s, ok := g.solved[at]; ok && s.solved < s.cases {
			return report.Marked(fmt.Sprintf("%d/%d solved", s.solved, s.cases), report.Bad)
		}
		return report.None()
	}
	text := report.Quantity(c.summary.Center, g.opts.Unit)
	switch {
	case results.Exact(g.opts.Unit) && slices.Min(c.values) == slices.Max(c.values):
	case !c.summary.Finite():
		text += " ±∞"
		notes.add("±∞: fewer than %d samples have no finite interval", stats.MinSamples)
	default:
		text += fmt.Sprintf(" ±%.0f%%", 100*c.summary.Spread())
	}
	b := g.cells[[2]benchproc.Key{row, base}]
	if ratio, ok := c.ratioTo(b); ok && col != base {
		text += fmt.Sprintf(" %s", report.Times(ratio))
	}
	if b != nil && c.process != b.process {
		notes.add("programs are timed as whole processes, built-in solvers without their start: no ratio relates the two (bench --isolate measures built-in solvers as programs)")
	}
	if fields := benchproc.NonSingularFields(c.labels); len(fields) > 0 {
		notes.add("%s, %s: its samples differ in %s", row.StringValues(), col.StringValues(), fields[0])
	}
	return report.Cell{Value: c.summary.Center, Text: text}
}

// data is what programs get beside a cell's median: bounds, samples, ratio.
func (g *grid) data(row, col, base benchproc.Key) []report.Cell {
	c, b := g.cells[[2]benchproc.Key{row, col}], g.cells[[2]benchproc.Key{row, base}]
	out := make([]report.Cell, 4)
	if c == nil || len(c.values) == 0 {
		return out
	}
	if c.summary.Finite() {
		out[0], out[1] = report.Cell{Value: c.summary.Lo}, report.Cell{Value: c.summary.Hi}
	}
	out[2] = report.Cell{Value: len(c.values)}
	if ratio, ok := c.ratioTo(b); ok {
		out[3] = report.Cell{Value: ratio}
	}
	return out
}

// summarise adds the rows below: the mean ratio, what was solved, and PAR2.
func (g *grid) summarise(t *report.Table, standings []standing) {
	keys := len(g.rows[0].Projection().FlattenedFields())
	head := func(name string) []report.Cell {
		cells := slices.Repeat([]report.Cell{report.String("")}, keys)
		cells[0] = report.String(name)
		return cells
	}
	if len(g.cols) > 1 {
		cells := head("geomean of ratios (sets)")
		for _, s := range standings {
			c := report.None()
			if len(s.ratios) > 0 {
				mean := stats.GeoMean(s.ratios)
				c = report.Cell{Value: mean, Text: fmt.Sprintf("%s (%d)", report.Times(mean), len(s.ratios))}
			}
			cells = append(append(cells, c), make([]report.Cell, 4)...)
		}
		t.Add(cells...)
	}
	if len(g.solved) == 0 {
		return
	}
	cells := head("solved/cases")
	for _, s := range standings {
		cells = append(append(cells, report.String(fmt.Sprintf("%d/%d", s.solved, s.cases))), make([]report.Cell, 4)...)
	}
	t.Add(cells...)
	if g.opts.Unit == results.UnitWall {
		cells = head("PAR2")
		for _, s := range standings {
			cells = append(append(cells, report.Cell{Value: s.par2, Text: report.Duration(time.Duration(s.par2 * 1e9))}), make([]report.Cell, 4)...)
		}
		t.Add(cells...)
	}
}
