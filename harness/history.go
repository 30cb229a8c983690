package harness

import (
	"github.com/spf13/cobra"

	"gridjudge/harness/compare"
)

func (a *app) historyCommand() *cobra.Command {
	var filter filterFlag
	var format *formatFlag
	cmd := &cobra.Command{
		Use:   "history [FOLDER]",
		Short: "Show how the recorded runs changed over commits",
		Long: `Show the median time of every benchmark in the recorded runs below FOLDER (default results),
machine by machine, oldest first. Benchmarks with a single run on a machine are only counted.
Each benchmark is compared with its latest comparable run before: one by the same verb, with the
same system, architecture, processor model, Go version and cases. A regression or an improvement
is a step: a change of time that is significant among all of the run, whose 95 % interval lies
beyond 1 %, and that exceeds the noise floor and a factor of 1.3 (so much may a machine differ
from one day to another); any change of nodes, updates or least allocations; to be accepted in
one of the two alone. Runs of one build have no steps. Of compare, the new side is shown.`,
		Example: "  gridjudge history\n  gridjudge history --filter '/solver:dlx' --format markdown",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			recorded, err := filter.read(cmd.Context(), append(args, "results")[:1])
			if err != nil {
				return err
			}
			calibration, stored, err := compare.StoredCalibration()
			if err != nil {
				return usageError("%w", err)
			}
			t, err := compare.History(recorded.Runs, calibration, stored)
			if err != nil {
				return usageError("%w", err)
			}
			for _, run := range recorded.Runs {
				if run.InHistory() { // what is odd about others does not matter here
					t.Notes = append(t.Notes, run.Warnings...)
				}
			}
			return a.render(format, t)
		},
	}
	filter.register(cmd.Flags())
	format = registerFormat(cmd)
	return cmd
}
