package chart

import (
	"fmt"
	"slices"
	"time"

	"gridjudge/harness/report"
)

// History returns the medians of one set over the runs, oldest first, from the table of compare.History. A step is
// a vertical line.
func (a *Album) History(table *report.Table, set string) *Chart {
	c := &Chart{
		Kind: Lines, Title: set + ": median time over the runs",
		X: Axis{Label: "commit"}, Y: Axis{Label: "time of all cases", Log: true, Seconds: true},
	}
	column := map[string]int{}
	for i, col := range table.Columns {
		column[col.Name] = i
	}
	text := func(row []report.Cell, name string) string { return fmt.Sprint(row[column[name]].Value) }
	var started []string
	series := map[string]*Series{}
	var order []string
	for _, row := range table.Rows {
		if at := text(row, "started"); text(row, "set") == set && !slices.Contains(started, at) {
			started = append(started, at)
		}
	}
	slices.Sort(started)
	c.X.Names = make([]string, len(started))
	for _, row := range table.Rows {
		if text(row, "set") != set {
			continue
		}
		solver, at := text(row, "solver"), slices.Index(started, text(row, "started"))
		c.X.Names[at] = text(row, "commit")
		median, ok := row[column["median_ns"]].Value.(time.Duration)
		if !ok {
			continue
		}
		if series[solver] == nil {
			s := a.series(solver)
			series[solver] = &s
			order = append(order, solver)
		}
		name := fmt.Sprintf("%s, commit %s: %s", solver, c.X.Names[at], report.Duration(median))
		if step := text(row, "step"); step != "" && step != "<nil>" {
			name += " (" + step + ")"
			c.LimitsX = append(c.LimitsX, float64(at))
			c.Notes = append(c.Notes, fmt.Sprintf("Step of %s at %s: %s.", solver, c.X.Names[at], step))
		}
		series[solver].Points = append(series[solver].Points, Point{X: float64(at), Y: median.Seconds(), Name: name})
	}
	for _, name := range order {
		slices.SortFunc(series[name].Points, func(p, q Point) int { return int(p.X - q.X) })
		c.Series = append(c.Series, *series[name])
	}
	if len(started) < 2 {
		c.Notes = append(c.Notes, "One run has no history: name more runs, or a folder with runs.")
	}
	return c
}
