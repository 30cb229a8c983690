package cli

import (
	"io"
	"slices"

	"github.com/spf13/cobra"

	"gridjudge/corpus"
	"gridjudge/harness/report"
)

func (a *app) listCommand() *cobra.Command {
	var format *formatFlag
	var verbose bool
	cmd := &cobra.Command{
		Use:   "list [solvers|problems [NAME]|sets [GLOB...]]",
		Short: "List solvers, problems and test sets",
		Long:  helpText("list"),
		Example: `  gridjudge list
  gridjudge list problems poj2676
  gridjudge list sets -v 'poj3074/*'`,
		ValidArgs: []string{"solvers", "problems", "sets"},
		RunE:      func(cmd *cobra.Command, args []string) error { return a.list(cmd, format, verbose, args) },
	}
	format = registerFormat(cmd)
	cmd.Flags().BoolVarP(&verbose, "verbose", "v", false, "list sets: show everything, in paragraphs")
	cmd.MarkFlagsMutuallyExclusive("verbose", "format")
	return cmd
}

// listProblem shows one problem in full.
func (a *app) listProblem(format *formatFlag, name string) error {
	p, err := corpus.LookupProblem(name)
	switch {
	case err != nil:
		return usageError("%w", err)
	case format.Format != report.Text:
		return usageError("list problems %s writes text: without the name, --format shows all problems", name)
	}
	text, err := statement(p)
	if err != nil {
		return internalError("%w", err)
	}
	_, err = io.WriteString(a.stdout, text)
	return unwritten("statement", err)
}

// list runs the verb.
func (a *app) list(cmd *cobra.Command, format *formatFlag, verbose bool, args []string) error {
	what, globs := "", []string{"all"}
	if len(args) > 0 {
		what = args[0]
	}
	if len(args) > 1 {
		globs = args[1:]
	}
	at := slices.Index(cmd.ValidArgs, what)
	switch {
	case what != "" && at < 0:
		return usageError("there is no list of %q%s", what, corpus.Nearest(what, cmd.ValidArgs))
	case len(args) > 1 && what != "sets" && !(what == "problems" && len(args) == 2):
		return usageError("list %s takes no further argument: only list problems takes one NAME, and list sets takes GLOBs", what)
	case verbose && what != "sets":
		return usageError("--verbose is for list sets")
	case what == "" && !format.prose():
		return usageError("one list in this format: name solvers, problems or sets")
	}
	if what == "problems" && len(args) == 2 {
		return a.listProblem(format, args[1])
	}
	var sets []*corpus.Set
	var err error
	if what == "" || what == "sets" { // loading sets takes time
		if sets, err = corpus.SelectSets(globs); err != nil {
			return usageError("%w", err)
		}
	}
	if verbose {
		text, err := describe(sets)
		if err != nil {
			return internalError("%w", err)
		}
		_, err = io.WriteString(a.stdout, text)
		return unwritten("description", err)
	}
	ofSets, err := setsTable(sets)
	if err != nil {
		return internalError("%w", err)
	}
	tables := []*report.Table{solversTable(a.contestants), problemsTable(), ofSets}
	if at >= 0 {
		tables = tables[at : at+1]
	}
	return a.render(format, tables...)
}
