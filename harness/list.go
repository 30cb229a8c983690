package harness

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gridjudge/corpus"
	"gridjudge/harness/report"
)

// listFlags are what list was asked for.
type listFlags struct {
	format  string
	verbose bool
	solver  string
	budget  uint64
}

func (a *app) listCommand() *cobra.Command {
	f := &listFlags{}
	cmd := &cobra.Command{
		Use:   "list [solvers|problems|sets [GLOB...]]",
		Short: "List solvers, problems and sets",
		Long: `List what there is: solvers, problems, sets; all three without an argument.

list sets -v tells of each set where it is from, what it measures, how many givens
its puzzles have, and what one solver spends on them: quantiles of its nodes.`,
		Example: `  gridjudge list
  gridjudge list solvers --format markdown
  gridjudge list sets -v 'poj3074/*' --solver bitmask`,
		ValidArgs: []string{"solvers", "problems", "sets"},
		RunE:      func(cmd *cobra.Command, args []string) error { return a.list(cmd, f, args) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.format, "format", "text", "text, markdown, csv or json")
	flags.BoolVarP(&f.verbose, "verbose", "v", false, "sets: tell everything, and measure the nodes")
	flags.StringVar(&f.solver, "solver", "", "sets -v: whose nodes (default the first solver that takes the size)")
	flags.Uint64Var(&f.budget, "node-budget", 100_000, "sets -v: nodes after which a case counts as beyond")
	a.completeNames(cmd)
	return cmd
}

// list runs the verb.
func (a *app) list(cmd *cobra.Command, f *listFlags, args []string) error {
	format, err := report.ParseFormat(f.format)
	if err != nil {
		return usageError("--format: %w", err)
	}
	if len(args) == 0 {
		for i, table := range []func() (*report.Table, error){a.solverTable, problemTable, func() (*report.Table, error) { return setTable(nil) }} {
			if i > 0 && (format == report.Text || format == report.Markdown) {
				fmt.Fprintln(a.stdout)
			}
			if err := a.show(table, format); err != nil {
				return err
			}
		}
		return nil
	}
	if len(args) > 1 && args[0] != "sets" {
		return usageError("list %s takes no further argument", args[0])
	}
	switch args[0] {
	case "solvers":
		return a.show(a.solverTable, format)
	case "problems":
		return a.show(problemTable, format)
	case "sets":
		if f.verbose {
			return a.describeSets(cmd.Context(), f, args[1:])
		}
		return a.show(func() (*report.Table, error) { return setTable(args[1:]) }, format)
	}
	return usageError("there is no list of %q%s", args[0], corpus.Nearest(args[0], cmd.ValidArgs))
}

func (a *app) show(table func() (*report.Table, error), format report.Format) error {
	t, err := table()
	if err != nil {
		return err
	}
	if err := t.Render(a.stdout, format, report.StyleOf(a.stdout)); err != nil {
		return faultError("cannot write the list: %w", err)
	}
	return nil
}

func (a *app) solverTable() (*report.Table, error) {
	t := &report.Table{Columns: []report.Column{{Name: "solver"}, {Name: "sizes"}, {Name: "variant_of", Head: "variant of", Drop: 1}, {Name: "doc", Head: "what it is"}}}
	for i := range a.contestants {
		s := &a.contestants[i]
		sizes := make([]string, len(s.Sizes))
		for j, n := range s.Sizes {
			sizes[j] = strconv.Itoa(n)
		}
		variant := report.None()
		if s.VariantOf != "" {
			variant = report.String(s.VariantOf)
		}
		t.Add(report.String(s.Name), report.String(strings.Join(sizes, " ")), variant, report.String(s.Doc))
	}
	t.Notef("A variant takes part only where it is named with --solver.")
	return t, nil
}

func problemTable() (*report.Table, error) {
	t := &report.Table{Columns: []report.Column{
		{Name: "problem"}, {Name: "size"}, {Name: "time_limit_ns", Head: "time limit"}, {Name: "memory_limit_bytes", Head: "memory"},
		{Name: "doc", Drop: 3}, {Name: "input", Drop: 1}, {Name: "output", Drop: 2},
	}}
	for _, p := range corpus.Problems() {
		limit := report.Time(p.TimeLimit)
		limit.Text = p.TimeLimit.String()
		t.Add(report.String(p.Name), report.Count(p.Size), limit, report.Bytes(p.MemoryLimit), report.String(p.Doc), report.String(p.Input), report.String(p.Output))
	}
	t.Notef("Every problem also understands one puzzle a line, . for empty; other layouts are recognised, too.")
	return t, nil
}

func setTable(globs []string) (*report.Table, error) {
	if len(globs) == 0 {
		globs = []string{"all"}
	}
	sets, err := corpus.SelectSets(globs)
	if err != nil {
		return nil, usageError("%w", err)
	}
	t := &report.Table{Columns: []report.Column{
		{Name: "set"}, {Name: "cases"}, {Name: "time_limit_ns", Head: "time limit"}, {Name: "default"},
		{Name: "not_ac", Head: "expected not AC"}, {Name: "measures", Drop: 1}, {Name: "origin", Data: true}, {Name: "digest", Data: true},
	}}
	for _, s := range sets {
		cases, err := s.Load()
		if err != nil {
			return nil, faultError("%w", err)
		}
		limit := report.Time(s.TimeLimit)
		limit.Text = s.TimeLimit.String()
		isDefault := report.Cell{Value: s.Default, Text: "no"}
		if s.Default {
			isDefault.Text = "yes"
		}
		measures := report.String(s.Measures)
		measures.Text = firstSentence(s.Measures)
		t.Add(report.String(s.FullName()), report.Count(len(cases)), limit, isDefault, report.String(expectations(s)), measures, report.String(s.Origin), report.String(s.Digest))
	}
	t.Notef("judge takes the default sets; --set 'GLOB' or --set all takes others. gridjudge list sets -v tells more.")
	return t, nil
}

// expectations lists who is expected not to be accepted.
func expectations(s *corpus.Set) string {
	var words []string
	for _, name := range sortedKeys(s.Expect) {
		words = append(words, name+" "+s.Expect[name])
	}
	return strings.Join(words, ", ")
}

func firstSentence(s string) string {
	s = oneLineOf(s)
	for _, end := range []string{". ", "; "} {
		s, _, _ = strings.Cut(s, end)
	}
	return strings.TrimSuffix(s, ".")
}

// quantileWords are the quantiles that list tells of.
var quantileWords = []struct {
	name string
	q    float64
}{{"least", 0}, {"median", 0.5}, {"p90", 0.9}, {"p99", 0.99}, {"most", 1}}

// setPatience bounds the search for one set.
const setPatience = 30 * time.Second
