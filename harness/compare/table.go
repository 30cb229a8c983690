package compare

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchproc"
	"golang.org/x/perf/benchunit"

	"gridjudge/harness/measure"
	"gridjudge/harness/report"
)

// TableOptions choose what a table shows, in benchstat's language.
type TableOptions struct {
	Filter, Row, Col string
	Unit             string // as it is written: ns/op
	Baseline         string // the column that the others are divided by
}

// cell is what stands in one place of a table.
type cell struct {
	values  []float64
	summary Interval
	labels  []benchproc.Key // what else the samples differ in
}

// grid is a table before it is laid out.
type grid struct {
	opts       TableOptions
	rows, cols []benchproc.Key
	cells      map[[2]benchproc.Key]*cell
	solved     map[[2]benchproc.Key]measuredCases
	par2       map[[2]benchproc.Key]float64
}

// measuredCases is how many of the cases were solved.
type measuredCases struct{ solved, cases int }

// project groups the results of runs by row and column.
func project(runs []*Run, opts TableOptions) (*grid, error) {
	filter, err := benchproc.NewFilter(opts.Filter)
	if err != nil {
		return nil, fmt.Errorf("--filter: %w", err)
	}
	var parser benchproc.ProjectionParser
	row, err := parser.Parse(opts.Row, filter)
	if err != nil {
		return nil, fmt.Errorf("--row: %w", err)
	}
	col, err := parser.Parse(opts.Col, filter)
	if err != nil {
		return nil, fmt.Errorf("--col: %w", err)
	}
	if _, err := parser.Parse("/gomaxprocs,.file", filter); err != nil {
		return nil, err
	}
	residue := parser.Residue()
	_, unit := benchunit.Tidy(1, opts.Unit)
	_, par2Unit := benchunit.Tidy(1, measure.UnitPAR2)
	g := &grid{
		opts: opts, cells: map[[2]benchproc.Key]*cell{},
		solved: map[[2]benchproc.Key]measuredCases{}, par2: map[[2]benchproc.Key]float64{},
	}
	for _, run := range runs {
		for _, res := range run.Results {
			match, err := filter.Match(res)
			switch {
			case err != nil:
				return nil, fmt.Errorf("--filter: %w", err)
			case !match.Any():
				continue
			}
			at := [2]benchproc.Key{row.Project(res), col.Project(res)}
			if !slices.Contains(g.rows, at[0]) {
				g.rows = append(g.rows, at[0])
			}
			if !slices.Contains(g.cols, at[1]) {
				g.cols = append(g.cols, at[1])
			}
			c := g.cells[at]
			if c == nil {
				c = &cell{}
				g.cells[at] = c
			}
			for i, v := range res.Values {
				if v.Unit == unit && match.Test(i) {
					c.values = append(c.values, v.Value)
				}
			}
			if v, ok := res.Value(par2Unit); ok {
				g.par2[at] = v
			}
			g.count(at, res)
			if key := residue.Project(res); !slices.Contains(c.labels, key) {
				c.labels = append(c.labels, key)
			}
		}
	}
	if len(g.rows) == 0 {
		return nil, fmt.Errorf("--filter %s: no line is left", opts.Filter)
	}
	benchproc.SortKeys(g.rows)
	benchproc.SortKeys(g.cols)
	for _, c := range g.cells {
		if len(c.values) > 0 {
			c.summary = Median(c.values)
		}
	}
	return g, nil
}

func (g *grid) count(at [2]benchproc.Key, res *benchfmt.Result) {
	solved, _ := res.Value(measure.UnitSolved)
	cases, ok := res.Value(measure.UnitCases)
	if ok {
		g.solved[at] = measuredCases{int(solved), int(cases)}
	}
}

// standing is how a column did over all rows.
type standing struct {
	col           benchproc.Key
	solved, cases int
	par2          float64 // seconds
	ratios        []float64
}

