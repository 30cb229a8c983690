package harness

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"gridjudge/corpus"
	"gridjudge/corpus/generate"
	"gridjudge/harness/progress"
	"gridjudge/solvers"
)

// generateFlags are what generate was asked for.
type generateFlags struct {
	problem string
	size    int
	count   int
	seed    uint64

	givens     int
	minimal    bool
	tier       string
	hardFor    string
	solutions  string
	exhaustive bool

	format string
	out    string
	name   string

	jobs     int
	attempts int
	steps    int
	enough   uint64
	provers  []string
	proof    uint64

	recorded string
	check    bool
	first    int
}

func (f *generateFlags) declare(flags *pflag.FlagSet) {
	flags.StringVar(&f.problem, "problem", "", "problem to make puzzles for")
	flags.IntVar(&f.size, "size", 0, "size of grid instead of a problem: 4, 9, 16 or 25")
	flags.IntVar(&f.count, "count", 1, "how many puzzles")
	flags.Uint64Var(&f.seed, "seed", 0, "seed; the same one gives the same puzzles everywhere (default random, and named on stderr)")
	flags.IntVar(&f.givens, "givens", 0, "puzzles with exactly this many givens")
	flags.BoolVar(&f.minimal, "minimal", false, "puzzles without a superfluous given")
	flags.StringVar(&f.tier, "tier", "", "puzzles of a tier: easy, medium, hard, extreme")
	flags.StringVar(&f.hardFor, "hard-for", "", "puzzles that cost this contestant as many nodes as can be found")
	flags.StringVar(&f.solutions, "solutions", "", "puzzles with this many solutions: 0, 1 (as --minimal), 2 and more, or \"many\"")
	flags.BoolVar(&f.exhaustive, "exhaustive", false, "all shapes of 4x4 whose counts are known in closed form")
	flags.StringVar(&f.format, "format", "", "layout on standard output: \"lines\" for one puzzle a line (default the problem's own)")
	flags.StringVar(&f.out, "out", "", "folder for NAME.in and NAME.out; the entry for sets.toml goes to standard output")
	flags.StringVar(&f.name, "name", "", "name of the set that --out writes")
	flags.IntVar(&f.jobs, "jobs", runtime.GOMAXPROCS(0), "puzzles made at a time; changes nothing but the time")
	flags.IntVar(&f.attempts, "attempts", generate.DefaultAttempts, "grids tried for one puzzle before it is given up")
	flags.IntVar(&f.steps, "steps", generate.DefaultSteps, "changes tried for one puzzle of --hard-for")
	flags.Uint64Var(&f.enough, "enough", 0, "end --hard-for at a puzzle that costs this many nodes (0: never)")
	flags.StringSliceVar(&f.provers, "prover", nil, "contestants that may give the second proof (default all but variants, in order)")
	flags.Uint64Var(&f.proof, "proof-nodes", generate.DefaultProofNodes, "nodes that a contestant may spend on the second proof of one puzzle")
	flags.StringVar(&f.recorded, "recorded", "", "make the embedded sets that match this glob again, from their recorded commands, into the folder --out")
	flags.BoolVar(&f.check, "check", false, "with --recorded: compare with the embedded sets instead of writing")
	flags.IntVar(&f.first, "first", 0, "with --check: only this many puzzles of each set (0: all)")
}

func (a *app) generateCommand() *cobra.Command {
	f := &generateFlags{}
	cmd := &cobra.Command{
		Use:   "generate",
		Short: "Make puzzles from a seed, with proof of their number of solutions",
		Long: `Make puzzles from a seed. The same seed gives the same bytes on every machine and
with any --jobs. The number of solutions is proven twice, by the generator's own
prover and by a contestant; what is not proven twice is not handed out.

Exactly one of --givens, --minimal, --tier, --hard-for, --solutions, --exhaustive says
what is wanted. An interrupt keeps what is finished. What is proven not to exist ends
with status 2, a budget that ran out with status 4 and what was found.`,
		Example: `  gridjudge generate --problem poj3074 --count 10 --seed 1 --minimal
  gridjudge generate --size 16 --count 5 --seed 1 --givens 100 --format lines
  gridjudge generate --problem poj3074 --seed 1 --hard-for dlx --steps 500
  gridjudge generate --problem poj3076 --count 300 --seed 1 --tier easy --out . --name easy
  gridjudge generate --recorded 'poj3074/*' --check`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.recorded != "" {
				return a.generateRecorded(cmd.Context(), f)
			}
			if !cmd.Flags().Changed("seed") {
				f.seed = rand.Uint64() >> 1
				fmt.Fprintln(a.stderr, "gridjudge: --seed", f.seed)
			}
			return a.generate(cmd.Context(), f)
		},
	}
	f.declare(cmd.Flags())
	completeValues(cmd, "format", "lines")
	completeValues(cmd, "size", "4", "9", "16", "25")
	completeValues(cmd, "solutions", "0", "1", "2", "many")
	return cmd
}

