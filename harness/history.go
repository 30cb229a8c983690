package harness

import (
	"github.com/spf13/cobra"

	"gridjudge/harness/compare"
)

func (a *app) historyCommand() *cobra.Command {
	var filter, dir string
	var format *formatFlag
	cmd := &cobra.Command{
		Use:   "history",
		Short: "Show how the recorded runs changed over commits",
		Long: `Show the median time of every benchmark in the recorded runs, oldest first. A step is a
change from one run to the next one that is significant after correction for all
comparisons and that exceeds the noise floor. Runs of different machines or sets are not
compared with each other.`,
		Example: "  gridjudge history\n  gridjudge history --filter '/solver:dlx' --format markdown",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			t, err := compare.History(dir, filter, compare.DefaultRules)
			if err != nil {
				return compareError(err)
			}
			return a.render(t, format)
		},
	}
	cmd.Flags().StringVar(&filter, "filter", "*", "show only lines that match, in benchstat's language")
	format = registerFormat(cmd)
	cmd.Flags().StringVar(&dir, "results", "results", "folder with the recorded runs")
	return cmd
}
