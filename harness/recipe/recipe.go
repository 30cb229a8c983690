// Package recipe writes and reads the command lines that make test sets.
//
//  1. A Recipe holds the flags of gridjudge generate that decide which puzzles come out.
//     Request turns it into a request to the generator.
//  2. WriteSet writes a generated set for the corpus, with the recipe as its recorded
//     command.
//  3. Remake makes an embedded set again from its recorded command and compares.
package recipe

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/kballard/go-shellquote"
	"github.com/spf13/pflag"

	"gridjudge/corpus"
	"gridjudge/corpus/generate"
	"gridjudge/corpus/grids"
	"gridjudge/solvers"
)

// Recipe is the flags that decide which puzzles are made.
type Recipe struct {
	Problem string
	Size    int
	From    int
	Count   int
	Seed    uint64

	Givens    int
	Minimal   bool
	Tier      string
	HardFor   string
	Solutions string

	Attempts    int
	Steps       int
	StopAtNodes uint64
	Provers     []string
}

// Register registers the flags.
func (r *Recipe) Register(flags *pflag.FlagSet) {
	flags.StringVar(&r.Problem, "problem", "", "problem to make puzzles for")
	flags.IntVar(&r.Size, "size", 0, "size of the grids instead of a problem: 4, 9, 16 or 25")
	flags.IntVar(&r.From, "from", 0, "number of the first puzzle, from 0; --from 100 makes the puzzles that follow --count 100")
	flags.IntVar(&r.Count, "count", 1, "number of puzzles")
	flags.Uint64Var(&r.Seed, "seed", 0, "seed; the same seed gives the same puzzles everywhere (default random, printed on standard error)")
	flags.IntVar(&r.Givens, "givens", 0, "make puzzles with exactly this many givens")
	flags.BoolVar(&r.Minimal, "minimal", false, "make puzzles in which every given is needed for a unique solution")
	flags.StringVar(&r.Tier, "tier", "", "make puzzles of a tier: easy, medium, hard, extreme")
	flags.StringVar(&r.HardFor, "hard-for", "", "search for puzzles on which this solver needs as many nodes as possible")
	flags.StringVar(&r.Solutions, "solutions", "", "make puzzles with exactly this many solutions: 0, 2 to 100, or \"many\" for at least 100; 1 is the same as --minimal")
	flags.IntVar(&r.Attempts, "attempts", generate.DefaultAttempts, "grids to try for one puzzle before giving up")
	flags.IntVar(&r.Steps, "steps", generate.DefaultSteps, "changes to try for one puzzle of --hard-for")
	flags.Uint64Var(&r.StopAtNodes, "stop-at-nodes", 0, "stop --hard-for at a puzzle that needs this many nodes (0: never)")
	flags.StringSliceVar(&r.Provers, "prover", nil, "two or more solvers that each count the solutions of every puzzle; the first should be fast (default by size: bitboard,dlx at 9x9)")
}

// Parse reads a command line that Command wrote.
func Parse(command string) (*Recipe, error) {
	args, err := shellquote.Split(command)
	if err != nil {
		return nil, err
	}
	if len(args) < 2 || args[0] != "gridjudge" || args[1] != "generate" {
		return nil, fmt.Errorf("%q does not begin with gridjudge generate", command)
	}
	r := &Recipe{}
	flags := pflag.NewFlagSet("generate", pflag.ContinueOnError)
	r.Register(flags)
	if err := flags.Parse(args[2:]); err != nil {
		return nil, err
	}
	if flags.NArg() > 0 {
		return nil, fmt.Errorf("%q has the stray argument %q", command, flags.Arg(0))
	}
	return r, nil
}

