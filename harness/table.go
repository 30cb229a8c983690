package harness

import (
	"bytes"
	"context"
	"errors"
	"io"

	"github.com/spf13/cobra"

	"gridjudge/harness/judge"
	"gridjudge/harness/ranking"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
	"gridjudge/harness/scoreboard"
	"gridjudge/harness/testset"
)

// tableFlags are the flags of table.
type tableFlags struct {
	scoreboard.TableOptions
	filter filterFlag
	format *formatFlag
}

// runTables are the tables of a run that was just measured.
var runTables = scoreboard.TableOptions{Row: "/problem,/set", Col: "/solver", Units: []string{results.UnitWall}}

func (a *app) tableCommand() *cobra.Command {
	f := &tableFlags{}
	var splice string
	cmd := &cobra.Command{
		Use:   "table RUN...",
		Short: "Lay out recorded runs: medians, intervals, ratios, PAR2",
		Long: `Lay out recorded runs, one table per problem. Each table entry has the median of its
samples, the distance to the farther bound of the median's exact 95 % interval, and the
ratio to the baseline. Columns are in the order of all tables and pages: more cases solved
first, and of equal ones the smaller PAR2, over the sets of which every column has a result.
A column that shares no set with the others comes last.
PAR2: ` + judge.PAR2Meaning + `.

A RUN is a folder that bench, judge --out or merge made, a folder with such folders in it,
or a file in the Go benchmark format. Runs of one verb, one machine, one build and the same
cases are pooled. Other runs have columns of their own, in an order of their own. Each file
in the Go benchmark format has columns of its own, too, because it does not name its build.

Times of built-in solvers are wall times of solving alone, those of programs cpu times of
whole processes, and the two have no ratio.

--filter, --row and --col take benchstat's syntax (go doc golang.org/x/perf/benchproc/syntax).

--format csv and json have one row per set, solver, class of pooled runs and unit, without
any summary.

--splice FILE replaces the text in FILE between the lines

  <!-- table: ARGUMENTS -->
  <!-- end of table -->

by the output of gridjudge table ARGUMENTS. --splice takes no other flags or arguments.`,
		Example: `  gridjudge table results
  gridjudge table --baseline bitmask --filter '/problem:poj3076' results/baseline
  gridjudge table --unit nodes/op --row /set results/baseline
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
			return a.tables(cmd.Context(), f, args, a.stdout)
		},
	}
	f.define(cmd)
	cmd.Flags().StringVar(&splice, "splice", "", "rewrite the tables between markers in this file")
	return cmd
}

func (f *tableFlags) define(cmd *cobra.Command) {
	flags := cmd.Flags()
	f.filter.register(flags, "results")
	flags.StringVar(&f.Row, "row", runTables.Row, "keys that make a row")
	flags.StringVar(&f.Col, "col", runTables.Col, "keys that make a column")
	flags.StringSliceVar(&f.Units, "unit", runTables.Units, "units to show, each in tables of its own")
	flags.StringVar(&f.Baseline, "baseline", "", "solver that the others are divided by (default dlx, or the first one)")
	f.format = registerFormat(cmd)
}

// tables reads runs and writes their tables.
func (a *app) tables(ctx context.Context, f *tableFlags, paths []string, out io.Writer) error {
	recorded, err := f.filter.read(ctx, paths)
	if err != nil {
		return err
	}
	var tables []*report.Table
	if f.format.Format == report.CSV || f.format.Format == report.JSON {
		tables = make([]*report.Table, 1)
		tables[0], err = scoreboard.Long(recorded.Runs, f.TableOptions)
	} else {
		tables, err = scoreboard.Tables(recorded.Runs, f.TableOptions)
	}
	if err != nil {
		return usageError("%w", err)
	}
	return a.renderAll(out, tables, f.format)
}

// read reads the results that match the filter of the runs at paths. A run may be a named pipe.
func (f *filterFlag) read(ctx context.Context, paths []string) (*ranking.Recorded, error) {
	recorded, err := testset.Await(ctx, func() (*ranking.Recorded, error) { return ranking.Read(paths, f.Filter) })
	if err != nil {
		return nil, usageError("%w", err)
	}
	return recorded, nil
}

// splice rewrites the tables of a document, in Markdown.
func (a *app) splice(ctx context.Context, path string) error {
	err := scoreboard.Splice(path, func(arguments []string) ([]byte, error) {
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
