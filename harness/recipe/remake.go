package recipe

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"

	"gridjudge/corpus"
	"gridjudge/corpus/generate"
	"gridjudge/corpus/grids"
	"gridjudge/harness/results"
)

// Remaking says how embedded sets are made again.
type Remaking struct {
	Solvers  Solvers
	Jobs     int
	First    int             // make and compare only this many puzzles; 0: all
	Folder   string          // write the files below this folder of the corpus; if empty, compare
	Progress func(total int) // is called after each puzzle; total is the number of puzzles to make
}

// The findings about a set that came out as it is stored.
const (
	same    = "the same"
	written = "written, the same"
)

// Remake makes an embedded set again from its recorded command. finding says in words
// how it compares with the stored one.
func (m *Remaking) Remake(ctx context.Context, set *corpus.Set) (finding string, equal bool, err error) {
	cases, err := m.make(ctx, set)
	if err != nil {
		return "", false, err
	}
	if m.Folder == "" {
		finding, err = compareSet(set, cases, m.First > 0)
	} else {
		finding, err = m.write(set, cases)
	}
	return finding, finding == same || finding == written, err
}

// make runs the recorded command.
func (m *Remaking) make(ctx context.Context, set *corpus.Set) (cases []grids.Case, err error) {
	recorded, err := Parse(set.Command)
	if err != nil {
		return nil, fmt.Errorf("set %s: its command: %w", set.FullName(), err)
	}
	problem, request, err := recorded.Request(m.Solvers)
	if err != nil {
		return nil, fmt.Errorf("set %s: its command: %w", set.FullName(), err)
	}
	if problem != set.Problem {
		return nil, fmt.Errorf("set %s: its command is for %s", set.FullName(), problem.Name)
	}
	request.Jobs = m.Jobs
	if m.First > 0 {
		request.Count = min(request.Count, m.First)
	}
	err = generate.Run(ctx, request, func(p generate.Puzzle) error {
		cases = append(cases, Case(p))
		m.Progress(max(request.Count, 1))
		return nil
	})
	return cases, err
}

// write writes the files of a set that differ from those in the folder.
func (m *Remaking) write(set *corpus.Set, cases []grids.Case) (finding string, err error) {
	in, out, err := render(set.Problem, cases)
	if err != nil {
		return "", err
	}
	base := filepath.Join(m.Folder, set.Problem.Name, set.Name)
	for name, text := range map[string][]byte{base + ".in": in, base + ".out": out} {
		if old, err := os.ReadFile(name); err == nil && bytes.Equal(old, text) {
			continue
		}
		if err := results.WriteFile(name, text); err != nil {
			return "", err
		}
	}
	if digest := grids.Digest(cases); digest != set.Digest {
		return "written, but it differs: the digest for sets.toml is " + digest, nil
	}
	return written, nil
}

// compareSet compares puzzles with the embedded set, or with its first ones.
func compareSet(set *corpus.Set, cases []grids.Case, prefix bool) (string, error) {
	stored, err := set.Load()
	if err != nil {
		return "", err
	}
	if prefix && len(stored) > len(cases) {
		stored = stored[:len(cases)]
	}
	if grids.Digest(stored) == grids.Digest(cases) {
		return same, nil
	}
	for i := range min(len(stored), len(cases)) {
		if grids.Digest(stored[i:i+1]) != grids.Digest(cases[i:i+1]) {
			return fmt.Sprintf("differs from case %d on", i+1), nil
		}
	}
	return fmt.Sprintf("%d cases instead of %d", len(cases), len(stored)), nil
}
