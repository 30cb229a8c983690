package testset

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"gridjudge/corpus"
	"gridjudge/harness/input"
	"gridjudge/solvers"
)

// Selection says which test sets are selected: embedded sets, or a file of the
// user's.
type Selection struct {
	Sets    []string // globs of embedded sets; empty: the default ones
	Problem string   // of Input; empty: detected
	Input   string   // a file of puzzles; "-" is standard input
	Answers string   // answers to Input

	Keep    func(i int) bool       // reports whether case i of Input, from 0, is loaded; nil: all are
	Reread  bool                   // keep no case of a regular file: TestSet.Parts reads it again
	Default func(*corpus.Set) bool // reports whether a set is selected where none is named
	Stdin   io.Reader
}

var errInputAndSets = errors.New("--input and --set exclude each other")

// Load loads the selected sets. If the user's file has an error, Load returns the cases
// before it together with the error. When ctx ends, a read that blocks ends, too.
func (s *Selection) Load(ctx context.Context) ([]*TestSet, error) {
	if s.Input != "" {
		if len(s.Sets) > 0 {
			return nil, errInputAndSets
		}
		own, err := s.loadFile(ctx)
		if own == nil {
			return nil, err
		}
		return []*TestSet{own}, err
	}
	if s.Problem != "" || s.Answers != "" {
		return nil, fmt.Errorf("--problem and --answers need --input FILE; to select the sets of a problem: --set '%s/*'", cmp.Or(s.Problem, "poj3074"))
	}
	globs := s.Sets
	if len(globs) == 0 {
		globs = []string{"all"}
	}
	sets, err := corpus.SelectSets(globs)
	if err != nil {
		return nil, fmt.Errorf("%w (see gridjudge list sets)", err)
	}
	var all []*TestSet
	for _, set := range sets {
		if len(s.Sets) == 0 && !s.Default(set) {
			continue
		}
		cases, err := set.Load()
		all = append(all, &TestSet{
			Name: set.FullName(), Problem: set.Problem, Cases: cases, TimeLimit: set.TimeLimit, Embedded: set, Err: err,
			Named: slices.Contains(s.Sets, set.FullName()),
		})
	}
	return all, nil
}

// loadFile loads the user's file, or the part of it that is wanted.
func (s *Selection) loadFile(ctx context.Context) (*TestSet, error) {
	switch {
	case s.Reread && s.canReread():
		return s.describe(ctx)
	case s.Keep != nil:
		return s.partOfFile(ctx, s.Keep)
	}
	return s.file(ctx)
}

// file loads the user's file and its answers.
func (s *Selection) file(ctx context.Context) (*TestSet, error) {
	p, err := s.problem()
	if err != nil {
		return nil, err
	}
	cases, p, err := ReadCases(ctx, s.Input, p, s.Stdin)
	if len(cases) == 0 {
		return nil, err
	}
	own := newFileSet(input.Name(s.Input), p)
	own.Cases = cases
	answers, name := cases, own.File
	if s.Answers != "" {
		var e error
		if answers, e = own.readAnswers(ctx, s.Answers, s.Stdin, err != nil); e != nil {
			return nil, e
		}
		name = input.Name(s.Answers)
	}
	for i := range own.Cases {
		c := &own.Cases[i]
		if c.Answer == nil {
			continue
		}
		if e := own.checkAnswer(c, i+1, name, answers[i].Line); e != nil {
			return nil, e
		}
	}
	return own, err
}

// problem returns the problem that the user named; nil if none was named.
func (s *Selection) problem() (*corpus.Problem, error) {
	if s.Problem == "" {
		return nil, nil
	}
	return corpus.LookupProblem(s.Problem)
}

// newFileSet returns the test set of a file, without its cases.
func newFileSet(file string, p *corpus.Problem) *TestSet {
	name := p.Name + "/" + oneField(filepath.Base(strings.Trim(file, "<>")))
	return &TestSet{Name: name, Problem: p, File: file, Named: true}
}

// checkAnswer checks the answer to case n, which is at file:line. A copy of the puzzle
// says that there is no solution.
func (s *TestSet) checkAnswer(c *corpus.Case, n int, file string, line int) error {
	if slices.Equal(c.Answer, c.Puzzle) {
		return nil
	}
	if err := solvers.Check(c.Puzzle, c.Answer); err != nil {
		return fmt.Errorf("%s:%d: answer %d does not solve its puzzle, %s:%d: %w", file, line, n, s.File, c.Line, err)
	}
	return nil
}

// CheckNames returns an error if two test sets have the same name.
func CheckNames(sets []*TestSet) error {
	seen := map[string]bool{}
	for _, set := range sets {
		if seen[set.Name] {
			return fmt.Errorf("two test sets have the name %s: rename one of the files", set.Name)
		}
		seen[set.Name] = true
	}
	return nil
}

// readAnswers reads the answers to the cases. partial reports whether the cases end at an
// error; there may be more answers than cases then.
func (s *TestSet) readAnswers(ctx context.Context, name string, stdin io.Reader, partial bool) ([]corpus.Case, error) {
	answers, _, err := ReadCases(ctx, name, s.Problem, stdin)
	if err != nil {
		return nil, err
	}
	if n := len(answers); n < len(s.Cases) || n > len(s.Cases) && !partial {
		return nil, fmt.Errorf("%s has %d answers for the %d puzzles of %s", input.Name(name), n, len(s.Cases), s.File)
	}
	for i := range s.Cases {
		s.Cases[i].Answer = answers[i].Puzzle
	}
	if name != "-" {
		s.Answers, err = filepath.Abs(name)
	}
	return answers, err
}

// ReadCases reads a file of puzzles; "-" is stdin. If p is nil, it detects the problem. It
// returns the cases before an error together with the error. A file without puzzles is an
// error. If ctx ends, ReadCases returns its error and no cases.
func ReadCases(ctx context.Context, name string, p *corpus.Problem, stdin io.Reader) ([]corpus.Case, *corpus.Problem, error) {
	f, err := input.Open(ctx, name, stdin)
	if err != nil {
		return nil, p, err
	}
	defer f.Close()
	r := corpus.NewReader(f, input.Name(name), p)
	cases, err := r.ReadAll()
	if e := ctx.Err(); e != nil {
		return nil, p, e
	}
	if err == nil && len(cases) == 0 {
		err = fmt.Errorf("%s: the file has no puzzle", input.Name(name))
	}
	return cases, r.Problem(), err
}

// oneField replaces characters that would end or divide the name of a benchmark.
func oneField(name string) string {
	return strings.Map(func(r rune) rune {
		if r <= ' ' || unicode.IsSpace(r) || r == '/' || r == '=' {
			return '_'
		}
		return r
	}, name)
}
