package harness

import (
	"github.com/spf13/cobra"

	"gridjudge/harness/compare"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
)

func (a *app) historyCommand() *cobra.Command {
	var filter, format, dir string
	cmd := &cobra.Command{
		Use:   "history",
		Short: "Show the recorded runs over commits, and where they step",
		Long: `Show the medians of every (set, solver) over the recorded runs, oldest first. A step
is a change from one run to the next that is significant after correction for all
comparisons and larger than the noise floor; runs of another machine or of other sets
are not compared with one another.`,
		Example: "  gridjudge history\n  gridjudge history --filter '/solver:dlx' --format markdown",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			f, err := report.ParseFormat(format)
			if err != nil {
				return usageError("--format: %w", err)
			}
			runs, skipped, err := recordedRuns(dir)
			if err != nil {
				return usageError("%w", err)
			}
			calibration, notes, err := storedFloor("")
			if err != nil {
				return usageError("%w", err)
			}
			t, err := compare.History(runs, filter, compare.DefaultRules, calibration)
			if err != nil {
				return usageError("%w", err)
			}
			t.Notes = append(append(t.Notes, skipped...), notes...)
			a.caption(t, f)
			if err := t.Render(a.stdout, f, report.StyleOf(a.stdout)); err != nil {
				return faultError("%w", err)
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&filter, "filter", "*", "take only lines that match, in benchstat's language")
	cmd.Flags().StringVar(&format, "format", string(report.Text), report.FormatNames())
	cmd.Flags().StringVar(&dir, "results", "results", "folder with the recorded runs")
	return cmd
}

// recordedRuns reads every run in a folder; one that cannot be read is left
// out and said.
func recordedRuns(dir string) (runs []*results.Run, skipped []string, err error) {
	paths, err := results.Find(dir)
	if err != nil {
		return nil, nil, err
	}
	for _, path := range paths {
		run, err := results.ReadRun(path)
		if err != nil {
			skipped = append(skipped, "Left out: "+err.Error())
			continue
		}
		if run.Manifest != nil {
			runs = append(runs, run)
		}
	}
	return runs, skipped, nil
}
