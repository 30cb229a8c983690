package harness

import (
	"bytes"
	"context"

	"github.com/spf13/cobra"

	"gridjudge/harness/judge"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
	"gridjudge/harness/scoreboard"
)

// runTables are the tables of a run that was just measured, or merged.
var runTables = scoreboard.TableOptions{Row: "/problem,/set", Col: "/solver", Units: []string{results.UnitWall}, Answers: true}

func (a *app) tableCommand() *cobra.Command {
	var o scoreboard.TableOptions
	var filter filterFlag
	var format *formatFlag
	var splice string
	cmd := &cobra.Command{
		Use:   "table RUN...",
		Short: "Lay out recorded runs: medians, intervals, ratios, PAR2",
		Long: `Lay out recorded runs, one table per problem: the median of the samples, the distance to
the farther bound of its exact 95 % interval, and the ratio to the baseline. Columns are in
the order of all tables and pages: more cases solved first, and of equal ones the smaller
PAR2, over the sets of which every column has a result. A rank is an interval: 2-3 is second or third.
PAR2: ` + judge.PAR2Meaning + `.

A RUN is a folder that bench, judge --out or merge made, a folder with such folders in it,
or a file in the Go benchmark format. Runs of one verb, one machine, one build and the same
cases are pooled. Other runs have columns of their own, in an order of their own.

--filter, --row and --col take benchstat's syntax (go doc golang.org/x/perf/benchproc/syntax).
--format csv and json have one row per set, solver, class of pooled runs and unit.
--splice FILE alone replaces what is in FILE between the lines

  <!-- table: ARGUMENTS -->
  <!-- end of table -->

by the output of gridjudge table ARGUMENTS.`,
		Example: `  gridjudge table results
  gridjudge table --baseline bitmask --filter '/problem:poj3076' results/baseline
  gridjudge table --unit ns/op,nodes/op --format csv results > results.csv
  gridjudge table --splice README.md`,
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case splice != "" && (len(args) > 0 || cmd.Flags().NFlag() > 1):
				return usageError("--splice takes its arguments from the markers in %s, and no others", splice)
			case splice != "":
				return a.splice(cmd.Context(), splice)
			case len(args) == 0:
				return usageError("table of which runs? (see gridjudge table --help)")
			}
			return a.tables(cmd.Context(), args, &filter, o, format)
		},
	}
	flags := cmd.Flags()
	filter.register(flags, "results")
	flags.StringVar(&o.Row, "row", runTables.Row, "keys that make a row")
	flags.StringVar(&o.Col, "col", runTables.Col, "keys that make a column")
	flags.StringSliceVar(&o.Units, "unit", runTables.Units, "units to show, each in tables of its own")
	flags.StringVar(&o.Baseline, "baseline", "", "solver that the others are divided by (default dlx, or the first one)")
	flags.StringVar(&splice, "splice", "", "rewrite the tables between markers in this file")
	format = registerFormat(cmd)
	return cmd
}

// tables writes the tables of the runs at paths.
func (a *app) tables(ctx context.Context, paths []string, filter *filterFlag, o scoreboard.TableOptions, f *formatFlag) error {
	recorded, err := filter.read(ctx, paths)
	if err != nil {
		return err
	}
	var tables []*report.Table
	if f.Format == report.CSV || f.Format == report.JSON {
		tables = make([]*report.Table, 1)
		tables[0], err = scoreboard.Long(recorded.Runs, o)
	} else {
		tables, err = scoreboard.Tables(recorded.Runs, o)
	}
	if err != nil {
		return usageError("%w", err)
	}
	return a.render(f, tables...)
}

// splice rewrites the tables of a document, in Markdown.
func (a *app) splice(ctx context.Context, path string) error {
	err := scoreboard.Splice(path, func(arguments []string) ([]byte, error) {
		var out bytes.Buffer
		cmd := (&app{stdout: &out}).tableCommand()
		cmd.SilenceErrors, cmd.SilenceUsage = true, true
		cmd.SetArgs(append(arguments, "--format", string(report.Markdown)))
		err := cmd.ExecuteContext(ctx)
		return out.Bytes(), err
	})
	if err != nil {
		return usageError("--splice: %w", err)
	}
	return nil
}
