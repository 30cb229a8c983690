package scoreboard

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/perf/benchproc"

	"gridjudge/harness/ranking"
	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// TableOptions choose what a table of times shows. Row and Col are in benchstat's language.
type TableOptions struct {
	Row, Col string
	Units    []string // as they are written, such as ns/op
	Floats   bool     // give all notes to each table, because tables float in a paper
	Baseline string   // the other solvers are divided by this one; "" means one of ranking.References, or else the first one
}

// column is a column of the tables of a problem: by default a solver, in the runs of one class. Its cells are pools,
// which are found by the names of the rows.
type column struct {
	*ranking.Entrant
	key   benchproc.Key
	group *ranking.Group // the columns whose times compare with this one
}

// ranked reports whether a column takes part in the ranking over the rows group.Sets.
func (c *column) ranked() bool { return slices.Contains(c.group.Rows, c.Entrant) }

// grid holds results by row and column.
type grid struct {
	opts    TableOptions
	clock   string // the unit of the times that decide the ranks
	classes []*ranking.Class
	rows    []benchproc.Key
	keys    []benchproc.Key // of the columns
	columns []*column       // class by class, solving alone before processes
	groups  []*ranking.Group
	labels  map[*ranking.Pool][]benchproc.Key
}

// grids returns, for each unit in the options, the grid from which the tables of this unit are made. A grid holds the
// results by row and column, and ranks the columns by wall time or by processor time. The unit decides between the two:
//   - For wall times, the columns are ranked by wall time.
//   - For processor times, they are ranked by processor time. There is one exception: if some contestant has no
//     processor times, they are ranked by wall time.
//   - For other units, such as nodes/op, they are ranked by the time that is shown beside this unit, so that the
//     columns of all tables have the same order. If both times are shown, this is the wall time.
func grids(runs []*results.Run, opts TableOptions) (map[string]*grid, error) {
	wall, err := project(runs, opts, results.UnitWall)
	if err != nil {
		return nil, err
	}
	processor := wall
	if slices.Contains(opts.Units, results.UnitCPU) && !slices.ContainsFunc(wall.columns, (*column).lacksCPU) {
		if processor, err = project(runs, opts, results.UnitCPU); err != nil {
			return nil, err
		}
	}
	of := map[string]*grid{}
	for _, unit := range opts.Units {
		of[unit] = wall
		if unit == results.UnitCPU || !results.IsTime(unit) && !slices.Contains(opts.Units, results.UnitWall) {
			of[unit] = processor
		}
	}
	return of, nil
}

// lacksCPU reports whether some results of a column have wall times, but no processor times.
func (c *column) lacksCPU() bool {
	return slices.ContainsFunc(c.Sets, func(set string) bool {
		return len(c.On[set].Values(results.UnitCPU)) < len(c.On[set].Values(results.UnitWall))
	})
}

// projections tell which row and which column of a grid a line belongs to.
type projections struct {
	row, col, rest *benchproc.Projection
	filter         *benchproc.Filter // matches the lines that the keys select, such as /solver@(a b)
}

// projections parses the options.
func (opts *TableOptions) projections() (p projections, err error) {
	if strings.Contains(opts.Row, "/solver") && !strings.Contains(opts.Col, "/solver") {
		return p, errors.New("--row: /solver makes columns: times are divided along a row; turn a CSV round instead")
	}
	p.filter, _ = benchproc.NewFilter("*") // this can be parsed
	var parser benchproc.ProjectionParser
	if p.row, err = parser.Parse(opts.Row, p.filter); err != nil {
		return p, fmt.Errorf("--row: %w", err)
	}
	if p.col, err = parser.Parse(opts.Col, p.filter); err != nil {
		return p, fmt.Errorf("--col: %w", err)
	}
	_, _ = parser.Parse("/gomaxprocs,.file,corpus", p.filter) // these can be parsed
	p.rest = parser.Residue()
	return p, nil
}

