package measure

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"gridjudge/corpus"
	"gridjudge/solvers"
)

// LoadSet makes a Workload of a committed set.
func LoadSet(set *corpus.Set) (*Workload, error) {
	cases, err := set.Load()
	if err != nil {
		return nil, err
	}
	w := newWorkload(set.FullName(), set.Problem, cases)
	w.Limit = set.TimeLimit
	return w, nil
}

// LoadInput makes a Workload of a file of puzzles, without a limit. The set is
// called problem/FILE, with what would end a benchmark's name replaced.
func LoadInput(path string, problem *corpus.Problem) (*Workload, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	reader := corpus.NewReader(f, path, problem)
	cases, err := reader.ReadAll()
	if err != nil {
		return nil, err
	}
	if len(cases) == 0 {
		return nil, fmt.Errorf("%s: no puzzle in it", path)
	}
	name := strings.Map(func(r rune) rune {
		if r <= ' ' || r == '/' || r == '=' {
			return '_'
		}
		return r
	}, filepath.Base(path))
	return newWorkload(reader.Problem().Name+"/"+name, reader.Problem(), cases), nil
}

func newWorkload(name string, problem *corpus.Problem, cases []corpus.Case) *Workload {
	w := &Workload{Set: name, Problem: problem, Cases: cases, Digest: corpus.Digest(cases)}
	for i := range cases {
		w.Puzzles = append(w.Puzzles, cases[i].Puzzle)
	}
	w.Check = func(i int, r *solvers.Result) error { return check(&cases[i], r) }
	return w
}

// check says why the first solution found is not right for a case. A stored
// answer is not trusted alone: givens and rules decide first.
func check(c *corpus.Case, r *solvers.Result) error {
	switch {
	case r.Solutions == 0 && c.Unsolvable():
		return nil
	case r.Solutions == 0:
		return errors.New("no solution found")
	case c.Unsolvable():
		return errors.New("a solution found where there is none")
	}
	if err := solvers.Check(c.Puzzle, r.First); err != nil {
		return err
	}
	if c.Answer != nil && c.Solutions == 1 && !c.AtLeast && !bytes.Equal(r.First, c.Answer) {
		return errors.New("not the only answer there is")
	}
	return nil
}
