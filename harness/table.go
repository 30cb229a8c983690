package harness

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"gridjudge/harness/ranking"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
)

// tableFlags are the flags of table.
type tableFlags struct {
	ranking.TableOptions
	view   viewFlags
	format *formatFlag
}

// runTables are the tables of a run that was just measured.
var runTables = ranking.TableOptions{Row: "/problem,/set", Col: "/solver", Units: []string{results.UnitWall}}

func (a *app) tableCommand() *cobra.Command {
	f := &tableFlags{}
	var splice string
	cmd := &cobra.Command{
		Use:   "table RUN...",
		Short: "Lay out recorded runs: medians, intervals, ratios, PAR2",
		Long: `Lay out recorded runs, one table per problem. Each table entry has the median of its
samples, the distance to the farther bound of the median's exact 95 % interval, and the
ratio to the baseline. Columns are sorted by the share of cases solved, the largest first,
and columns with equal shares by PAR2, the smallest first. Share and PAR2 are computed over
the sets of which every column has a result. PAR2 is the sum over the sets of the median
time of a pass; an unsolved case costs 2 x (time limit of its set / number of cases of the
set).

A RUN is a folder that bench, judge --record or merge made, a folder with such folders in
it, or a file in the Go benchmark format. Runs of one machine, one build and the same cases
are pooled. Other runs have columns of their own. Each file in the Go benchmark format has
columns of its own, too, because it does not name its build.

--filter, --row and --col take benchstat's syntax (go doc golang.org/x/perf/benchproc/syntax).

--format csv and json have one row per set, solver, class of pooled runs and unit, without
any summary.

--splice FILE replaces the text in FILE between the lines

  <!-- table: ARGUMENTS -->
  <!-- end of table -->

by the output of gridjudge table ARGUMENTS. --splice takes no other flags or arguments.`,
		Example: `  gridjudge table results
  gridjudge table --baseline bitmask --filter '/problem:poj3076' results/baseline
  gridjudge table --unit nodes/op --col /set --row /solver results/baseline
  gridjudge table --unit ns/op,nodes/op --format csv results > results.csv
  gridjudge table --splice README.md`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if splice != "" {
				if len(args) > 0 || cmd.Flags().NFlag() > 1 {
					return usageError("--splice takes its arguments from the markers in %s, and no others", splice)
				}
				return a.splice(cmd.Context(), splice)
			}
			if len(args) == 0 {
				return usageError("table of which runs? (see gridjudge table --help)")
			}
			if f.format.Format == report.CSV || f.format.Format == report.JSON {
				if err := unused(cmd, "--format csv and json have no ratios", "baseline"); err != nil {
					return err
				}
			}
			return a.tables(cmd.Context(), f, args, a.stdout)
		},
	}
	f.define(cmd)
	cmd.Flags().StringVar(&splice, "splice", "", "rewrite the tables between markers in this file")
	return cmd
}

func (f *tableFlags) define(cmd *cobra.Command) {
	flags := cmd.Flags()
	f.view.register(flags, "lines", "sets as they were recorded, solvers the best first")
	flags.StringVar(&f.Row, "row", runTables.Row, "keys that make a row")
	flags.StringVar(&f.Col, "col", runTables.Col, "keys that make a column")
	flags.StringSliceVar(&f.Units, "unit", runTables.Units, "units to show, each in tables of its own")
	flags.StringVar(&f.Baseline, "baseline", "", "solver that the others are divided by (default dlx, or the first one)")
	f.format = registerFormat(cmd)
}

// tables reads runs and writes their tables.
func (a *app) tables(ctx context.Context, f *tableFlags, paths []string, out io.Writer) error {
	opts, format := f.TableOptions, f.format.Format
	recorded, err := f.view.read(ctx, paths)
	if err != nil {
		return err
	}
	var tables []*report.Table
	if format == report.CSV || format == report.JSON {
		var long *report.Table
		long, err = ranking.Long(recorded.Runs, opts)
		tables = append(tables, long)
	} else {
		tables, err = ranking.Tables(recorded.Runs, opts)
	}
	if err == nil {
		err = f.view.Apply(tables...)
	}
	if err != nil {
		return usageError("%w", err)
	}
	for i, t := range tables {
		if i > 0 {
			fmt.Fprintln(out)
		}
		if err := a.renderTo(out, t, f.format); err != nil {
			return err
		}
	}
	return nil
}

// splice rewrites the tables of a document, in Markdown.
func (a *app) splice(ctx context.Context, path string) error {
	err := ranking.Splice(path, func(arguments []string) ([]byte, error) {
		f := &tableFlags{}
		var out bytes.Buffer
		cmd := &cobra.Command{
			SilenceErrors: true, SilenceUsage: true,
			RunE: func(_ *cobra.Command, runs []string) error {
				if len(runs) == 0 {
					return errors.New("the marker names no run")
				}
				f.format.Format = report.Markdown
				return a.tables(ctx, f, runs, &out)
			},
		}
		f.define(cmd)
		cmd.SetArgs(arguments)
		err := cmd.Execute()
		return out.Bytes(), err
	})
	if err != nil {
		return usageError("--splice: %w", err)
	}
	return nil
}