// project groups the results of runs into a grid, and ranks them by a clock.
func project(runs []*results.Run, opts TableOptions, clock string) (*grid, error) {
	p, err := opts.projections()
	if err != nil {
		return nil, err
	}
	g := &grid{opts: opts, clock: clock, classes: ranking.Classes(runs), labels: map[*ranking.Pool][]benchproc.Key{}}
	measured, clash := g.fill(&p)
	switch {
	case !measured:
		return nil, errors.New("these runs have no results yet")
	case len(g.rows) == 0:
		return nil, errors.New("no results match --row and --col")
	}
	if err := cmp.Or(checkKeys("--row", p.row, g.rows), checkKeys("--col", p.col, g.keys), clash); err != nil {
		return nil, err
	}
	for _, unit := range opts.Units {
		if err := g.checkUnit(unit); err != nil {
			return nil, err
		}
	}
	benchproc.SortKeys(g.rows)
	benchproc.SortKeys(g.keys)
	slices.SortStableFunc(g.columns, func(a, b *column) int {
		return cmp.Or(a.group.Class.Number-b.group.Class.Number, number(a.group.Process)-number(b.group.Process),
			slices.Index(g.keys, a.key)-slices.Index(g.keys, b.key))
	})
	for _, c := range g.columns {
		g.groups, c.group.Entrants = results.With(g.groups, c.group), append(c.group.Entrants, c.Entrant)
	}
	ranking.RankAll(g.groups)
	return g, nil
}

// fill puts every result into its cell, and reports whether there is a result at all. It returns an error if a cell
// or a row would be shared by results that must not be mixed, such as times on different sets.
func (g *grid) fill(p *projections) (measured bool, clash error) {
	var mixed, apart []string           // benchmarks that would share a cell; sets that would share a row
	setOf := map[benchproc.Key]string{} // for each row
	for _, class := range g.classes {
		class.Each(func(run *results.Run, r *results.Result) {
			measured = true
			line := r.Lines()[0]                                // the lines of a result have the same keys
			if match, _ := p.filter.Match(line); !match.Any() { // an error says why it does not match
				return
			}
			at, key := p.row.Project(line), p.col.Project(line)
			g.rows, g.keys = results.With(g.rows, at), results.With(g.keys, key)
			pool := g.column(tableOf(at), class, key, r.Process).Add(at.StringValues(), run, r)
			if pool.Results[0].Benchmark != r.Benchmark {
				mixed = results.With(mixed, pool.Results[0].Benchmark.String(), r.Benchmark.String())
			}
			if setOf[at] = cmp.Or(setOf[at], r.Set); setOf[at] != r.Set {
				apart = results.With(apart, setOf[at], r.Set)
			}
			g.labels[pool] = results.With(g.labels[pool], p.rest.Project(line))
		})
	}
	switch {
	case len(mixed) > 0: // no median, no sum and no rank of such a cell means anything
		return measured, fmt.Errorf("--row %s --col %s: one cell would hold %s; /problem, /set and /solver keep them apart",
			g.opts.Row, g.opts.Col, strings.Join(mixed[:2], " and "))
	case len(apart) > 0: // nor does a ratio of times on different cases
		return measured, fmt.Errorf("--row %s: one row would compare %s; --row /problem,/set keeps them apart", g.opts.Row, strings.Join(apart[:2], " with "))
	}
	return measured, nil
}

// checkKeys returns an error if a projection names a key that no result has. Results that the key should divide would
// share a cell.
func checkKeys(flag string, projection *benchproc.Projection, keys []benchproc.Key) error {
	for _, f := range projection.FlattenedFields() {
		if !slices.ContainsFunc(keys, func(k benchproc.Key) bool { return k.Get(f) != "" }) {
			return fmt.Errorf("%s: no result has the key %s", flag, f.Name)
		}
	}
	return nil
}

// column returns the column for these keys, and makes it if necessary.
func (g *grid) column(problem string, class *ranking.Class, key benchproc.Key, process bool) *column {
	group := &ranking.Group{Problem: problem, Class: class, Process: process}
	for _, c := range g.columns {
		if c.group.Problem != problem || c.group.Class != class || c.group.Process != process {
			continue
		}
		if group = c.group; c.key == key {
			return c
		}
	}
	solver := cmp.Or(valueOf(key, "/solver"), key.StringValues())
	entrant := &ranking.Entrant{Name: class.Name(key.StringValues()), Contestant: solver, Clock: g.clock}
	c := &column{Entrant: entrant, key: key, group: group}
	g.columns = append(g.columns, c)
	return c
}

