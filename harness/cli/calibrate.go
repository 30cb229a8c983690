package cli

import (
	"github.com/spf13/cobra"

	"gridjudge/harness/compare"
	"gridjudge/harness/progress"
)

// calibrateVerb returns the verb calibrate, whose flags are parsed into f.
func (a *app) calibrateVerb(f *requestFlags) *cobra.Command {
	var format *formatFlag
	cmd := &cobra.Command{
		Use:     "calibrate [FILE...]",
		Short:   "Measure the noise floor of this machine, for compare",
		Long:    helpText("calibrate"),
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
