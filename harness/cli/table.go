package cli

import (
	"context"
	"slices"

	"github.com/spf13/cobra"

	"gridjudge/harness/report"
	"gridjudge/harness/results"
	"gridjudge/harness/scoreboard"
)

// runTables are the tables that bench and merge show.
var runTables = scoreboard.TableOptions{Row: "/problem,/set", Col: "/solver", Units: []string{results.UnitWall}}

func (a *app) tableCommand() *cobra.Command {
	var o scoreboard.TableOptions
	var filter filterFlag
	var format *formatFlag
	cmd := &cobra.Command{
		Use:   "table RUN...",
		Short: "Lay out recorded runs: medians, intervals, ratios, PAR2",
		Long:  helpText("table"),
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
	flags.StringVar(&o.Baseline, "baseline", "", "solver that the others are divided by (default dlx, else links, else the first column)")
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
		if o.Baseline != "" {
			return usageError("--baseline has no effect with --format %s, which has no ratios (report --out FILE.json has some)", f.Format)
		}
		tables = make([]*report.Table, 1)
		tables[0], err = scoreboard.Long(recorded.Runs, o)
		for _, run := range recorded.Runs { // other formats have these notes below the tables
			for _, note := range slices.Concat(run.Warnings, run.Busy()) {
				a.note("%s", note)
			}
		}
	} else {
		tables, err = scoreboard.Tables(recorded.Runs, o)
	}
	if err != nil {
		return usageError("%w", err)
	}
	return a.render(f, tables...)
}