// generate makes puzzles and writes them where the flags say.
func (a *app) generate(ctx context.Context, f *generateFlags) error {
	problem, request, err := a.request(f)
	if err != nil {
		return err
	}
	switch {
	case f.check || f.first != 0:
		return usageError("--check and --first belong to --recorded")
	case f.format != "" && f.format != "lines":
		return usageError("unknown --format %q: want lines, or none for the problem's own", f.format)
	case (f.out == "") != (f.name == ""):
		return usageError("--out and --name belong together: the folder, and the name of the set in it")
	case f.name != "" && !solvers.ValidName(f.name):
		return usageError(`--name %q: want lower-case parts joined by "-", none of them starting with a digit`, f.name)
	}
	var cases []corpus.Case
	var nodes []uint64
	writer := problem.NewInputWriter(a.stdout)
	if f.format == "lines" {
		writer = problem.NewLinesWriter(a.stdout)
	}
	bar := progress.New(a.stderr, max(request.Count, 1))
	made := generate.Run(ctx, request, func(p generate.Puzzle) error {
		bar.Add(1, problem.Name)
		cases = append(cases, caseOf(p))
		nodes = append(nodes, p.Nodes)
		if f.out != "" {
			return nil
		}
		if err := writer.Write(p.Puzzle); err != nil {
			return err
		}
		return writer.Flush()
	})
	bar.Close()
	if errors.Is(made, context.Canceled) {
		f.count = len(cases) // what is recorded makes what was finished, not what was asked for
	}
	var kept error
	switch {
	case f.out == "":
		kept = writer.Close()
	case len(cases) > 0:
		kept = a.writeSet(f, problem, cases)
	}
	if kept != nil {
		return faultError("%w", kept)
	}
	if f.hardFor != "" && len(nodes) > 0 {
		slices.Sort(nodes)
		fmt.Fprintf(a.stderr, "gridjudge: %s needs %d to %d nodes, median %d\n", f.hardFor, nodes[0], nodes[len(nodes)-1], nodes[(len(nodes)-1)/2])
	}
	return generateStatus(made)
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
		return &statusError{exitInconclusive, fmt.Errorf("%w; what was found is kept (more --attempts or --proof-nodes may find the rest)", err)}
	}
	return faultError("%w", err)
}

// caseOf is a puzzle as the corpus stores it.
func caseOf(p generate.Puzzle) corpus.Case {
	return corpus.Case{Puzzle: p.Puzzle, Answer: p.Answer, Solutions: p.Solutions, AtLeast: p.AtLeast}
}

// request turns flags into a request.
func (a *app) request(f *generateFlags) (*corpus.Problem, *generate.Request, error) {
	problem, err := f.lookupProblem()
	if err != nil {
		return nil, nil, err
	}
	r := &generate.Request{
		Size: problem.Size, Count: f.count, Seed: f.seed, Givens: f.givens, Minimal: f.minimal, Exhaustive: f.exhaustive,
		Jobs: f.jobs, Attempts: f.attempts, Steps: f.steps, Enough: f.enough, ProofNodes: f.proof, Contestants: a.contestants,
	}
	if f.tier != "" {
		if r.Tier, err = generate.LookupTier(problem.Size, f.tier); err != nil {
			return nil, nil, usageError("--tier: %w", err)
		}
	}
	if f.hardFor != "" {
		if r.HardFor, err = a.contestantNamed(f.hardFor); err != nil {
			return nil, nil, usageError("--hard-for: %w", err)
		}
	}
	switch n, err := strconv.Atoi(f.solutions); {
	case f.solutions == "":
	case f.solutions == "1":
		r.Minimal = true
	case f.solutions == "many":
		many := generate.Many
		r.Solutions = &many
	case err != nil || n < 0:
		return nil, nil, usageError("--solutions %q: want a number or \"many\"", f.solutions)
	default:
		r.Solutions = &n
	}
	if r.Provers, err = a.proversOf(f.provers, problem.Size); err != nil {
		return nil, nil, usageError("--prover: %w", err)
	}
	if err := r.Check(); err != nil {
		return nil, nil, usageError("%w", err)
	}
	return problem, r, nil
}

func (f *generateFlags) lookupProblem() (*corpus.Problem, error) {
	switch {
	case (f.problem == "") == (f.size == 0):
		return nil, usageError("want either --problem or --size")
	case f.problem != "":
		p, err := corpus.LookupProblem(f.problem)
		if err != nil {
			return nil, usageError("%w", err)
		}
		return p, nil
	}
	for _, p := range corpus.Problems() {
		if p.Size == f.size {
			return p, nil
		}
	}
	return nil, usageError("there is no size %d: want 4, 9, 16 or 25", f.size)
}

// proversOf lists the contestants that may prove: those named, or all but
// variants.
func (a *app) proversOf(names []string, size int) ([]solvers.Spec, error) {
	picked, err := a.pick(names)
	if err != nil {
		return nil, err
	}
	var specs []solvers.Spec
	for _, spec := range picked {
		if len(names) > 0 || spec.Takes(size) {
			specs = append(specs, *spec)
		}
	}
	return specs, nil
}
