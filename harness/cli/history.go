package cli

import (
	"github.com/spf13/cobra"

	"gridjudge/harness/compare"
)

func (a *app) historyCommand() *cobra.Command {
	var filter filterFlag
	var format *formatFlag
	cmd := &cobra.Command{
		Use:     "history [FOLDER]",
		Short:   "Show how the recorded runs changed over commits",
		Long:    helpText("history"),
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
				if run.InHistory() { // warnings about other runs do not matter here
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
