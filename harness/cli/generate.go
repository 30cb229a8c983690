package cli

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"

	"github.com/spf13/cobra"

	"gridjudge/corpus"
	"gridjudge/corpus/generate"
	"gridjudge/harness/progress"
	"gridjudge/solvers"
)

// generateFlags are the flags of generate.
type generateFlags struct {
	generate.Recipe
	format, out, remake string
}

func (a *app) generateCommand() *cobra.Command {
	f := &generateFlags{}
	cmd := &cobra.Command{
		Use:   "generate",
		Short: "Make puzzles from a seed, with a proven number of solutions",
		Long:  helpText("generate"),
		Example: `  gridjudge generate --problem poj3074 --count 10 --seed 1 --minimal
  gridjudge generate --problem poj3076 --count 5 --seed 1 --givens 100 --format lines
  gridjudge generate --problem poj3076 --count 300 --seed 1 --tier easy --out ./easy
  gridjudge generate --remake 'poj3074/*'`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.remake != "" {
				if !cmd.Flags().Changed("count") {
					f.Count = 0
				}
				return a.remakeSets(cmd.Context(), f)
			}
			return a.generate(cmd.Context(), f, drawSeed(cmd, &f.Seed))
		},
	}
	flags := cmd.Flags()
	flags.AddGoFlagSet(f.Flags())
	flags.StringVar(&f.format, "format", "", "layout on standard output: \"lines\" for one puzzle per line (default the problem's own)")
	flags.StringVar(&f.out, "out", "", "write NAME.in and NAME.out for FOLDER/NAME, and the entry of sets.toml to standard output; with --remake the folder of the corpus")
	flags.StringVar(&f.remake, "remake", "", "make again the embedded sets that match this glob, and compare them; with --out write them, too")
	for _, other := range append([]string{"format"}, generate.RecipeFlags...) {
		if other != "count" {
			cmd.MarkFlagsMutuallyExclusive("remake", other)
		}
	}
	cmd.MarkFlagsMutuallyExclusive("out", "format")
	return cmd
}

// generate makes puzzles and writes them to the place that the flags name. If it drew the seed, it prints the seed.
func (a *app) generate(ctx context.Context, f *generateFlags, drawn bool) error {
	problem, request, err := f.Request(a.contestants)
	if err != nil {
		return usageError("%w", err)
	}
	switch name := filepath.Base(f.out); {
	case f.format != "" && f.format != "lines":
		return usageError("unknown --format %q: want lines; without --format, the layout is the problem's own", f.format)
	case f.out != "" && !solvers.ValidName(name):
		return usageError(`--out %q: want FOLDER/NAME, and a NAME of lower-case parts joined by "-", none of them starting with a digit`, f.out)
	}
	if drawn {
		a.note("--seed %d", f.Seed)
	}
	if longer := problem.TooMany(request.Count); longer != "" {
		a.note("%s", longer)
	}
	write, end, err := generate.NewWriter(problem, a.stdout, request.Count, f.format == "lines")
	if err != nil {
		return usageError("%w", err)
	}
	if f.out != "" { // WriteSet writes the whole list at the end
		write = keep
	}
	list, made := a.runGenerator(ctx, request, problem.Name, write)
	switch {
	case f.out == "":
		if err := end(); err != nil {
			return internalError("%w", err)
		}
	case len(list) > 0:
		if errors.Is(made, context.Canceled) {
			f.Count = len(list) // so that the recorded command makes the puzzles that are finished
		}
		entry, err := f.WriteSet(f.out, problem, list)
		if err != nil {
			return outputError("out", err)
		}
		if _, err := a.stdout.Write(entry); err != nil {
			return internalError("%w", err)
		}
	}
	return generateStatus(made)
}

// keep does nothing with a puzzle, because runGenerator returns all of them.
func keep(*generate.Puzzle) error { return nil }

// runGenerator makes the puzzles of a request, passes each to emit, and shows the progress.
func (a *app) runGenerator(ctx context.Context, request *generate.Request, name string, emit func(*generate.Puzzle) error) (list []generate.Puzzle, err error) {
	request.Jobs = runtime.GOMAXPROCS(0)
	display := progress.New(a.stderr)
	defer display.Close()
	err = generate.Run(ctx, request, func(p generate.Puzzle) error {
		list = append(list, p)
		display.Set(len(list), request.Count, name)
		return emit(&p)
	})
	return list, err
}

// remakeSets makes embedded sets again and compares them with the corpus. With --out it also writes their files.
func (a *app) remakeSets(ctx context.Context, f *generateFlags) error {
	sets, err := corpus.SelectSets([]string{f.remake})
	if err != nil {
		return usageError("%w", err)
	}
	sets = slices.DeleteFunc(sets, func(s *corpus.Set) bool { return s.Command == "" })
	switch {
	case len(sets) == 0:
		return usageError("no set that matches %q has a recorded command", f.remake)
	case f.Count < 0 || f.Count > 0 && f.out != "":
		return usageError("--count must not be negative, and --out writes whole sets")
	}
	differ := false
	for _, set := range sets {
		recipe, err := generate.ParseCommand(set.Command)
		var request *generate.Request
		if err == nil {
			_, request, err = recipe.Request(a.contestants)
		}
		if err != nil {
			return internalError("set %s: its command: %w", set.FullName(), err)
		}
		if f.Count > 0 {
			request.Count = min(request.Count, f.Count)
		}
		list, err := a.runGenerator(ctx, request, set.FullName(), keep)
		if err != nil {
			return generateStatus(err)
		}
		if f.out != "" {
			if _, err := recipe.WriteSet(filepath.Join(f.out, set.FullName()), set.Problem, list); err != nil {
				return outputError("out", err)
			}
		}
		finding, equal, err := generate.Compare(set, list)
		if err != nil {
			return internalError("%w", err)
		}
		if _, err := fmt.Fprintf(a.stdout, "%s: %s\n", set.FullName(), finding); err != nil {
			return unwritten("finding", err)
		}
		differ = differ || !equal
	}
	if differ {
		return unexpected()
	}
	return nil
}

// generateStatus gives an error of the generator its exit status.
func generateStatus(err error) error {
	switch {
	case errors.Is(err, generate.ErrImpossible):
		return usageError("%w", err)
	case errors.Is(err, generate.ErrBudget):
		return &statusError{exitInconclusive, fmt.Errorf("%w; the puzzles found are kept", err)}
	}
	return internalOr(err)
}
