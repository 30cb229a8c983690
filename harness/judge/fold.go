package judge

import (
	"fmt"
	"slices"

	"gridjudge/harness/report"
	"gridjudge/harness/testset"
)

// Folded lays out the results for a terminal. One table has the rows of the sets on which a contestant is not accepted,
// if there are any. The second table has the remaining sets. Each of them has one line for the solvers and one line
// for the programs. The notes are below the last table.
func (b *Scoreboard) Folded() []*report.Table {
	all := b.Table()
	if len(b.Machines) > 0 {
		return []*report.Table{all}
	}
	open := &report.Table{Columns: all.Columns}
	folded := &report.Table{Columns: []report.Column{
		{Name: "set"},
		{Name: "accepted"},
		{Name: "cases", Drop: 2},
		{Name: "best"},
		{Name: "best_ns", Head: "time"},
		{Name: "worst", Drop: 1},
		{Name: "worst_ns", Head: "time"},
		{Name: "ratio"},
	}}
	results := b.Results()
	for i, r := range results {
		switch {
		case !allAccepted(results, r.Set):
			open.Rows = append(open.Rows, all.Rows[i])
		case i == 0 || results[i-1].Set != r.Set || results[i-1].isProgram() != r.isProgram():
			folded.Rows = append(folded.Rows, foldedRow(comparable(results, r)))
		}
	}
	if len(folded.Rows) == 0 {
		return []*report.Table{all}
	}
	folded.Notef("On a set where all are accepted, one line has the best and the worst solver and the ratio of their times; programs have a line of their own. -v shows every row.")
	b.notes(folded, results, len(open.Rows) == 0)
	if len(open.Rows) == 0 {
		return []*report.Table{folded}
	}
	return []*report.Table{open, folded}
}

func allAccepted(results []*SetResult, set *testset.TestSet) bool {
	return !slices.ContainsFunc(results, func(r *SetResult) bool { return r.Set == set && r.Verdict != Accepted })
}

// foldedRow returns the line of accepted results on one set, of which the best is the first.
func foldedRow(results []*SetResult) []report.Cell {
	best, worst := results[0], results[len(results)-1]
	accepted := report.Count(len(results))
	accepted.Text = fmt.Sprintf("all %d", len(results))
	row := []report.Cell{
		report.String(best.Set.Name), accepted, report.Count(best.Cases), report.String(best.Solver), best.time(best.Total),
		report.None(), report.None(), report.None(),
	}
	if worst != best {
		row[5], row[6] = report.String(worst.Solver), worst.time(worst.Total)
		if best.Total > 0 && best.Jobs <= 1 {
			row[7] = report.Ratio(float64(worst.Total) / float64(best.Total))
		}
	}
	return row
}
