package harness

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"gridjudge/corpus"
	"gridjudge/harness/catalog"
	"gridjudge/harness/judge"
	"gridjudge/harness/progress"
)

// listFlags are the flags of list.
type listFlags struct {
	format  *formatFlag
	verbose bool
	solver  string
	budget  uint64
}

func (a *app) listCommand() *cobra.Command {
	f := &listFlags{}
	cmd := &cobra.Command{
		Use:   "list [solvers|problems|sets [GLOB...]]",
		Short: "List solvers, problems and test sets",
		Long: `List the solvers, the problems or the test sets; without an argument, all three.

list sets -v shows for each set where it comes from, what it measures, how many givens
its puzzles have, and how many nodes one solver spends on them, as quantiles.`,
		Example: `  gridjudge list
  gridjudge list solvers --format markdown
  gridjudge list sets -v 'poj3074/*' --solver bitmask`,
		ValidArgs: []string{"solvers", "problems", "sets"},
		RunE:      func(cmd *cobra.Command, args []string) error { return a.list(cmd, f, args) },
	}
	flags := cmd.Flags()
	f.format = registerFormat(cmd)
	flags.BoolVarP(&f.verbose, "verbose", "v", false, "sets: show everything, and measure the nodes")
	flags.StringVar(&f.solver, "solver", "", "sets -v: solver whose nodes are shown (default the first one that takes the size)")
	flags.Uint64Var(&f.budget, "node-budget", 100_000, "sets -v: nodes allowed per case")
	return cmd
}

// list runs the verb.
func (a *app) list(cmd *cobra.Command, f *listFlags, args []string) error {
	if len(args) > 1 && args[0] != "sets" {
		return usageError("list %s takes no further argument", args[0])
	}
	what := ""
	if len(args) > 0 {
		what = args[0]
	}
	if !f.verbose || what != "" && what != "sets" {
		if err := unused(cmd, "nodes are measured by list sets -v", "solver", "node-budget"); err != nil {
			return err
		}
	}
	if f.verbose && what == "sets" {
		if err := unused(cmd, "list sets -v writes paragraphs", "format"); err != nil {
			return err
		}
	}
	if what == "solvers" || what == "problems" {
		if err := unused(cmd, "it is for list sets", "verbose"); err != nil {
			return err
		}
	}
	switch what {
	case "solvers":
		return a.render(catalog.Solvers(a.contestants), f.format)
	case "problems":
		return a.render(catalog.Problems(), f.format)
	case "sets":
		return a.listSets(cmd, f, args[1:])
	case "":
		return a.listAll(cmd, f)
	}
	return usageError("there is no list of %q%s", what, corpus.Nearest(what, cmd.ValidArgs))
}

// listAll lists solvers, problems and sets.
func (a *app) listAll(cmd *cobra.Command, f *listFlags) error {
	if err := a.render(catalog.Solvers(a.contestants), f.format); err != nil {
		return err
	}
	a.betweenTables(f.format)
	if err := a.render(catalog.Problems(), f.format); err != nil {
		return err
	}
	a.betweenTables(f.format)
	return a.listSets(cmd, f, nil)
}

// betweenTables writes the empty line between two tables for people.
func (a *app) betweenTables(f *formatFlag) {
	if f.prose() {
		fmt.Fprintln(a.stdout)
	}
}

// listSets lists the sets that match, or describes them at length.
func (a *app) listSets(cmd *cobra.Command, f *listFlags, globs []string) error {
	if len(globs) == 0 {
		globs = []string{"all"}
	}
	sets, err := corpus.SelectSets(globs)
	if err != nil {
		return usageError("%w", err)
	}
	if f.verbose {
		return a.describeSets(cmd, f, sets)
	}
	table, err := catalog.Sets(sets)
	if err != nil {
		return internalError("%w", err)
	}
	return a.render(table, f.format)
}

// describeSets describes each set in a paragraph.
func (a *app) describeSets(cmd *cobra.Command, f *listFlags, sets []*corpus.Set) error {
	var named []string
	if f.solver != "" {
		named = []string{f.solver}
	}
	specs, err := a.pick(named)
	if err != nil {
		return err
	}
	display := progress.New(a.stderr, len(sets))
	defer display.Close()
	for i, s := range sets {
		if i > 0 {
			fmt.Fprintln(a.stdout)
		}
		err := catalog.Describe(cmd.Context(), a.stdout, s, specs, f.budget)
		switch {
		case errors.Is(err, judge.ErrInterrupted):
			return &statusError{exitInterrupted, err}
		case err != nil:
			return internalError("%w", err)
		}
		display.Add(1, s.FullName())
	}
	return nil
}
