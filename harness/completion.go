package harness

import (
	"github.com/spf13/cobra"

	"gridjudge/corpus"
)

// completeNames lets the shell complete the names that flags take.
func (a *app) completeNames(cmd *cobra.Command) {
	complete := func(flag string, names func() []string) {
		if cmd.Flags().Lookup(flag) == nil {
			return
		}
		// The error is that of a flag that does not exist or is registered twice.
		_ = cmd.RegisterFlagCompletionFunc(flag, func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return names(), cobra.ShellCompDirectiveNoFileComp
		})
	}
	complete("solver", func() (names []string) {
		for _, s := range a.contestants {
			names = append(names, s.Name+"\t"+s.Doc)
		}
		return names
	})
	complete("set", setNames)
	complete("problem", func() (names []string) {
		for _, p := range corpus.Problems() {
			names = append(names, p.Name+"\t"+p.Doc)
		}
		return names
	})
	complete("format", func() []string { return []string{"text", "markdown", "csv", "json"} })
}

func setNames() (names []string) {
	sets, err := corpus.Sets()
	if err != nil {
		return nil
	}
	for _, s := range sets {
		names = append(names, s.FullName())
	}
	return append(names, "all")
}
