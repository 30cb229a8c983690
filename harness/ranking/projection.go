package ranking

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchproc"
	"golang.org/x/perf/benchunit"

	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// contestant is a column of the tables: by default a solver, in the runs of one class.
type contestant struct {
	key   benchproc.Key
	class *class
}

// place identifies a cell of the tables: by default by a set and a solver.
type place struct {
	set benchproc.Key
	contestant
}

// cell holds the samples of one place.
type cell struct {
	values        map[string][]float64 // by unit as it is tidied
	solved, cases int
	penalised     float64         // PAR2 in seconds of a benchmark that was not timed
	process       bool            // the samples are of whole processes
	labels        []benchproc.Key // the values of all other keys, each once
}

// median returns the median in a unit; ok is false without a sample.
func (c *cell) median(unit string) (m stats.Interval, ok bool) {
	if c == nil || len(c.values[unit]) == 0 {
		return m, false
	}
	return stats.Median(c.values[unit]), true
}

// ratioTo returns the median of c over the median of base. ok is false if one of them is missing, or if one is of
// whole processes and the other of solving alone.
func (c *cell) ratioTo(base *cell, unit string) (ratio float64, ok bool) {
	x, timed := c.median(unit)
	y, based := base.median(unit)
	if !timed || !based || c.process != base.process || y.Center <= 0 {
		return 0, false
	}
	return x.Center / y.Center, true
}

// grid holds the samples by set and contestant.
type grid struct {
	opts        TableOptions
	classes     []*class
	transposed  bool // contestants are in the rows
	sets        []benchproc.Key
	contestants []contestant
	cells       map[place]*cell
	intervals   bool // a table has intervals
	means       bool // a table has mean ratios
}

// project groups the results of runs.
func project(runs []*results.Run, opts TableOptions) (*grid, error) {
	filter, err := benchproc.NewFilter("*") // a projection may leave lines out: /solver@(a b)
	if err != nil {
		return nil, err
	}
	var parser benchproc.ProjectionParser
	set, err := parser.Parse(opts.Row, filter)
	if err != nil {
		return nil, fmt.Errorf("--row: %w", err)
	}
	solver, err := parser.Parse(opts.Col, filter)
	if err != nil {
		return nil, fmt.Errorf("--col: %w", err)
	}
	g := &grid{opts: opts, classes: classesOf(runs), cells: map[place]*cell{}}
	if namesSolver(opts.Row) && !namesSolver(opts.Col) {
		g.transposed, set, solver = true, solver, set
	}
	if _, err := parser.Parse("/gomaxprocs,.file,corpus", filter); err != nil {
		return nil, err
	}
	rest := parser.Residue()
	for _, class := range g.classes {
		for _, run := range class.runs {
			for _, res := range run.Results {
				match, err := filter.Match(res)
				switch {
				case err != nil:
					return nil, err
				case !match.Any():
					continue
				}
				at := place{set.Project(res), contestant{solver.Project(res), class}}
				g.cell(at).add(res, match, rest.Project(res))
			}
		}
	}
	if len(g.sets) == 0 {
		return nil, errors.New("--row and --col leave no line")
	}
	for _, unit := range opts.Units {
		if err := g.checkUnit(runs, unit); err != nil {
			return nil, err
		}
	}
	benchproc.SortKeys(g.sets)
	g.sortContestants()
	return g, nil
}

// namesSolver reports whether a projection has the solver among its keys.
func namesSolver(projection string) bool {
	return slices.ContainsFunc(strings.FieldsFunc(projection, func(r rune) bool { return r == ',' || r == ' ' }),
		func(key string) bool { return key == "/solver" || strings.HasPrefix(key, "/solver@") })
}

// cell returns the cell of a place. If there is none, it makes one.
func (g *grid) cell(at place) *cell {
	if !slices.Contains(g.sets, at.set) {
		g.sets = append(g.sets, at.set)
	}
	if !slices.Contains(g.contestants, at.contestant) {
		g.contestants = append(g.contestants, at.contestant)
	}
	c := g.cells[at]
	if c == nil {
		c = &cell{values: map[string][]float64{}}
		g.cells[at] = c
	}
	return c
}

// add adds a line of a run.
func (c *cell) add(res *benchfmt.Result, match benchproc.Match, label benchproc.Key) {
	c.process = c.process || results.IsProcess(res)
	for i, v := range res.Values {
		if match.Test(i) {
			c.values[v.Unit] = append(c.values[v.Unit], v.Value)
		}
	}
	_, par2 := benchunit.Tidy(1, results.UnitPAR2)
	if v, ok := res.Value(par2); ok {
		c.penalised = v
	}
	if cases, ok := res.Value(results.UnitCases); ok {
		solved, _ := res.Value(results.UnitSolved)
		if c.cases == 0 || int(solved) < c.solved { // pooled runs may disagree: the worst one counts
			c.solved, c.cases = int(solved), int(cases)
		}
	}
	if !slices.Contains(c.labels, label) {
		c.labels = append(c.labels, label)
	}
}

// sortContestants sorts the contestants by their keys, those of one key by their runs.
func (g *grid) sortContestants() {
	var keys []benchproc.Key
	for _, c := range g.contestants {
		if !slices.Contains(keys, c.key) {
			keys = append(keys, c.key)
		}
	}
	benchproc.SortKeys(keys)
	slices.SortStableFunc(g.contestants, func(a, b contestant) int {
		return slices.Index(keys, a.key) - slices.Index(keys, b.key)
	})
}

// checkUnit demands that some line has the unit, unless nothing was timed at all.
func (g *grid) checkUnit(runs []*results.Run, unit string) error {
	_, tidy := benchunit.Tidy(1, unit)
	for _, c := range g.cells {
		if len(c.values[tidy]) > 0 {
			return nil
		}
	}
	var seen []string
	for _, run := range runs {
		for _, res := range run.Results {
			for _, v := range res.Values {
				name := v.Unit
				if v.OrigUnit != "" {
					name = v.OrigUnit
				}
				if !slices.Contains(seen, name) {
					seen = append(seen, name)
				}
			}
		}
	}
	if !slices.Contains(seen, results.UnitWall) {
		return nil
	}
	return fmt.Errorf("--unit %s: no matching line has it; there are %s", unit, strings.Join(seen, ", "))
}

// name returns the name of a contestant, with the number of its class if there are several classes.
func (g *grid) name(c contestant) string {
	return numbered(c.key.StringValues(), numberOf(slices.Index(g.classes, c.class), g.classes))
}
