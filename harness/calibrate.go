package harness

import (
	"github.com/spf13/cobra"

	"gridjudge/harness/compare"
	"gridjudge/harness/progress"
)

func (a *app) calibrateCommand() *cobra.Command {
	var settings compare.Settings
	var floor string
	var format *formatFlag
	cmd := &cobra.Command{
		Use:   "calibrate",
		Short: "Measure the noise floor of this machine, for compare",
		Long: `Measure and store the noise floor of this machine. Two copies of this program are measured
side by side, as compare does it. The noise floor is the change that 95 % of such
comparisons stay below. compare and history use it for the sets and solvers that were
measured.

Lines below the table give the smallest slowdown of one benchmark that compare finds with
its default flags. They also compare the first half of the samples with the second half:
these are the false changes that one would see without measuring side by side.`,
		Example: "  gridjudge calibrate\n  gridjudge calibrate --set 'poj3074/*' --samples 40",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := a.completeSettings(cmd, &settings); err != nil {
				return err
			}
			shown := progress.New(a.stderr, 0)
			calibrated, err := compare.Calibrate(cmd.Context(), &settings, floor, shown)
			shown.Close()
			if err != nil {
				if calibrated != nil {
					a.sayKept(calibrated.Kept)
				}
				return compareError(err)
			}
			return a.render(calibrated.Table(), format)
		},
	}
	flags := cmd.Flags()
	registerSettings(flags, &settings)
	flags.IntVar(&settings.Rounds, "samples", 2*compare.DefaultRounds, "rounds to measure, each with a sample of every benchmark and copy; comparisons are simulated by drawing rounds from them")
	flags.StringVar(&floor, "floor", "", "file for the noise floor (default in this user's cache)")
	format = registerFormat(cmd)
	return cmd
}
