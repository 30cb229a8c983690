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

// TableOptions choose what a table of times shows, in benchstat's language.
type TableOptions struct {
	Row, Col string
	Units    []string // as they are written: ns/op
	Baseline string   // the solver that the others are divided by; "" means ranking.Reference, or the first one
	Answers  bool     // the last notes say who is first on each problem
}

// column is a column of the tables of a problem: by default a solver, in the runs of one class. Its cells are pools, by
// the names of the rows.
type column struct {
	*ranking.Entrant
	problem string
	key     benchproc.Key
	class   *ranking.Class
	process bool
	group   *ranking.Group // of the columns whose times compare
}

// common returns the rows over which a column is ranked; nil if it is not ranked.
func (c *column) common() []string {
	if !slices.Contains(c.group.Rows, c.Entrant) {
		return nil
	}
	return c.group.Sets
}

// grid holds results by row and column.
type grid struct {
	opts      TableOptions
	classes   []*ranking.Class
	rows      []benchproc.Key
	columns   []*column // class by class, solving alone before processes
	groups    []*ranking.Group
	labels    map[*ranking.Pool][]benchproc.Key
	intervals bool // a table has intervals
}

// project groups the results of runs.
func project(runs []*results.Run, opts TableOptions) (*grid, error) {
	if strings.Contains(opts.Row, "/solver") && !strings.Contains(opts.Col, "/solver") {
		return nil, errors.New("--row: /solver makes columns: times are divided along a row; turn a CSV round instead")
	}
	filter, err := benchproc.NewFilter("*") // a projection may leave lines out: /solver@(a b)
	if err != nil {
		return nil, err
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
	if _, err := parser.Parse("/gomaxprocs,.file,corpus", filter); err != nil {
		return nil, err
	}
	rest, measured := parser.Residue(), false
	g := &grid{opts: opts, classes: ranking.Classes(runs), labels: map[*ranking.Pool][]benchproc.Key{}}
	for _, class := range g.classes {
		class.Each(func(run *results.Run, r *results.Result) {
			measured = true
			line := r.Lines()[0] // the lines of a result have the same keys
			match, e := filter.Match(line)
			if err = cmp.Or(err, e); err != nil || !match.Any() {
				return
			}
			at := row.Project(line)
			g.rows = with(g.rows, at)
			pool := g.column(valueOf(at, "/problem"), class, col.Project(line), r.Process).Add(at.StringValues(), run, r)
			g.labels[pool] = with(g.labels[pool], rest.Project(line))
		})
	}
	switch {
	case err != nil:
		return nil, err
	case !measured:
		return nil, errors.New("these runs have no results yet")
	case len(g.rows) == 0:
		return nil, errors.New("--row and --col leave no line")
	}
	if err := checkKeys("--row", row, g.rows); err != nil {
		return nil, err
	}
	var columns []benchproc.Key
	for _, c := range g.columns {
		columns = append(columns, c.key)
	}
	if err := checkKeys("--col", col, columns); err != nil {
		return nil, err
	}
	for _, unit := range opts.Units {
		if err := g.checkUnit(unit); err != nil {
			return nil, err
		}
	}
	benchproc.SortKeys(g.rows)
	g.sortColumns()
	g.rank()
	return g, nil
}

// checkKeys returns an error if no result has a key of a projection. Results that it should divide would share a cell.
func checkKeys(flag string, projection *benchproc.Projection, keys []benchproc.Key) error {
	for _, f := range projection.FlattenedFields() {
		if !slices.ContainsFunc(keys, func(k benchproc.Key) bool { return k.Get(f) != "" }) {
			return fmt.Errorf("%s: no result has the key %s", flag, f.Name)
		}
	}
	return nil
}

// column returns a column, which it makes if there is none.
func (g *grid) column(problem string, class *ranking.Class, key benchproc.Key, process bool) *column {
	for _, c := range g.columns {
		if c.problem == problem && c.class == class && c.key == key && c.process == process {
			return c
		}
	}
	solver := cmp.Or(valueOf(key, "/solver"), key.StringValues())
	entrant := &ranking.Entrant{Name: class.Name(key.StringValues()), Contestant: solver}
	c := &column{Entrant: entrant, problem: problem, key: key, class: class, process: process}
	g.columns = append(g.columns, c)
	return c
}

// sortColumns puts the columns of a class in the order of their keys, solving alone before processes.
func (g *grid) sortColumns() {
	var keys []benchproc.Key
	for _, c := range g.columns {
		keys = with(keys, c.key)
	}
	benchproc.SortKeys(keys)
	slices.SortStableFunc(g.columns, func(a, b *column) int {
		return cmp.Or(a.class.Number-b.class.Number, number(a.process)-number(b.process),
			slices.Index(keys, a.key)-slices.Index(keys, b.key))
	})
}

// rank ranks the columns whose times compare.
func (g *grid) rank() {
	for _, c := range g.columns {
		i := slices.IndexFunc(g.groups, func(o *ranking.Group) bool {
			return o.Problem == c.problem && o.Class == c.class && o.Process == c.process
		})
		if i < 0 {
			i = len(g.groups)
			g.groups = append(g.groups, &ranking.Group{Problem: c.problem, Class: c.class, Process: c.process})
		}
		c.group = g.groups[i]
		c.group.Entrants = append(c.group.Entrants, c.Entrant)
	}
	ranking.RankAll(g.groups)
}

// values lists the values of a pool in a unit, as it is written. Those of results.UnitWall are the times that count
// (results.Result.Times).
func values(p *ranking.Pool, unit string) (out []float64) {
	if p == nil {
		return nil
	}
	if unit == results.UnitWall {
		return p.Times()
	}
	for _, r := range p.Results {
		samples := r.Samples
		if !r.Accepted() || len(samples) == 0 {
			samples = []*results.Sample{nil}
		}
		for _, s := range samples {
			if v, ok := r.Value(s, unit); ok {
				out = append(out, v)
			}
		}
	}
	return out
}

// ratio returns the median of a pool over that of base. ok is false if one of them is missing, or if one is of whole
// processes and the other of solving alone.
func ratio(p, base *ranking.Pool, unit string) (ratio float64, ok bool) {
	x, y := values(p, unit), values(base, unit)
	if len(x) == 0 || len(y) == 0 || p.Results[0].Process != base.Results[0].Process {
		return 0, false
	}
	b := stats.Median(y).Center
	return stats.Median(x).Center / b, b > 0
}

// checkUnit demands that some result has values in the unit, unless nothing was timed at all.
func (g *grid) checkUnit(unit string) error {
	has := func(unit string) bool {
		return slices.ContainsFunc(g.columns, func(c *column) bool {
			return slices.ContainsFunc(c.Sets, func(set string) bool { return len(values(c.On[set], unit)) > 0 })
		})
	}
	if has(unit) || !has(results.UnitWall) {
		return nil
	}
	known := slices.DeleteFunc(results.Units(), func(unit string) bool { return !has(unit) })
	return fmt.Errorf("--unit %s: no matching line has it; there are %s", unit, strings.Join(known, ", "))
}

// checkBaseline demands that the solver that the user names is there.
func (g *grid) checkBaseline() error {
	var names []string
	for _, c := range g.columns {
		names = append(names, c.Contestant)
	}
	if g.opts.Baseline == "" || slices.Contains(names, g.opts.Baseline) {
		return nil
	}
	slices.Sort(names)
	return fmt.Errorf("--baseline %s: there is no such column; there are %s", g.opts.Baseline,
		strings.Join(slices.Compact(names), ", "))
}

// valueOf returns the value of a key of a projection; "" if it has no such key.
func valueOf(key benchproc.Key, name string) string {
	for _, f := range key.Projection().FlattenedFields() {
		if f.Name == name {
			return key.Get(f)
		}
	}
	return ""
}
