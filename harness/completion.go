package harness

import (
	"github.com/spf13/cobra"

	"gridjudge/corpus"
)

// offers maps the name of a flag to the names that the shell offers for its value.
func (a *app) offers() map[string]func() []string {
	return map[string]func() []string{
		"solver": a.solverNames, "hard-for": a.solverNames, "baseline": a.solverNames, "set": setNames, "problem": problemNames,
	}
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
