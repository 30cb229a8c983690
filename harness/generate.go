package harness

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"

	"github.com/spf13/cobra"

	"gridjudge/corpus"
	"gridjudge/corpus/generate"
	"gridjudge/corpus/grids"
	"gridjudge/harness/progress"
	"gridjudge/harness/recipe"
	"gridjudge/solvers"
)

// generateFlags are the flags of generate.
type generateFlags struct {
	recipe.Recipe
	format string
	out    string
	name   string
	jobs   int

	remake string
	check  bool
	first  int
}

func (a *app) generateCommand() *cobra.Command {
	f := &generateFlags{}
	cmd := &cobra.Command{
		Use:   "generate",
		Short: "Make puzzles from a seed, with a proof of their number of solutions",
		Long: `Make puzzles from a seed. The same seed gives the same bytes on every machine and with
any --jobs. Two solvers that share no code count the solutions of each puzzle.

Exactly one of --givens, --minimal, --tier, --hard-for, --solutions says which puzzles
to make. --remake GLOB excludes these flags: it makes the embedded sets that match GLOB
again, each by the command that is stored with it; sets without a command are skipped. An
interrupt keeps the finished puzzles.

The exit status is 2 for puzzles that are proven not to exist, and 4 when a budget is
exhausted; the puzzles that were found are then written.`,
		Example: `  gridjudge generate --problem poj3074 --count 10 --seed 1 --minimal
  gridjudge generate --size 16 --count 5 --seed 1 --givens 100 --format lines
  gridjudge generate --problem poj3074 --seed 1 --hard-for dlx --steps 500
  gridjudge generate --problem poj3076 --count 300 --seed 1 --tier easy --out . --name easy
  gridjudge generate --remake 'poj3074/*' --check`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.remake != "" {
				return a.remakeSets(cmd, f)
			}
			drawn := !cmd.Flags().Changed("seed")
			if drawn {
				f.Seed = rand.Uint64() >> 1
			}
			return a.generate(cmd.Context(), f, drawn)
		},
	}
	flags := cmd.Flags()
	f.Register(flags)
	flags.StringVar(&f.format, "format", "", "layout on standard output: \"lines\" for one puzzle per line (default the problem's own)")
	flags.StringVar(&f.out, "out", "", "folder for NAME.in and NAME.out; the entry for sets.toml goes to standard output")
	flags.StringVar(&f.name, "name", "", "name of the set that --out writes")
	flags.IntVar(&f.jobs, "jobs", runtime.GOMAXPROCS(0), "puzzles to make at a time; changes nothing but the time")
	flags.StringVar(&f.remake, "remake", "", "make again the embedded sets that match this glob; with --out write them, with --check compare them")
	flags.BoolVar(&f.check, "check", false, "with --remake: compare the puzzles with those of the embedded sets")
	flags.IntVar(&f.first, "first", 0, "with --check: only this many puzzles of each set (0: all)")
	for _, other := range []string{"problem", "size", "from", "count", "seed", "givens", "minimal", "tier", "hard-for", "solutions", "format", "name"} {
		cmd.MarkFlagsMutuallyExclusive("remake", other)
	}
	cmd.MarkFlagsMutuallyExclusive("out", "format")
	return cmd
}

