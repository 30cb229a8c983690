package generate

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"gridjudge/corpus"
	"gridjudge/corpus/cases"
	"gridjudge/corpus/covers"
	"gridjudge/corpus/grids"
	"gridjudge/solvers"
)

// Recipe is the flags of gridjudge generate that decide which puzzles are made. The command of an embedded set records
// them.
type Recipe struct {
	Problem string
	From    int
	Count   int
	Seed    uint64

	Givens    int
	Minimal   bool
	Tier      string
	HardFor   string
	Solutions string
}

// RecipeFlags names the flags in the order of a recorded command.
var RecipeFlags = []string{"problem", "from", "count", "seed", "givens", "minimal", "tier", "hard-for", "solutions"}

// Flags returns flags that set the recipe, which gets their defaults.
func (r *Recipe) Flags() *flag.FlagSet {
	flags := flag.NewFlagSet("generate", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.StringVar(&r.Problem, "problem", "", "problem to make puzzles for")
	flags.IntVar(&r.From, "from", 0, "number of the first puzzle, from 0; --from 100 makes the puzzles that follow --count 100")
	flags.IntVar(&r.Count, "count", 1, "number of puzzles; with --remake of each set, 0 for all")
	flags.Uint64Var(&r.Seed, "seed", 0, "seed; the same seed gives the same puzzles everywhere (default random, printed on standard error)")
	flags.IntVar(&r.Givens, "givens", 0, "make puzzles with exactly this many givens")
	flags.BoolVar(&r.Minimal, "minimal", false, "make puzzles in which every given is needed for a unique solution")
	flags.StringVar(&r.Tier, "tier", "", "make puzzles of a tier: easy, medium, hard, extreme; matrices also: worst, infeasible, named, degenerate")
	flags.StringVar(&r.HardFor, "hard-for", "", "search for puzzles on which this solver needs as many nodes as possible")
	flags.StringVar(&r.Solutions, "solutions", "", "make puzzles with exactly this many solutions: 0, 2 to 100, or \"many\" for at least 100; 1 is the same as --minimal")
	return flags
}

// ParseCommand reads a command line that Command wrote.
func ParseCommand(command string) (*Recipe, error) {
	r := &Recipe{}
	err := r.Flags().Parse(strings.Fields(strings.TrimPrefix(command, "gridjudge generate ")))
	if err == nil && r.Command() != command {
		err = fmt.Errorf("%q is not a recorded command", command)
	}
	return r, err
}

// Command returns the command line that makes the same puzzles. It always has --count and --seed. Other flags with
// their default values are left out.
func (r *Recipe) Command() string {
	args := []string{"gridjudge", "generate"}
	var of Recipe
	flags := of.Flags()
	of = *r
	for _, name := range RecipeFlags {
		f := flags.Lookup(name)
		switch value := f.Value.String(); {
		case value == "true":
			args = append(args, "--"+name)
		case value != f.DefValue || name == "count" || name == "seed":
			args = append(args, "--"+name, value)
		}
	}
	return strings.Join(args, " ")
}

// Request turns the recipe into a request to the generator, which asks contestants. It returns an error only if the
// value of a flag is wrong.
func (r *Recipe) Request(contestants []solvers.Spec) (*corpus.Problem, *Request, error) {
	if r.Problem == "" {
		return nil, nil, errors.New("--problem is missing (see gridjudge list problems)")
	}
	problem, err := corpus.LookupProblem(r.Problem)
	if err != nil {
		return nil, nil, err
	}
	format := grids.FormatOf(problem.Family)
	if format == nil {
		return r.coverRequest(problem, contestants)
	}
	size := format.Size
	q := &Request{
		Size: size, From: r.From, Count: r.Count, Seed: r.Seed, Givens: r.Givens, Minimal: r.Minimal,
	}
	if q.DLX, err = lookup(contestants, "dlx"); err != nil {
		return nil, nil, err
	}
	if r.Tier != "" {
		if q.Tier, err = LookupTier(size, r.Tier); err != nil {
			return nil, nil, fmt.Errorf("--tier: %w", err)
		}
	}
	if r.HardFor != "" {
		spec, err := lookup(contestants, r.HardFor)
		if err != nil {
			return nil, nil, fmt.Errorf("--hard-for: %w", err)
		}
		q.HardFor = &spec
	}
	switch n, err := strconv.Atoi(r.Solutions); {
	case r.Solutions == "":
	case r.Solutions == "1":
		q.Minimal = true
	case r.Solutions == "many":
		q.Solutions = Many
	case err != nil || n < 0:
		return nil, nil, fmt.Errorf("--solutions %q: want a number or \"many\"", r.Solutions)
	default:
		q.Solutions = cases.Certificate{N: n, Is: cases.Exactly}
	}
	for i, name := range defaultProvers(size) {
		if q.Provers[i], err = lookup(contestants, name); err != nil {
			return nil, nil, err
		}
	}
	return problem, q, q.Check()
}

// lookup returns the contestant of a name.
func lookup(contestants []solvers.Spec, name string) (solvers.Spec, error) {
	return corpus.Lookup("solver", name, contestants, func(s solvers.Spec) string { return s.Name })
}

// WriteSet writes the files NAME.in and NAME.out of a set. path is their path without the ending. It returns the entry
// of the set for sets.toml.
func (r *Recipe) WriteSet(path string, problem *corpus.Problem, puzzles []Puzzle) (entry []byte, err error) {
	list := casesOf(problem, puzzles)
	set := &corpus.Set{
		Problem: problem, Name: filepath.Base(path), TimeLimit: problem.TimeLimit, Command: r.Command(), Measures: "not described yet",
	}
	if entry, err = set.Entry(list); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return nil, err
	}
	in, err := os.Create(path + ".in")
	if err != nil {
		return nil, err
	}
	if err := errors.Join(list.Input(in), in.Close()); err != nil {
		return nil, err
	}
	out, err := os.Create(path + ".out")
	if err != nil {
		return nil, err
	}
	w := problem.NewWriter(out)
	for i := range puzzles {
		answer := puzzles[i].rows
		if puzzles[i].Cover == nil {
			answer = puzzles[i].Output()
		}
		err = errors.Join(err, w.Write(list, i, answer))
	}
	return entry, errors.Join(err, w.Close(), out.Close())
}