// ratioTo returns the ratio of a column to the baseline on a row (see ratio). If they are times of runs that must not be
// compared (ranking.Across), there is none, and ok is false.
func (c *column) ratioTo(base *column, row, unit string) (of float64, unpaired, ok bool) {
	p, o := c.On[row], base.On[row]
	if p == nil || o == nil || results.IsTime(unit) && !c.group.Across(row, p, o).Holds() {
		return 0, false, false
	}
	return ratio(p, o, unit)
}

// ratio returns the ratio of two pools: the values of p divided by the values of base. A pool holds the results of one
// contestant on one set. As in package ranking, there are two ways to compute the ratio:
//   - The contestants were measured side by side in at least stats.MinSamples rounds. Each round then has a ratio, and
//     the result is the median of these ratios.
//   - Otherwise the result is the ratio of the two medians, and unpaired is true.
//
// There is no ratio in four cases, and ok is then false:
//   - One of the pools has no values in the unit.
//   - A value of base is 0.
//   - One pool was timed as whole processes, and the other one only while solving.
//   - The unit is a time, and the time in one of the pools is mostly the start of processes.
func ratio(p, base *ranking.Pool, unit string) (ratio float64, unpaired, ok bool) {
	x, y := p.Values(unit), base.Values(unit)
	if len(x) == 0 || len(y) == 0 || slices.Min(y) <= 0 || p.Results[0].Process != base.Results[0].Process ||
		mostlyStart(unit, p, base) {
		return 0, false, false
	}
	var ratios []float64
	for _, run := range p.SideBySide(base) {
		ratios = append(ratios, stats.Ratios(base.In(run).Values(unit), p.In(run).Values(unit))...)
	}
	if len(ratios) < stats.MinSamples {
		return stats.Median(x).Center / stats.Median(y).Center, true, true
	}
	return stats.MedianRatio(ratios), false, true
}

// mostlyStart reports whether the unit is a time and most of the time in some pool is the start of processes.
func mostlyStart(unit string, pools ...*ranking.Pool) bool {
	return results.IsTime(unit) && slices.ContainsFunc(pools, (*ranking.Pool).MostlyStart)
}

// checkUnit returns an error if no result has values in the unit. If nothing was timed at all, it does not complain.
func (g *grid) checkUnit(unit string) error {
	has := func(unit string) bool {
		return slices.ContainsFunc(g.columns, func(c *column) bool {
			return slices.ContainsFunc(c.Sets, func(set string) bool { return len(c.On[set].Values(unit)) > 0 })
		})
	}
	if has(unit) || !has(results.UnitWall) {
		return nil
	}
	known := results.Units()
	for _, c := range g.columns {
		for _, set := range c.Sets {
			for _, name := range results.CounterNames(c.On[set].Results...) {
				known = results.With(known, results.CounterUnit(name))
			}
		}
	}
	known = slices.DeleteFunc(known, func(unit string) bool { return !has(unit) })
	return fmt.Errorf("--unit %s: of these lines, table reads %s; benchstat shows any unit", unit, strings.Join(known, ", "))
}

// checkBaseline returns an error if the user names a baseline that has no column.
func (g *grid) checkBaseline() error {
	var names []string
	for _, c := range g.columns {
		names = results.With(names, c.Contestant)
	}
	if g.opts.Baseline == "" || slices.Contains(names, g.opts.Baseline) {
		return nil
	}
	slices.Sort(names)
	return fmt.Errorf("--baseline %s: there is no such column; there are %s", g.opts.Baseline, strings.Join(names, ", "))
}

// tableOf names the table that a row is in: its problem, or "all sets" if problems are not a key of the rows.
func tableOf(row benchproc.Key) string { return cmp.Or(valueOf(row, "/problem"), "all sets") }

// valueOf returns the value of a key of a projection, or "" if the projection does not have this key.
func valueOf(key benchproc.Key, name string) string {
	for _, f := range key.Projection().FlattenedFields() {
		if f.Name == name {
			return key.Get(f)
		}
	}
	return ""
}
