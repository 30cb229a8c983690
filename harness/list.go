package harness

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"gridjudge/corpus"
)

func (a *app) listCommand() *cobra.Command {
	var format *formatFlag
	var verbose bool
	cmd := &cobra.Command{
		Use:   "list [solvers|problems|sets [GLOB...]]",
		Short: "List solvers, problems and test sets",
		Long: `List the solvers, the problems or the test sets; without an argument, all three.

list sets -v shows for each set where it comes from, what it measures, and how many
solutions and givens its puzzles have.`,
		Example: `  gridjudge list
  gridjudge list solvers --format markdown
  gridjudge list sets -v 'poj3074/*'`,
		ValidArgs: []string{"solvers", "problems", "sets"},
		RunE:      func(cmd *cobra.Command, args []string) error { return a.list(cmd, format, verbose, args) },
	}
	format = registerFormat(cmd)
	cmd.Flags().BoolVarP(&verbose, "verbose", "v", false, "list sets: show everything, in paragraphs")
	cmd.MarkFlagsMutuallyExclusive("verbose", "format")
	return cmd
}

// list runs the verb.
func (a *app) list(cmd *cobra.Command, format *formatFlag, verbose bool, args []string) error {
	what := ""
	if len(args) > 0 {
		what = args[0]
	}
	if len(args) > 1 && what != "sets" {
		return usageError("list %s takes no further argument", what)
	}
	if verbose && what != "sets" {
		return usageError("--verbose is for list sets")
	}
	switch what {
	case "solvers":
		return a.render(solversTable(a.contestants), format)
	case "problems":
		return a.render(problemsTable(), format)
	case "sets":
		return a.listSets(format, verbose, args[1:])
	case "":
		if !format.prose() {
			return usageError("one list in this format: name solvers, problems or sets")
		}
		if err := a.render(solversTable(a.contestants), format); err != nil {
			return err
		}
		fmt.Fprintln(a.stdout)
		if err := a.render(problemsTable(), format); err != nil {
			return err
		}
		fmt.Fprintln(a.stdout)
		return a.listSets(format, false, nil)
	}
	return usageError("there is no list of %q%s", what, corpus.Nearest(what, cmd.ValidArgs))
}

// listSets lists the sets that match, or describes each in a paragraph.
func (a *app) listSets(format *formatFlag, verbose bool, globs []string) error {
	if len(globs) == 0 {
		globs = []string{"all"}
	}
	sets, err := corpus.SelectSets(globs)
	if err != nil {
		return usageError("%w", err)
	}
	if !verbose {
		table, err := setsTable(sets)
		if err != nil {
			return internalError("%w", err)
		}
		return a.render(table, format)
	}
	paragraphs := make([]string, len(sets))
	for i, s := range sets {
		if paragraphs[i], err = describe(s); err != nil {
			return internalError("%w", err)
		}
	}
	if _, err := io.WriteString(a.stdout, strings.Join(paragraphs, "\n")); err != nil {
		return internalError("cannot write the description: %w", err)
	}
	return nil
}