// casesOf returns puzzles as cases of the problem.
func casesOf(problem *corpus.Problem, puzzles []Puzzle) cases.Cases {
	if format, ok := problem.Family.(*covers.Format); ok {
		list := &covers.List{Format: format}
		for i := range puzzles {
			list.Cases = append(list.Cases, *puzzles[i].Cover)
		}
		return list
	}
	list := &grids.List{Format: grids.FormatOf(problem.Family)}
	for i := range puzzles {
		list.Cases = append(list.Cases, puzzles[i].Case)
	}
	return list
}

// Writer writes puzzles.
type Writer interface {
	Write(*Puzzle) error
	Flush() error
	Close() error
}

// gridWriter writes puzzles of grids.
type gridWriter struct{ *grids.Writer }

func (w gridWriter) Write(p *Puzzle) error { return w.Writer.Write(p.Puzzle) }

// NewWriter returns a writer of puzzles, in lines or else in the layout of the problem. Matrices are not written in lines.
func NewWriter(problem *corpus.Problem, out io.Writer, lines bool) (Writer, error) {
	format := grids.FormatOf(problem.Family)
	switch {
	case format == nil && lines:
		return nil, errors.New("--format lines is for grids")
	case format == nil:
		return &coverWriter{out: out, list: covers.List{Format: problem.Family.(*covers.Format)}}, nil
	case lines:
		return gridWriter{format.NewLinesWriter(out)}, nil
	}
	return gridWriter{format.NewInputWriter(out)}, nil
}

// Compare says in words how puzzles compare with an embedded set, of which they should be the first ones or all.
func Compare(set *corpus.Set, puzzles []Puzzle) (finding string, equal bool, err error) {
	list := casesOf(set.Problem, puzzles)
	stored, err := set.Load()
	if err != nil {
		return "", false, err
	}
	if list.Len() > stored.Len() {
		return fmt.Sprintf("%d cases instead of %d", list.Len(), stored.Len()), false, nil
	}
	for i := range list.Len() {
		if cases.Digest(stored.Slice(i, i+1)) != cases.Digest(list.Slice(i, i+1)) {
			return fmt.Sprintf("differs from case %d on; the digest is now %s", i+1, cases.Digest(list)), false, nil
		}
	}
	return "the same", true, nil
}
