package bench

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"gridjudge/corpus"
	"gridjudge/harness/judge"
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
		if r <= ' ' || unicode.IsSpace(r) || r == '/' || r == '=' {
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
	w.Check = func(i int, r *solvers.Result) error {
		if f := judge.CheckResult(&cases[i], solvers.Limits{}, r); f.Match != judge.Right {
			return errors.New(f.String())
		}
		return nil
	}
	return w
}
