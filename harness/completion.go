package harness

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gridjudge/corpus"
	"gridjudge/corpus/generate"
	"gridjudge/harness/report"
	"gridjudge/harness/results"
)

// completions maps the name of a flag to what the shell offers for its value:
// names, each with a description after a tab.
func (a *app) completions() map[string]func() []string {
	return map[string]func() []string{
		"solver":   a.solverNames,
		"hard-for": a.solverNames,
		"set":      setNames,
		"problem":  problemNames,
		"format":   formatNames,
		"tier":     tierNames,
		"baseline": a.solverNames,
		"unit":     results.Units,
	}
}

// completeFlags lets the shell complete the flags of a verb that take names. A verb
// that has registered a completion of its own keeps it.
func (a *app) completeFlags(cmd *cobra.Command) {
	offers := a.completions()
	cmd.Flags().VisitAll(func(flag *pflag.Flag) {
		names := offers[flag.Name]
		if _, own := cmd.GetFlagCompletionFunc(flag.Name); own || names == nil {
			return
		}
		// The only errors are a flag that does not exist and a second registration.
		_ = cmd.RegisterFlagCompletionFunc(flag.Name, func(_ *cobra.Command, _ []string, word string) ([]string, cobra.ShellCompDirective) {
			if flag.Value.Type() != "stringSlice" {
				return names(), cobra.ShellCompDirectiveNoFileComp
			}
			return completeList(names(), word), cobra.ShellCompDirectiveNoFileComp
		})
	})
}

// completeValues lets the shell complete a flag of one verb from a fixed list.
func completeValues(cmd *cobra.Command, flag string, values ...string) {
	// The only errors are a flag that does not exist and a second registration.
	_ = cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
}

// completeList offers, behind the commas of word, the names that word does not have.
func completeList(names []string, word string) (offered []string) {
	before := word[:strings.LastIndexByte(word, ',')+1]
	used := strings.Split(before, ",")
	for _, name := range names {
		bare, _, _ := strings.Cut(name, "\t")
		if !slices.Contains(used, bare) {
			offered = append(offered, before+name)
		}
	}
	return offered
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

func problemNames() (names []string) {
	for _, p := range corpus.Problems() {
		names = append(names, p.Name+"\t"+p.Doc)
	}
	return names
}

func formatNames() (names []string) {
	for _, f := range report.Formats() {
		names = append(names, string(f))
	}
	return names
}

func tierNames() (names []string) {
	for _, t := range generate.Tiers() {
		if !slices.Contains(names, t.Name) {
			names = append(names, t.Name)
		}
	}
	return names
}
