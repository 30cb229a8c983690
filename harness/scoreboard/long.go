package scoreboard

import (
	"strconv"

	"gridjudge/harness/ranking"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// Long lays out runs for other software (CSV and JSON), one row per set, solver, class of runs and unit. The column
// run names the runs of the class. A benchmark that was not timed has a row without a value. value is a median in the
// unit of the row. low and high are the bounds of its 95 % interval, and empty if a bound is infinite. process is
// true if the samples are of whole processes: their times do not compare with the times of solving alone. best_rank and
// worst_rank are of the solver on the problem, over the sets that all solvers have: the same in each row of the two.
func Long(runs []*results.Run, opts TableOptions) (*report.Table, error) {
	g, err := project(runs, opts)
	if err != nil {
		return nil, err
	}
	t := &report.Table{Columns: append(keyColumns(g.rows[0]), keyColumns(g.columns[0].key)...)}
	for _, name := range []string{
		"run", "unit", "value", "low", "high", "n", "solved", "cases", "process", "best_rank", "worst_rank",
	} {
		t.Columns = append(t.Columns, report.Column{Name: name})
	}
	for _, row := range g.rows {
		for _, c := range g.columns {
			pool := c.On[row.StringValues()]
			for _, unit := range opts.Units {
				// What was timed, but not in this unit, has no row.
				if pool != nil && (len(values(pool, unit)) > 0 || pool.Solved() < pool.Cases()) {
					key := append(keyCells(row), keyCells(c.key)...)
					key = append(key, report.String(c.group.Class.Label()), report.String(unit))
					t.Add(append(key, longCells(c, pool, unit)...)...)
				}
			}
		}
	}
	return t, nil
}

// longCells returns the cells after the keys.
func longCells(c *column, p *ranking.Pool, unit string) []report.Cell {
	var value, low, high, best, worst report.Cell
	of := values(p, unit)
	if len(of) > 0 {
		m := stats.Median(of)
		value = written(m.Center)
		if m.Finite() {
			low, high = written(m.Lo), written(m.Hi)
		}
	}
	if c.ranked() {
		best, worst = report.Count(c.Best), report.Count(c.Worst)
	}
	return []report.Cell{value, low, high, report.Count(len(of)),
		report.Count(p.Solved()), report.Count(p.Cases()), {Value: p.Results[0].Process}, best, worst}
}

// written returns a cell without rounding errors: runs hold fewer digits.
func written(v float64) report.Cell {
	v, _ = strconv.ParseFloat(strconv.FormatFloat(v, 'g', 12, 64), 64) // what FormatFloat writes can be parsed
	return report.Cell{Value: v}
}
