package scoreboard

import (
	"slices"

	"gridjudge/harness/ranking"
	"gridjudge/harness/report"
)

// A terminal of 24 lines has room for this many rows and the notes below them: for up to screen rows if they belong to
// one contestant or one set, and for up to few rows otherwise.
const screen, few = 14, 6

// Tables lays results out for people, with all notes below the last table.
//
// A pipe gets a table of all verdicts. If there are several sets, the summary follows. A terminal gets only one table,
// which has to fit it. It is the first table in this list whose condition is true:
//   - A table with a row for each set, if there is only one contestant, and at most 14 rows.
//   - The table of all verdicts, if there are at most 14 verdicts on one set, or at most 6 verdicts on several sets.
//   - The summary, in all other cases.
//
// The table with a row for each set has two special rules. References that programs are compared with do not count as
// contestants. And a built-in solver on a single set does not get this table, because it would have only one row.
//
// If the slowest cases were asked for, they follow as a table of their own.
func (b *Board) Tables(style report.Style) (tables []*report.Table) {
	guests, rows := b.guests(), len(b.rows)
	one := !slices.ContainsFunc(guests, func(r *row) bool { return r.Solver != guests[0].Solver })
	oneSet := rows == 0 || b.rows[0].Set == b.rows[rows-1].Set
	terminal, failures := style.Width > 0, rows
	if terminal {
		failures = 3
	}
	switch {
	case terminal && one && rows > 0 && (!oneSet || guests[0].Process) && len(guests) <= screen:
		tables, failures = []*report.Table{b.perSet(guests)}, 1
	case !terminal, oneSet && rows <= screen, rows <= few:
		tables = []*report.Table{b.table()}
	}
	if len(tables) == 0 || !terminal && !oneSet {
		tables = append(tables, b.summary())
	}
	last := tables[len(tables)-1]
	last.Closing = b.notes(failures, terminal)
	if b.Slowest > 0 {
		slowest := b.SlowestCases()
		if len(slowest.Rows) > 0 {
			return append(tables, slowest)
		}
		last.Closing = append(slowest.Closing, last.Closing...) // these lines say why there is no table
	}
	return tables
}

// guests returns the rows of all contestants except the references that programs are compared with. If only
// references took part, it returns all rows.
func (b *Board) guests() []*row {
	guests := slices.DeleteFunc(slices.Clone(b.rows), func(r *row) bool {
		return r.Process && slices.Contains(ranking.References, r.Solver)
	})
	if len(guests) == 0 {
		return b.rows
	}
	return guests
}