// Command returns the command line that makes the same puzzles. It always has --count and --seed. Other flags with
// their default values are left out.
func (r *Recipe) Command() string {
	args := []string{"gridjudge", "generate"}
	flag := func(name, value string, wanted bool) {
		if wanted {
			args = append(args, "--"+name, value)
		}
	}
	flag("problem", r.Problem, r.Problem != "")
	flag("size", fmt.Sprint(r.Size), r.Size != 0)
	flag("from", fmt.Sprint(r.From), r.From != 0)
	flag("count", fmt.Sprint(r.Count), true)
	flag("seed", fmt.Sprint(r.Seed), true)
	flag("givens", fmt.Sprint(r.Givens), r.Givens != 0)
	if r.Minimal {
		args = append(args, "--minimal")
	}
	flag("tier", r.Tier, r.Tier != "")
	flag("hard-for", r.HardFor, r.HardFor != "")
	flag("solutions", r.Solutions, r.Solutions != "")
	flag("attempts", fmt.Sprint(r.Attempts), r.Attempts != generate.DefaultAttempts)
	flag("steps", fmt.Sprint(r.Steps), r.Steps != generate.DefaultSteps)
	flag("stop-at-nodes", fmt.Sprint(r.StopAtNodes), r.StopAtNodes != 0)
	flag("prover", strings.Join(r.Provers, ","), r.Provers != nil)
	return shellquote.Join(args...)
}

// Solvers finds built-in solvers.
type Solvers struct {
	All  []solvers.Spec
	Pick func(names []string) ([]*solvers.Spec, error)
}

// Request turns the recipe into a request to the generator. It returns an error only if
// the value of a flag is wrong.
func (r *Recipe) Request(s Solvers) (*corpus.Problem, *generate.Request, error) {
	problem, err := r.problem()
	if err != nil {
		return nil, nil, err
	}
	size := grids.FormatOf(problem.Family).Size
	q := &generate.Request{
		Size: size, From: r.From, Count: r.Count, Seed: r.Seed, Givens: r.Givens, Minimal: r.Minimal,
		Attempts: r.Attempts, Steps: r.Steps, StopAtNodes: r.StopAtNodes, Contestants: s.All,
	}
	if r.Tier != "" {
		if q.Tier, err = generate.LookupTier(size, r.Tier); err != nil {
			return nil, nil, fmt.Errorf("--tier: %w", err)
		}
	}
	if r.HardFor != "" {
		specs, err := s.Pick([]string{r.HardFor})
		if err != nil {
			return nil, nil, fmt.Errorf("--hard-for: %w", err)
		}
		q.HardFor = specs[0]
	}
	if err := r.solutions(q); err != nil {
		return nil, nil, err
	}
	names := r.Provers
	if names == nil {
		names = generate.DefaultProvers(size)
	}
	provers, err := s.Pick(names)
	if err != nil {
		return nil, nil, fmt.Errorf("--prover: %w", err)
	}
	if len(provers) < 2 {
		return nil, nil, errors.New("--prover: want two different solvers for two proofs")
	}
	for _, spec := range provers {
		if !spec.Takes(size) {
			return nil, nil, fmt.Errorf("--prover: %s does not solve size %d", spec.Name, size)
		}
		q.Provers = append(q.Provers, *spec)
	}
	return problem, q, q.Check()
}

// solutions reads the value of --solutions.
func (r *Recipe) solutions(q *generate.Request) error {
	switch n, err := strconv.Atoi(r.Solutions); {
	case r.Solutions == "":
	case r.Solutions == "1":
		q.Minimal = true
	case r.Solutions == "many":
		many := generate.Many
		q.Solutions = &many
	case err != nil || n < 0:
		return fmt.Errorf("--solutions %q: want a number or \"many\"", r.Solutions)
	default:
		q.Solutions = &n
	}
	return nil
}

// problem returns the problem of --problem, or the first one with grids of --size.
func (r *Recipe) problem() (*corpus.Problem, error) {
	switch {
	case (r.Problem == "") == (r.Size == 0):
		return nil, fmt.Errorf("give either --problem or --size")
	case r.Problem != "":
		return corpus.LookupProblem(r.Problem)
	}
	for _, p := range corpus.Problems() {
		if f := grids.FormatOf(p.Family); f != nil && f.Size == r.Size {
			return p, nil
		}
	}
	return nil, fmt.Errorf("there is no size %d: want 4, 9, 16 or 25", r.Size)
}
