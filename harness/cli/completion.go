package cli

import (
	"github.com/spf13/cobra"

	"gridjudge/corpus"
)

// offers maps the name of a flag to the names that a shell offers as its value.
func (a *app) offers() map[string]func() []string {
	return map[string]func() []string{
		"solver": a.solverNames, "hard-for": a.solverNames, "baseline": a.solverNames, "set": setNames, "problem": problemNames,
	}
}

// offer lets the shell complete the value of a flag of a verb, if the verb has this flag.
func offer(cmd *cobra.Command, flag string, names func() []string) {
	// The only possible errors are that the flag does not exist and that it is registered a second time.
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
	sets, _ := corpus.Sets() // no error here: the verb shows it
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
