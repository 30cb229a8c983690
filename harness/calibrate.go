package harness

import (
	"github.com/spf13/cobra"

	"gridjudge/harness/compare"
	"gridjudge/harness/progress"
)

func (a *app) calibrateCommand() *cobra.Command {
	var settings compare.Settings
	var format *formatFlag
	cmd := &cobra.Command{
		Use:   "calibrate",
		Short: "Measure the noise floor of this machine, for compare",
		Long: `Measure and store the noise floor of this machine. Two copies of this program are measured
side by side, as compare does it. Many comparisons are then simulated: each draws its
rounds at random from the measured ones. The noise floor of a set is the change that 95 %
of the simulated comparisons stay below. compare and history use the noise floors for the
sets and solvers that were measured.

Lines below the table give the smallest slowdown of one benchmark that compare finds in at
least 95 % of the simulated comparisons with its default flags. They also say how many
benchmarks differ between the first half of the samples and the second half. The program
did not change, so these differences are false. They show how many false differences you
would see if you measured one build after the other, not side by side.`,
		Example: "  gridjudge calibrate\n  gridjudge calibrate --set 'poj3074/*' --samples 40",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := a.completeSettings(cmd, &settings); err != nil {
				return err
			}
			shown := progress.New(a.stderr, 0)
			calibrated, err := compare.Calibrate(cmd.Context(), &settings, shown)
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
	flags.IntVar(&settings.Rounds, "samples", 2*compare.DefaultRounds, "rounds to measure; a round has two samples of every benchmark, one of each copy")
	registerFloor(flags, &settings.Floor, "file for the noise floor (default in this user's cache)")
	format = registerFormat(cmd)
	return cmd
}
