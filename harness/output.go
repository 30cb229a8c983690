package harness

import (
	"fmt"
	"io"

	"github.com/kballard/go-shellquote"
	"github.com/spf13/pflag"

	"gridjudge/harness/machine"
	"gridjudge/harness/report"
)

// filterFlag is the value of --filter.
type filterFlag struct{ text string }

// register registers --filter; things names what it selects.
func (f *filterFlag) register(flags *pflag.FlagSet, things string) {
	flags.StringVar(&f.text, "filter", "", "take only "+things+" that match, in benchstat's language: '/problem:poj3074 -/solver:dlx'")
}

// parse parses the filter.
func (f *filterFlag) parse() (*report.Filter, error) {
	filter, err := report.ParseFilter(f.text)
	if err != nil {
		return nil, usageError("%w", err)
	}
	return filter, nil
}

// render writes a table to standard output.
func (a *app) render(t *report.Table, f *formatFlag) error { return a.renderTo(a.stdout, t, f) }

// renderTo writes a table.
func (a *app) renderTo(out io.Writer, t *report.Table, f *formatFlag) error {
	a.caption(t, f.Format)
	if err := t.Render(out, f.Format, report.StyleOf(out)); err != nil {
		return internalError("cannot write the table: %w", err)
	}
	return nil
}

// renderAll writes tables, with an empty line between two.
func (a *app) renderAll(out io.Writer, tables []*report.Table, f *formatFlag) error {
	for i, t := range tables {
		if i > 0 {
			fmt.Fprintln(out)
		}
		if err := a.renderTo(out, t, f); err != nil {
			return err
		}
	}
	return nil
}

// caption completes the caption of a table for LaTeX: the command that made the table, and the builds and machines
// that its numbers are from. A table without recorded runs is from this build on this machine.
func (a *app) caption(t *report.Table, f report.Format) {
	if f != report.LaTeX {
		return
	}
	if t.Caption == "" {
		t.Caption = machine.ThisMachine().Caption(machine.Revision())
	}
	t.Caption = "Made by " + shellquote.Join(a.command()...) + ". " + t.Caption
}
