package testset

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"

	"gridjudge/corpus"
)

// Selection says which test sets are selected: embedded sets and files of the user's.
type Selection struct {
	Sets    []string // globs of embedded sets; if there are none and no files: the default ones
	Files   []string // files of puzzles; "-" is standard input
	Problem string   // of Files; empty: detected
	Answers string   // answers to the one file

	Default func(*corpus.Set) bool // reports whether a set is selected where none is named
	Stdin   io.Reader
}

// Load returns the selected sets. Files are opened, and read by TestSet.Blocks or TestSet.All. When ctx ends, a read
// that blocks ends, too.
func (s *Selection) Load(ctx context.Context) ([]*TestSet, error) {
	switch {
	case len(s.Files) == 0 && (s.Problem != "" || s.Answers != ""):
		return nil, fmt.Errorf("--problem and --answers need a FILE; to select the sets of a problem: --set '%s/*'", cmp.Or(s.Problem, "poj3074"))
	case len(s.Files) > 1 && s.Answers != "":
		return nil, fmt.Errorf("--answers belong to one FILE, and there are %d", len(s.Files))
	}
	var all []*TestSet
	if len(s.Sets) > 0 || len(s.Files) == 0 {
		var err error
		if all, err = s.embedded(); err != nil {
			return nil, err
		}
	}
	seen := map[string]bool{}
	for _, name := range s.Files {
		set, err := s.open(ctx, name)
		if err != nil {
			return nil, err
		}
		all = append(all, set)
	}
	for _, set := range all {
		if seen[set.Name] {
			return nil, fmt.Errorf("two test sets have the name %s: rename one of the files", set.Name)
		}
		seen[set.Name] = true
	}
	return all, nil
}

// embedded loads the selected sets of the corpus.
func (s *Selection) embedded() (all []*TestSet, err error) {
	globs := s.Sets
	if len(globs) == 0 {
		globs = []string{"all"}
	}
	sets, err := corpus.SelectSets(globs)
	if err != nil {
		return nil, fmt.Errorf("%w (see gridjudge list sets)", err)
	}
	for _, set := range sets {
		if len(s.Sets) == 0 && !s.Default(set) {
			continue
		}
		list, err := set.Load()
		all = append(all, &TestSet{
			Name: set.FullName(), Problem: set.Problem, TimeLimit: set.TimeLimit, Embedded: set, Err: err,
			Named: slices.Contains(s.Sets, set.FullName()), all: list,
		})
	}
	return all, nil
}