// standings ranks the columns: who solved more comes first, then the smaller
// penalised time. A cell that is not there counts for nothing.
func (g *grid) standings(base benchproc.Key) []standing {
	var out []standing
	_, timed := benchunit.Tidy(1, measure.UnitWall)
	_, unit := benchunit.Tidy(1, g.opts.Unit)
	for _, col := range g.cols {
		s := standing{col: col}
		for _, row := range g.rows {
			at := [2]benchproc.Key{row, col}
			s.solved += g.solved[at].solved
			s.cases += g.solved[at].cases
			c := g.cells[at]
			switch {
			case c == nil:
			case len(c.values) == 0:
				s.par2 += g.par2[at]
			case unit == timed:
				s.par2 += c.summary.Center
			}
			b := g.cells[[2]benchproc.Key{row, base}]
			if c != nil && b != nil && len(c.values) > 0 && len(b.values) > 0 && b.summary.Center > 0 && c.summary.Center > 0 {
				s.ratios = append(s.ratios, c.summary.Center/b.summary.Center)
			}
		}
		out = append(out, s)
	}
	slices.SortStableFunc(out, func(a, b standing) int {
		if a.solved != b.solved {
			return b.solved - a.solved
		}
		return int(math.Copysign(1, a.par2-b.par2))
	})
	return out
}

// baseline is the column that the others are divided by: the named one, else
// the first.
func (g *grid) baseline() (benchproc.Key, bool) {
	for _, col := range g.cols {
		if col.StringValues() == g.opts.Baseline {
			return col, true
		}
	}
	return g.cols[0], false
}

// Table lays out medians with their intervals and ratios.
func Table(runs []*Run, opts TableOptions) (*report.Table, error) {
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
	for _, d := range Incomparable(runs) {
		notes.add("%s: such runs are not comparable", d)
	}
	for _, run := range runs {
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
	text := Quantity(c.summary.Center, g.opts.Unit)
	switch {
	case slices.Min(c.values) == slices.Max(c.values):
	case !c.summary.Finite():
		text += " ±∞"
		notes.add("±∞: fewer than %d samples have no finite interval", MinSamples)
	default:
		text += fmt.Sprintf(" ±%.0f%%", 100*c.summary.Spread())
	}
	b := g.cells[[2]benchproc.Key{row, base}]
	if col != base && b != nil && len(b.values) > 0 && b.summary.Center > 0 {
		text += fmt.Sprintf(" %s", Times(c.summary.Center/b.summary.Center))
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
	if b != nil && len(b.values) > 0 && b.summary.Center > 0 {
		out[3] = report.Cell{Value: c.summary.Center / b.summary.Center}
	}
	return out
}

// Times is a ratio for people: three significant digits.
func Times(r float64) string {
	switch {
	case r >= 100:
		return fmt.Sprintf("%.0fx", r)
	case r >= 10:
		return fmt.Sprintf("%.1fx", r)
	case r >= 0.1:
		return fmt.Sprintf("%.2fx", r)
	}
	return fmt.Sprintf("%.4fx", r)
}

// Quantity is a tidied value in a unit for people.
func Quantity(v float64, unit string) string {
	if _, tidy := benchunit.Tidy(1, unit); strings.HasPrefix(tidy, "sec") || strings.HasSuffix(tidy, "-sec") || strings.Contains(tidy, "-sec/") {
		return report.Duration(time.Duration(math.Round(v * 1e9)))
	}
	if v == math.Trunc(v) {
		return report.Grouped(fmt.Sprintf("%.0f", v))
	}
	return fmt.Sprintf("%.4g", v)
}

// summarise adds the rows below: the mean ratio, what was solved, and PAR2.
func (g *grid) summarise(t *report.Table, standings []standing) {
	keys := len(g.rows[0].Projection().FlattenedFields())
	head := func(name string) []report.Cell {
		cells := make([]report.Cell, keys)
		cells[0] = report.String(name)
		return cells
	}
	if len(g.cols) > 1 {
		cells := head("geomean of ratios (sets)")
		for _, s := range standings {
			c := report.None()
			if len(s.ratios) > 0 {
				mean := GeoMean(s.ratios)
				c = report.Cell{Value: mean, Text: fmt.Sprintf("%s (%d)", Times(mean), len(s.ratios))}
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
	if g.opts.Unit == measure.UnitWall {
		cells = head("PAR2")
		for _, s := range standings {
			cells = append(append(cells, report.Cell{Value: s.par2, Text: report.Duration(time.Duration(s.par2 * 1e9))}), make([]report.Cell, 4)...)
		}
		t.Add(cells...)
	}
}
