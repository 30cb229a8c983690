package generate

import (
	"bytes"
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

// Recipe holds the flags of gridjudge generate that decide which puzzles are made. For each embedded
// set, sets.toml records these flags as a command.
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

// RecipeFlags names the flags, in the order in which a recorded command lists them.
var RecipeFlags = []string{"problem", "from", "count", "seed", "givens", "minimal", "tier", "hard-for", "solutions"}

// Flags returns flags that write to the recipe. It also sets the recipe to their default values.
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

// ParseCommand reads a command line that Command has written.
func ParseCommand(command string) (*Recipe, error) {
	r := &Recipe{}
	err := r.Flags().Parse(strings.Fields(strings.TrimPrefix(command, "gridjudge generate ")))
	if err == nil && r.Command() != command {
		err = fmt.Errorf("%q is not a recorded command", command)
	}
	return r, err
}

// Command returns the command line that makes the same puzzles. It always has --count and --seed, and
// leaves out other flags that have their default values.
func (r *Recipe) Command() string {
	args := []string{"gridjudge", "generate"}
	var defaults Recipe
	flags := defaults.Flags()
	defaults = *r
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

// Request turns the recipe into a request, which may use these contestants. It returns an error only if
// the value of a flag is wrong.
func (r *Recipe) Request(contestants []solvers.Spec) (*corpus.Problem, *Request, error) {
	if r.Problem == "" {
		return nil, nil, errors.New("--problem is missing (see gridjudge list problems)")
	}
	problem, err := corpus.LookupProblem(r.Problem)
	if err != nil {
		return nil, nil, err
	}
	q := &Request{Seed: r.Seed, From: r.From, Count: r.Count}
	switch format := problem.Family.(type) {
	case *grids.Format:
		q.Size = format.Size
		err = r.grids(q, contestants)
	case *covers.Format:
		err = r.matrices(q, format)
	}
	colors := q.Matrices != nil && q.Matrices.Make(q.Seed, 0).Colored()
	for i, name := range proverNames(q.Size, q.Covers > 1, colors) {
		if err == nil {
			q.Provers[i], err = lookup(contestants, name)
		}
	}
	if err == nil {
		err = q.Check()
	}
	return problem, q, err
}

// grids completes a request for grids.
func (r *Recipe) grids(q *Request, contestants []solvers.Spec) (err error) {
	q.Givens, q.Minimal = r.Givens, r.Minimal
	if q.DLX, err = lookup(contestants, "dlx"); err != nil {
		return err
	}
	if r.Tier != "" {
		if q.Tier, err = LookupTier(q.Size, r.Tier); err != nil {
			return fmt.Errorf("--tier: %w", err)
		}
	}
	if r.HardFor != "" {
		spec, err := lookup(contestants, r.HardFor)
		if err != nil {
			return fmt.Errorf("--hard-for: %w", err)
		}
		q.HardFor = &spec
	}
	switch n, err := strconv.ParseUint(r.Solutions, 10, 64); {
	case r.Solutions == "":
	case r.Solutions == "1":
		q.Minimal = true
	case r.Solutions == "many":
		q.Solutions = Many
	case err != nil:
		return fmt.Errorf("--solutions %q: want a number or \"many\"", r.Solutions)
	default:
		q.Solutions = cases.Certificate{N: n, Is: cases.Exactly}
	}
	return nil
}

// lookup returns the contestant with a name.
func lookup(contestants []solvers.Spec, name string) (solvers.Spec, error) {
	return corpus.Lookup("solver", name, contestants, func(s solvers.Spec) string { return s.Name })
}

// WriteSet writes a set to the files path.in and path.out. The name of the set is the last part of
// path. WriteSet returns the entry of the set for sets.toml.
func (r *Recipe) WriteSet(path string, problem *corpus.Problem, puzzles []Puzzle) (entry []byte, err error) {
	list := casesOf(problem, puzzles)
	set := &corpus.Set{
		Problem: problem, Name: filepath.Base(path), TimeLimit: problem.TimeLimit, Command: r.Command(), Measures: "not described yet",
	}
	if entry, err = set.Entry(list); err != nil {
		return nil, err
	}
	var in, out bytes.Buffer
	err = list.Input(&in)
	w := problem.NewWriter(&out)
	for i, p := range puzzles {
		err = errors.Join(err, w.Write(list, i, p.Answer))
	}
	if err := errors.Join(err, w.Close(), os.MkdirAll(filepath.Dir(path), 0o777)); err != nil {
		return nil, err
	}
	if err := os.WriteFile(path+".in", in.Bytes(), 0o666); err != nil {
		return nil, err
	}
	return entry, os.WriteFile(path+".out", out.Bytes(), 0o666)
}

// casesOf returns puzzles as cases of the problem.
func casesOf(problem *corpus.Problem, puzzles []Puzzle) (list cases.Cases) {
	for _, p := range puzzles {
		list = p.Case.AppendTo(list)
	}
	return problem.As(list)
}

// NewWriter returns two functions for writing puzzles to a file. The caller calls write for each puzzle, and end after
// the last puzzle. The total number of puzzles, count, must be known from the beginning, because the first line of some
// layouts contains it.
//
// Each grid is written at once. If lines is true, it is written as a single line, otherwise in the layout of the
// problem. Matrices are kept in memory until end writes all of them. They cannot be written one per line, so lines must
// be false for them.
func NewWriter(problem *corpus.Problem, out io.Writer, count int, lines bool) (write func(*Puzzle) error, end func() error, err error) {
	format, ok := problem.Family.(*grids.Format)
	switch {
	case !ok && lines:
		return nil, nil, errors.New("--format lines is for grids")
	case !ok:
		list := problem.As(&covers.List{})
		write = func(p *Puzzle) error { p.Case.AppendTo(list); return nil }
		return write, func() error { return list.Input(out) }, nil
	}
	w := format.NewInputWriter(out, count)
	if lines {
		w = format.NewLinesWriter(out)
	}
	write = func(p *Puzzle) error { return errors.Join(w.Write(p.Case.(*grids.List).Cases[0].Puzzle), w.Flush()) }
	return write, w.Close, nil
}

// Compare compares puzzles with the first puzzles of an embedded set, or with all of them. finding says in
// words how they differ.
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
