package harness

import (
	"context"

	"github.com/spf13/cobra"

	"gridjudge/harness/report"
	"gridjudge/harness/results"
	"gridjudge/harness/scoreboard"
)

// runTables are the tables of a run that was just measured, or merged.
var runTables = scoreboard.TableOptions{Row: "/problem,/set", Col: "/solver", Units: []string{results.UnitWall}}

func (a *app) tableCommand() *cobra.Command {
	var o scoreboard.TableOptions
	var filter filterFlag
	var format *formatFlag
	cmd := &cobra.Command{
		Use:   "table RUN...",
		Short: "Lay out recorded runs: medians, intervals, ratios, PAR2",
		Long: `Lay out recorded runs, one table per problem: the median of the samples, the distance to
the farther bound of its exact 95 % interval, and the ratio to the baseline. Columns are in order
of rank: more cases solved first, then the smaller PAR2, over the sets of all columns. A rank of 2-3
is second or third. The order is by wall time of solving alone (of programs by processor time). On a
busy machine, --unit cpu-ns/op has order, rank and PAR2 by processor time, if all have recorded it.
PAR2: ` + results.PAR2Meaning + `.
` + results.AtMostMeaning + `.

A RUN is a folder that bench, judge --out or merge made, a folder with such folders in it,
or a file in the Go benchmark format, with lines of BenchmarkSolve/problem=P/set=S/solver=NAME.
Runs of one verb, one machine, one build and the same cases are pooled. Other runs have columns of their own, in an order of their own. A run counts once,
however often it is named: as a copy, or as a shard beside the merged run. If the configuration
changes within a file (cpu:, pkg:), each part is a run; go test -cpu 1,4 makes a row for each number.

--filter, --row and --col take benchstat's syntax (go doc golang.org/x/perf/benchproc/syntax).
--format csv and json have one row per set, solver, class of pooled runs and unit.`,
		Example: `  gridjudge table results
  gridjudge table --baseline bitmask --filter '/problem:poj3076' results/baseline
  gridjudge table --unit ns/op,nodes/op --format csv results > results.csv`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usageError("table of which runs? (see gridjudge table --help)")
			}
			return a.tables(cmd.Context(), args, &filter, o, format)
		},
	}
	flags := cmd.Flags()
	filter.register(flags)
	flags.StringVar(&o.Row, "row", runTables.Row, "keys that make a row")
	flags.StringVar(&o.Col, "col", runTables.Col, "keys that make a column")
	flags.StringSliceVar(&o.Units, "unit", runTables.Units, "units to show, each in tables of its own")
	flags.StringVar(&o.Baseline, "baseline", "", "solver that the others are divided by (default dlx, or the first one)")
	format = registerFormat(cmd)
	return cmd
}

// tables writes the tables of the runs at paths.
func (a *app) tables(ctx context.Context, paths []string, filter *filterFlag, o scoreboard.TableOptions, f *formatFlag) error {
	recorded, err := filter.read(ctx, paths)
	if err != nil {
		return err
	}
	o.Floats = f.Format == report.LaTeX
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
