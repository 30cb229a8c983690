package harness

import (
	"github.com/spf13/cobra"

	"gridjudge/harness/compare"
	"gridjudge/harness/progress"
)

// calibrateVerb returns the command that fills in f.
func (a *app) calibrateVerb(f *requestFlags) *cobra.Command {
	var format *formatFlag
	cmd := &cobra.Command{
		Use:   "calibrate [FILE...]",
		Short: "Measure the noise floor of this machine, for compare",
		Long: `Measure and store the noise floor of this machine. Two copies of this program are measured side
by side, as compare does it, and many comparisons are simulated, with rounds drawn at random from
the measured ones. The noise floor of a set is the change that 95 % of them stay below. compare
and history use it for the sets and solvers that were measured. The floors of other sets that were
measured before are kept.

Without flags this takes about 3 minutes on an idle machine. The load of other programs
would be part of the floor. A FILE is a test set of puzzles of your own.`,
		Example: "  gridjudge calibrate\n  gridjudge calibrate --set 'poj3074/*' --rounds 40\n  gridjudge calibrate my.txt",
		RunE: func(cmd *cobra.Command, args []string) error {
			f.complete(cmd, args)
			shown := progress.New(a.stderr)
			table, err := compare.Calibrate(cmd.Context(), &compare.Settings{Request: f.Request}, shown)
			shown.Close()
			if err != nil {
				return a.compareError(err)
			}
			return a.render(format, table)
		},
	}
	f.registerSettings(cmd.Flags(), "rounds to measure; a round has two samples of every benchmark, one of each copy")
	format = registerFormat(cmd)
	return cmd
}
