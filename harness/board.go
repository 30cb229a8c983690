package harness

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"gridjudge/harness/report"
	"gridjudge/harness/results"
	"gridjudge/harness/scoreboard"
)

// boardFlags say how verdicts are shown.
type boardFlags struct {
	slowest int
	format  *formatFlag
	filter  filterFlag
}

// register registers the flags.
func (f *boardFlags) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.IntVar(&f.slowest, "slowest", 0, "also list this many slowest cases of each row; with csv and json, list these cases instead of the table\n"+
		"(with a number not below that of the cases: all of them)")
	f.format = registerFormat(cmd, junitFormat)
	f.filter.register(flags)
}

// junitFormat is the XML that build servers read.
const junitFormat report.Format = "junit"

// showBoard prints the table of results, the slowest cases if they are asked for, and the summary.
func (a *app) showBoard(all []*results.Result, f *boardFlags, o scoreboard.Options) error {
	o.All = all
	shown := all
	if f.filter.text != "" {
		shown = scoreboard.Filter(all, f.filter.Filter)
	}
	if f.format.Format == junitFormat {
		return unwritten("results", scoreboard.WriteJUnit(a.stdout, shown))
	}
	var tables []*report.Table
	switch {
	case f.format.prose():
		tables = scoreboard.Board(shown, o, report.StyleOf(a.stdout).Width > 0)
	case f.slowest == 0:
		tables = append(tables, scoreboard.Verdicts(shown, o))
	}
	if f.slowest > 0 {
		slowest := scoreboard.Slowest(shown, f.slowest)
		if tables = append(tables, slowest); len(slowest.Rows) == 0 && len(tables) > 1 { // its notes say why
			tables = tables[:len(tables)-1]
			tables[len(tables)-1].Notes = append(slowest.Notes[:len(slowest.Notes)-1], tables[len(tables)-1].Notes...)
		}
	}
	return a.render(f.format, tables...)
}

// judgedStatus returns the exit status of a judging. judgeErr is the error that ended it, inputErr that of a file of
// the user's after the cases that were judged. whole says that all shards are there.
func (a *app) judgedStatus(all []*results.Result, judgeErr, inputErr error, whole bool) error {
	switch failed := scoreboard.JudgeErrors(all); {
	case errors.Is(judgeErr, context.Canceled):
		return &statusError{exitInterrupted, errors.New("interrupted: what was finished is above")}
	case judgeErr != nil:
		return internalOr(judgeErr)
	case failed > 0:
		return internalError("the judge itself failed in %d cases: see JE above", failed)
	case inputErr != nil:
		return usageError("%w", inputErr)
	case whole && scoreboard.Rejected(all) > 0:
		return unexpected()
	}
	return nil
}

// internalOr gives an error without a status that of an internal error.
func internalOr(err error) error {
	if err == nil || errors.As(err, new(*statusError)) {
		return err
	}
	return internalError("%w", err)
}
