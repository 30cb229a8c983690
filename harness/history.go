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
machine by machine, oldest first. Benchmarks with a single run on a machine are left out and
counted. Each benchmark is compared with its latest comparable run before: one by the same verb
(bench, judge or compare), with the same operating system, architecture, processor model, Go
version and cases of this set. A regression or an improvement is shown as a step. A change of
time is a step if it is significant after correction for all comparisons of the same run, if its
whole 95 % interval lies beyond the allowed change of 1 %, and if the change exceeds the noise
floor and a factor of 1.3: so much may a machine differ from one day to another. Any change of
nodes, updates or allocations is a step; the allocations of a run are those of its sample with
the fewest. To be accepted in only one of two runs is a step, too.
Runs of one build have no steps between them. Of compare, the new side is shown.`,
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
				t.Notes = append(t.Notes, run.Warnings...)
			}
			return a.render(format, t)
		},
	}
	filter.register(cmd.Flags())
	format = registerFormat(cmd)
	return cmd
}
