package harness

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gridjudge/corpus"
	"gridjudge/harness/judge"
	"gridjudge/solvers"
)

// suit is one set that is to be judged: an embedded one, or the user's input.
type suit struct {
	name      string // problem/name
	problem   *corpus.Problem
	cases     []corpus.Case
	timeLimit time.Duration // 0: none
	loosened  bool          // the user's limit is wider than the set's own
	set       *corpus.Set   // nil for own input
	file      string        // of own input
	fault     error         // the set could not be loaded: the judge's fault
}

// expected is the verdict that was declared for a contestant.
func (s *suit) expected(contestant string) judge.Verdict {
	if s.set != nil {
		if v, err := judge.ParseVerdict(s.set.Expect[contestant]); err == nil {
			return v
		}
	}
	return judge.Accepted
}

// place names case n (from 1) for people.
func (s *suit) place(n int) string {
	switch {
	case n == 0:
		return s.name
	case s.set == nil:
		return fmt.Sprintf("%s:%d", s.file, s.cases[n-1].Line)
	}
	return fmt.Sprintf("%s#%d", s.name, n)
}

// selection says what is to be judged.
type selection struct {
	sets                    []string
	problem, input, answers string
}

// suits loads what was selected. Where own input has a fault, the cases before
// it are returned with the error.
func (a *app) suits(s *selection) ([]*suit, error) {
	if s.input != "" {
		if len(s.sets) > 0 {
			return nil, usageError("--input and --set exclude each other")
		}
		own, err := a.ownInput(s)
		if own == nil {
			return nil, err
		}
		return []*suit{own}, err
	}
	if s.problem != "" || s.answers != "" {
		return nil, usageError("--problem and --answers go with --input FILE; to pick sets of a problem: --set '%s/*'", cmp.Or(s.problem, "poj3074"))
	}
	sets, err := corpus.SelectSets(s.sets)
	if err != nil {
		return nil, usageError("%w (see gridjudge list sets)", err)
	}
	var all []*suit
	for _, set := range sets {
		cases, err := set.Load()
		all = append(all, &suit{name: set.FullName(), problem: set.Problem, cases: cases, timeLimit: set.TimeLimit, set: set, fault: err})
	}
	return all, nil
}

// open opens a file for reading; "-" is standard input.
func (a *app) open(name string) (io.ReadCloser, string, error) {
	if name == "-" {
		return io.NopCloser(a.stdin), "<stdin>", nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, name, usageError("%w", err)
	}
	return f, name, nil
}

// readCases reads a file of puzzles; those before a fault are returned with it.
func (a *app) readCases(name string, p *corpus.Problem) ([]corpus.Case, *corpus.Problem, error) {
	f, shown, err := a.open(name)
	if err != nil {
		return nil, p, err
	}
	defer f.Close()
	r := corpus.NewReader(f, shown, p)
	cases, err := r.ReadAll()
	if err != nil {
		err = &statusError{exitUsage, err}
	} else if len(cases) == 0 {
		err = usageError("%s: there is no puzzle in it", shown)
	}
	return cases, r.Problem(), err
}

func (a *app) ownInput(s *selection) (*suit, error) {
	var p *corpus.Problem
	if s.problem != "" {
		var err error
		if p, err = corpus.LookupProblem(s.problem); err != nil {
			return nil, usageError("%w", err)
		}
	}
	cases, p, fault := a.readCases(s.input, p)
	if len(cases) == 0 {
		return nil, fault
	}
	own := &suit{problem: p, cases: cases, file: s.input}
	if s.input == "-" {
		own.file = "<stdin>"
	}
	own.name = p.Name + "/" + filepath.Base(strings.Trim(own.file, "<>"))
	answersFile, lineOf := own.file, func(i int) int { return cases[i].Line }
	if s.answers != "" {
		answers, _, err := a.readCases(s.answers, p)
		if err != nil {
			return nil, err
		}
		if len(answers) != len(cases) && fault == nil {
			return nil, usageError("%s has %d answers for the %d puzzles of %s", s.answers, len(answers), len(cases), s.input)
		}
		for i := range cases[:min(len(cases), len(answers))] {
			cases[i].Answer = answers[i].Puzzle
		}
		answersFile, lineOf = s.answers, func(i int) int { return answers[i].Line }
	}
	for i := range cases {
		c := &cases[i]
		if c.Answer == nil || slices.Equal(c.Answer, c.Puzzle) {
			continue
		}
		if err := solvers.Check(c.Puzzle, c.Answer); err != nil {
			return nil, usageError("%s:%d: answer %d does not solve its puzzle, %s:%d: %w", answersFile, lineOf(i), i+1, own.file, c.Line, err)
		}
	}
	return own, fault
}
