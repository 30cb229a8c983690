package harness

import (
	"github.com/spf13/cobra"

	"gridjudge/corpus"
)

// completeFlags lets the shell complete the flags of a verb that take names.
func (a *app) completeFlags(cmd *cobra.Command) {
	for _, flag := range []string{"solver", "hard-for", "baseline"} {
		offer(cmd, flag, a.solverNames)
	}
	offer(cmd, "set", setNames)
	offer(cmd, "problem", problemNames)
}

// offer lets the shell complete a flag of a verb, if it has that flag.
func offer(cmd *cobra.Command, flag string, names func() []string) {
	// The only errors are a flag that does not exist and a second registration.
	_ = cmd.RegisterFlagCompletionFunc(flag, func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return names(), cobra.ShellCompDirectiveNoFileComp
	})
}

// completeSetArgument completes the argument SET or SET#N.
func completeSetArgument(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return setNames(), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

func (a *app) solverNames() (names []string) {
	for _, s := range a.contestants {
		names = append(names, s.Name+"\t"+s.Doc)
	}
	return names
}

func setNames() []string {
	sets, _ := corpus.Sets() // an error would be shown by the verb, not by the shell
	names := []string{"all"}
	for _, s := range sets {
		names = append(names, s.FullName())
	}
	return names
}

func problemNames() (names []string) {
	for _, p := range corpus.Problems() {
		names = append(names, p.Name+"\t"+p.Doc)
	}
	return names
}
