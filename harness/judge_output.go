package harness

import (
	"gridjudge/harness/judge"
	"gridjudge/harness/report"
)

// checkView returns an error where a flag of the output names what there is not, before anything is judged.
func (f *judgeFlags) checkView() error {
	table := (&judge.Scoreboard{}).Table()
	if f.slowest > 0 && !f.format.prose() {
		table = (&judge.Scoreboard{}).Slowest(f.slowest)
	}
	_, err := f.view.parse(table)
	return err
}

// renderScoreboard prints the table of results, the slowest cases where they are asked for, and the summary.
func (a *app) renderScoreboard(board *judge.Scoreboard, f *judgeFlags) error {
	if f.view.filter != "*" {
		filter, err := f.view.parse(nil)
		if err != nil {
			return err
		}
		if board, err = board.Filter(filter); err != nil {
			return usageError("%w", err)
		}
	}
	if f.format.Format == junitFormat {
		if err := board.WriteJUnit(a.stdout); err != nil {
			return faultError("cannot write the results: %w", err)
		}
		return nil
	}
	tables := []*report.Table{board.Table()}
	switch prose := f.format.prose(); {
	case f.slowest > 0 && !prose:
		tables[0] = board.Slowest(f.slowest)
	case f.slowest > 0:
		tables = append(tables, board.Slowest(f.slowest))
	case prose && f.view.Empty() && !f.verbose && a.onTerminal():
		tables = board.Folded()
	}
	if err := f.view.Apply(tables[0]); err != nil {
		return usageError("%w", err)
	}
	if f.format.prose() && len(board.Results()) > 1 {
		tables = append(tables, board.Summary())
	}
	for i, t := range tables {
		if i > 0 {
			a.betweenTables(f.format)
		}
		if err := a.render(t, f.format); err != nil {
			return err
		}
	}
	return nil
}

// onTerminal reports whether standard output is a terminal.
func (a *app) onTerminal() bool { return report.StyleOf(a.stdout).Width > 0 }
