package harness

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"gridjudge/harness/judge"
	"gridjudge/harness/report"
)

// outputFlags are the flags of registerOutput.
var outputFlags = []string{"slowest", "format", "columns", "sort", "filter", "verbose"}

// registerOutput registers the flags that say how results are shown.
func (f *judgeFlags) registerOutput(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.IntVar(&f.slowest, "slowest", 0, "also list this many slowest cases of each row; with csv and json, list these cases instead of the table")
	f.format = registerFormat(cmd, junitFormat)
	f.view.register(flags, "results", "set by set, the best first")
	flags.BoolVarP(&f.verbose, "verbose", "v", false, "on a terminal: show every row, also of sets on which all are accepted; files and pipes always get every row")
}

// checkView returns an error if a flag of the output has an unknown value. It is called before anything is judged.
func (f *judgeFlags) checkView(cmd *cobra.Command) error {
	if f.format.Format == junitFormat {
		if err := unused(cmd, "--format junit has one form", "slowest", "columns", "sort", "verbose"); err != nil {
			return err
		}
	}
	if f.slowest < 0 {
		return usageError("--slowest must not be below 0")
	}
	table := (&judge.Scoreboard{}).Table()
	if f.slowest > 0 && !f.format.prose() {
		table = (&judge.Scoreboard{}).Slowest(f.slowest)
	}
	return f.view.check(table)
}

// showScoreboard prints all results, also if an error or an interrupt ended the judging,
// and returns the exit status. judgeErr is the error that ended the judging. inputErr is
// an error in the user's file after the cases that were judged.
func (a *app) showScoreboard(board *judge.Scoreboard, f *judgeFlags, judgeErr, inputErr error) error {
	if len(board.Results()) == 0 && !interrupted(judgeErr) && f.shard.IsZero() {
		if judgeErr != nil {
			return judgeErr
		}
		return usageError("no solver of those named takes a set of those named (see gridjudge list solvers)")
	}
	if err := a.renderScoreboard(board, f); err != nil {
		return err
	}
	switch {
	case interrupted(judgeErr):
		return &statusError{exitInterrupted, errors.New("interrupted: what was finished is above")}
	case judgeErr != nil:
		return judgeErr
	case board.JudgeErrors() > 0:
		return internalError("the judge itself failed in %d cases: see JE above", board.JudgeErrors())
	case inputErr != nil:
		return inputErr
	case board.Unexpected() > 0 && f.shard.IsZero():
		return unexpected()
	}
	return nil
}

// interrupted reports whether an interrupt ended the judging.
func interrupted(judgeErr error) bool {
	return errors.Is(judgeErr, judge.ErrInterrupted) || errors.Is(judgeErr, context.Canceled)
}

// renderScoreboard prints the table of results, the slowest cases if they are asked for, and the summary.
func (a *app) renderScoreboard(board *judge.Scoreboard, f *judgeFlags) error {
	if f.view.filter != everything {
		filter, err := report.ParseFilter(f.view.filter)
		if err != nil {
			return usageError("%w", err)
		}
		if board, err = board.Filter(filter); err != nil {
			return usageError("%w", err)
		}
	}
	if f.format.Format == junitFormat {
		if err := board.WriteJUnit(a.stdout); err != nil {
			return internalError("cannot write the results: %w", err)
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
