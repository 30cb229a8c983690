package harness

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/kballard/go-shellquote"
	"github.com/spf13/cobra"

	"gridjudge/harness/ranking"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
)

// What a table shows where nothing else is asked for.
const (
	defaultRow = "/problem,/set"
	defaultCol = "/solver"
)

// tableFlags are what table was asked for.
type tableFlags struct {
	filter, row, col string
	unit             []string
	baseline         string
	format           string
	splice           string
}

func (a *app) tableCommand() *cobra.Command {
	f := &tableFlags{}
	cmd := &cobra.Command{
		Use:   "table RUN...",
		Short: "Lay out recorded runs: medians, intervals, ratios",
		Long: `Lay out recorded runs. Each cell has the median of its samples, how far its exact 95 %
interval reaches, and the ratio to the baseline. Columns that solved more come first,
then those with the smaller PAR2 (an unsolved case costs twice the limit of a case).
A RUN is a folder that bench made, a folder with such folders in it, or a file in the Go
benchmark format. --filter, --row and --col speak benchstat's language (go doc golang.org/x/perf/benchproc/syntax).

--splice FILE replaces what stands in FILE between the lines

  <!-- table: ARGUMENTS -->
  <!-- end of table -->

by the table that these ARGUMENTS to gridjudge table make; no others are given then.`,
		Example: `  gridjudge table results
  gridjudge table --baseline bitmask --filter '/problem:poj3076' results/baseline
  gridjudge table --unit nodes/op --col /set --row /solver results/baseline
  gridjudge table --splice README.md`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.splice != "" {
				if len(args) > 0 {
					return usageError("--splice takes the runs from the marker in %s", f.splice)
				}
				return a.splice(f.splice)
			}
			if len(args) == 0 {
				return usageError("table of which runs? (see gridjudge table --help)")
			}
			return a.table(f, args, a.stdout)
		},
	}
	f.define(cmd)
	cmd.Flags().StringVar(&f.splice, "splice", "", "rewrite the tables between markers in this file")
	return cmd
}

func (f *tableFlags) define(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.filter, "filter", "*", "take only lines that match")
	flags.StringVar(&f.row, "row", defaultRow, "keys that make a row")
	flags.StringVar(&f.col, "col", defaultCol, "keys that make a column")
	flags.StringSliceVar(&f.unit, "unit", []string{results.UnitWall}, "units to show, each in a table")
	flags.StringVar(&f.baseline, "baseline", "dlx", "column that the others are divided by")
	flags.StringVar(&f.format, "format", string(report.Text), report.FormatNames())
}

// table reads runs and writes their tables.
func (a *app) table(f *tableFlags, paths []string, out io.Writer) error {
	format, err := report.ParseFormat(f.format)
	if err != nil {
		return usageError("--format: %w", err)
	}
	var runs []*results.Run
	for _, path := range paths {
		found, err := results.Find(path)
		if err != nil {
			return usageError("%w", err)
		}
		for _, path := range found {
			run, err := results.ReadRun(path)
			if err != nil {
				return usageError("%w", err)
			}
			runs = append(runs, run)
		}
	}
	for i, unit := range f.unit {
		t, err := ranking.Table(runs, ranking.TableOptions{Filter: f.filter, Row: f.row, Col: f.col, Unit: unit, Baseline: f.baseline})
		if err != nil {
			return usageError("%w", err)
		}
		if i > 0 {
			fmt.Fprintln(out)
		}
		if len(f.unit) > 1 && format != report.CSV && format != report.JSON {
			fmt.Fprintf(out, "%s\n\n", unit)
		}
		a.caption(t, format)
		if err := t.Render(out, format, report.StyleOf(out)); err != nil {
			return faultError("%w", err)
		}
	}
	return nil
}

// The markers of a table in a document.
const (
	spliceBegin = "<!-- table: "
	spliceEnd   = "<!-- end of table -->"
)

// splice rewrites every table of a document by the command in its marker.
func (a *app) splice(path string) error {
	document, err := os.ReadFile(path)
	if err != nil {
		return usageError("--splice: %w", err)
	}
	var out bytes.Buffer
	found, line := 0, 0
	var open int // line of the marker whose table is skipped; 0 outside
	for text := range strings.Lines(string(document)) {
		line++
		arguments, begins := strings.CutPrefix(text, spliceBegin)
		switch {
		case begins && open > 0:
			return usageError("%s:%d:1: a table begins where the one of line %d has not ended (%s)", path, line, open, spliceEnd)
		case begins:
			table, err := a.spliced(strings.TrimSuffix(strings.TrimSpace(arguments), "-->"))
			if err != nil {
				return usageError("%s:%d:1: %w", path, line, err)
			}
			fmt.Fprintf(&out, "%s\n%s\n", text, table)
			open, found = line, found+1
		case strings.TrimSpace(text) == spliceEnd:
			if open == 0 {
				return usageError("%s:%d:1: a table ends that has not begun (%s...-->)", path, line, spliceBegin)
			}
			open = 0
			out.WriteString(text)
		case open == 0:
			out.WriteString(text)
		}
	}
	switch {
	case open > 0:
		return usageError("%s:%d:1: the table has no end (%s)", path, open, spliceEnd)
	case found == 0:
		return usageError("%s: no line begins with %q", path, spliceBegin)
	}
	if err := results.WriteFile(path, out.Bytes()); err != nil {
		return faultError("--splice: %w", err)
	}
	return nil
}

// spliced is the table that a marker's arguments make, in Markdown.
func (a *app) spliced(arguments string) ([]byte, error) {
	words, err := shellquote.Split(arguments)
	if err != nil {
		return nil, usageError("the marker's arguments: %w", err)
	}
	f := &tableFlags{}
	var out bytes.Buffer
	cmd := &cobra.Command{
		SilenceErrors: true, SilenceUsage: true,
		RunE: func(_ *cobra.Command, runs []string) error {
			if len(runs) == 0 {
				return errors.New("the marker names no run")
			}
			return a.table(f, runs, &out)
		},
	}
	f.define(cmd)
	cmd.SetArgs(words)
	if err := cmd.Flags().Set("format", string(report.Markdown)); err != nil {
		return nil, err
	}
	err = cmd.Execute()
	return out.Bytes(), err
}
