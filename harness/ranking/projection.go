package ranking

import (
	"fmt"
	"slices"
	"strings"

	"gridjudge/harness/results"
	"gridjudge/harness/stats"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchproc"
	"golang.org/x/perf/benchunit"
)

// cell is what stands in one place of a table.
type cell struct {
	values  []float64
	summary stats.Interval
	labels  []benchproc.Key // what else the samples differ in
	process bool            // the samples are of whole processes
}

// ratioTo returns how many times the median of base this one is. ok is false where one
// of them is missing, or one is of whole processes and the other of solving alone.
func (c *cell) ratioTo(base *cell) (ratio float64, ok bool) {
	if c == nil || base == nil || c.process != base.process || len(c.values) == 0 || len(base.values) == 0 || base.summary.Center <= 0 {
		return 0, false
	}
	return c.summary.Center / base.summary.Center, true
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
func project(runs []*results.Run, opts TableOptions) (*grid, error) {
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
	_, par2Unit := benchunit.Tidy(1, results.UnitPAR2)
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
			c.process = c.process || results.IsProcess(res)
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
	if err := g.checkUnit(runs); err != nil {
		return nil, err
	}
	benchproc.SortKeys(g.rows)
	benchproc.SortKeys(g.cols)
	for _, c := range g.cells {
		if len(c.values) > 0 {
			c.summary = stats.Median(c.values)
		}
	}
	return g, nil
}

// checkUnit demands that some line has the unit, unless nothing was timed at all.
func (g *grid) checkUnit(runs []*results.Run) error {
	for _, c := range g.cells {
		if len(c.values) > 0 {
			return nil
		}
	}
	var seen []string
	for _, run := range runs {
		for _, res := range run.Results {
			for _, v := range res.Values {
				unit := v.Unit
				if v.OrigUnit != "" {
					unit = v.OrigUnit
				}
				if !slices.Contains(seen, unit) {
					seen = append(seen, unit)
				}
			}
		}
	}
	if !slices.Contains(seen, results.UnitWall) {
		return nil
	}
	return fmt.Errorf("--unit %s: no line that is left has it; there are %s", g.opts.Unit, strings.Join(seen, ", "))
}

func (g *grid) count(at [2]benchproc.Key, res *benchfmt.Result) {
	solved, _ := res.Value(results.UnitSolved)
	cases, ok := res.Value(results.UnitCases)
	if ok {
		g.solved[at] = measuredCases{int(solved), int(cases)}
	}
}