// generate makes puzzles and writes them where the flags say. It names a seed that was drawn.
func (a *app) generate(ctx context.Context, f *generateFlags, drawn bool) error {
	problem, request, err := f.Request(recipe.Solvers{All: a.contestants, Pick: a.pick})
	if err != nil {
		return usageError("%w", err)
	}
	switch {
	case f.check || f.first != 0:
		return usageError("--check and --first need --remake")
	case f.format != "" && f.format != "lines":
		return usageError("unknown --format %q: want lines; without --format, the layout is the problem's own", f.format)
	case (f.out == "") != (f.name == ""):
		return usageError("--out and --name need each other: the folder, and the name of the set in it")
	case f.name != "" && !solvers.ValidName(f.name):
		return usageError(`--name %q: want lower-case parts joined by "-", none of them starting with a digit`, f.name)
	}
	if drawn {
		a.note("--seed %d", f.Seed)
	}
	request.Jobs = f.jobs
	var cases []grids.Case
	var nodes []uint64
	writer := recipe.Writer(problem, a.stdout, f.format)
	display := progress.New(a.stderr)
	made := generate.Run(ctx, request, func(p generate.Puzzle) error {
		display.Set(len(cases)+1, max(request.Count, 1), problem.Name)
		cases = append(cases, recipe.Case(p))
		nodes = append(nodes, p.Nodes)
		if f.out != "" {
			return nil
		}
		if err := writer.Write(p.Puzzle); err != nil {
			return err
		}
		return writer.Flush()
	})
	display.Close()
	if errors.Is(made, context.Canceled) {
		f.Count = len(cases) // the recorded command makes the finished puzzles
	}
	switch err := a.keepGenerated(f, problem, cases, writer); {
	case err != nil && f.out != "":
		return outputError("out", err)
	case err != nil:
		return internalError("%w", err)
	}
	if f.HardFor != "" && len(nodes) > 0 {
		slices.Sort(nodes)
		a.note("%s needs %d to %d nodes, median %d", f.HardFor, nodes[0], nodes[len(nodes)-1], nodes[(len(nodes)-1)/2])
	}
	return generateStatus(made)
}

// keepGenerated closes the output, or writes the set and prints its entry.
func (a *app) keepGenerated(f *generateFlags, problem *corpus.Problem, cases []grids.Case, writer *grids.Writer) error {
	switch {
	case f.out == "":
		return writer.Close()
	case len(cases) == 0:
		return nil
	}
	entry, err := f.WriteSet(f.out, f.name, problem, cases)
	if err != nil {
		return err
	}
	_, err = a.stdout.Write(entry)
	return err
}

// remakeSets makes embedded sets again and writes their files, or compares.
func (a *app) remakeSets(cmd *cobra.Command, f *generateFlags) error {
	switch {
	case f.check == (f.out != ""):
		return usageError("--remake needs either --check or --out, the folder of the corpus")
	case f.first < 0 || f.first > 0 && !f.check:
		return usageError("--first needs --check and must not be negative")
	}
	sets, err := corpus.SelectSets([]string{f.remake})
	if err != nil {
		return usageError("%w", err)
	}
	sets = slices.DeleteFunc(sets, func(s *corpus.Set) bool { return s.Command == "" })
	if len(sets) == 0 {
		return usageError("no set that matches %q has a recorded command", f.remake)
	}
	differ := false
	for _, set := range sets {
		display := progress.New(a.stderr)
		done := 0
		remaking := recipe.Remaking{
			Solvers: recipe.Solvers{All: a.contestants, Pick: a.pick}, Jobs: max(f.jobs, 1), First: f.first, Folder: f.out,
			Progress: func(total int) {
				done++
				display.Set(done, total, set.FullName())
			},
		}
		finding, equal, err := remaking.Remake(cmd.Context(), set)
		display.Close()
		if err != nil {
			return generateStatus(err)
		}
		fmt.Fprintf(a.stdout, "%s: %s\n", set.FullName(), finding)
		differ = differ || !equal
	}
	if differ {
		return unexpected()
	}
	return nil
}

// generateStatus gives an error of the generator its exit status.
func generateStatus(err error) error {
	var impossible *generate.ImpossibleError
	switch {
	case err == nil, errors.Is(err, context.Canceled):
		return err
	case errors.As(err, &impossible):
		return usageError("%w", err)
	case errors.Is(err, generate.ErrBudget):
		return &statusError{exitInconclusive, fmt.Errorf("%w; the puzzles found are kept (more --attempts may find the rest)", err)}
	}
	return internalError("%w", err)
}
