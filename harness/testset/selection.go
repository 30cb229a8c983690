package testset

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"gridjudge/corpus"
)

// Selection says which test sets are selected: embedded sets and files of the user.
type Selection struct {
	Sets    []string // globs of embedded sets; without globs and files, the default sets are selected
	Files   []string // files of puzzles; "-" is standard input
	Problem string   // the problem of Files; if empty, it is detected. Without Files and Sets, it stands for its sets
	Answers string   // file with the answers, if there is one file of puzzles

	Default func(*corpus.Set) bool // reports whether a set is selected by default
	Stdin   io.Reader
	Note    func(format string, args ...any) // is told which parts of a file are ignored, see cases.Source; may be nil
}

// Load returns the selected sets. It opens files and reads only their first blocks; TestSet.Blocks and TestSet.All read
// the rest. When ctx ends, a read that blocks ends, too.
func (s *Selection) Load(ctx context.Context) (all []*TestSet, err error) {
	switch {
	case len(s.Files) == 0 && s.Answers != "":
		return nil, errors.New("--answers needs a FILE: the embedded sets have answers of their own")
	case len(s.Files) == 0 && s.Problem != "" && len(s.Sets) > 0:
		return nil, errors.New("--problem says what FILE is, or stands for the sets of the problem: give no --set with it")
	case len(s.Files) == 0 && s.Problem != "":
		if _, err := corpus.LookupProblem(s.Problem); err != nil {
			return nil, err
		}
		s.Sets = []string{s.Problem}
	case len(s.Files) > 1 && s.Answers != "":
		return nil, fmt.Errorf("--answers belong to one FILE, and there are %d", len(s.Files))
	}
	if len(s.Sets) > 0 || len(s.Files) == 0 {
		if all, err = s.embedded(); err != nil {
			return nil, err
		}
	}
	for _, name := range s.Files {
		if isEmbedded(name) { // so that a command that names the file, such as explain, does not name the set
			name = "./" + name
		}
		set, err := s.open(ctx, name)
		if err != nil {
			return nil, err
		}
		all = append(all, set)
	}
	return all, distinguish(all)
}

// distinguish adds folders to the names of files that have the same name. It fails if no folder tells two of them
// apart.
func distinguish(all []*TestSet) error {
	for folders := 1; ; folders++ {
		sets := map[string]int{}
		for _, set := range all {
			sets[set.Name]++
		}
		renamed, twice := false, ""
		for _, set := range all {
			if sets[set.Name] < 2 {
				continue
			}
			if twice = set.Name; set.file != nil {
				set.nameFile(folders)
				renamed = renamed || set.Name != twice
			}
		}
		switch {
		case twice == "":
			return nil
		case !renamed:
			return fmt.Errorf("two test sets have the name %s: rename one of the files, or name each file once", twice)
		}
	}
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
			Named: slices.Contains(s.Sets, set.FullName()), all: list, sample: list,
		})
	}
	return all, nil
}

// Find finds a set or a file (SET or FILE), or a case of it (SET#N or FILE#N). Cases are counted from 1, and n is 0 for
// a whole set or file. The name of a problem stands for all its sets.
func (s *Selection) Find(ctx context.Context, name string) (sets []*TestSet, n int, err error) {
	whole := name
	_, missing := os.Stat(name)
	if at := strings.LastIndexByte(name, '#'); at >= 0 && missing != nil { // a file may have a # in its name
		whole = name[:at]
		if n, err = strconv.Atoi(name[at+1:]); err != nil || n < 1 {
			return nil, 0, fmt.Errorf("%q does not name a case: want SET#N, such as poj3074/named#3, or FILE#N, with N from 1", name)
		}
	}
	if sets, err = s.called(ctx, whole); err != nil || sets[0].Err != nil || len(sets) > 1 && n == 0 {
		return sets, n, err
	}
	all, err := sets[0].All(ctx)
	switch {
	case len(sets) > 1:
		err = fmt.Errorf("%q does not name a case: %s has %d sets", name, whole, len(sets))
	case n > 0 && n <= all.Len(): // if the file has an error, it comes after the case
		return sets, n, nil
	case err == nil && n > 0:
		err = fmt.Errorf("%s has %d cases; there is no #%d", sets[0].Name, all.Len(), n)
	}
	return sets, n, err
}

// isEmbedded reports whether a name is the name of an embedded set, or of a problem.
func isEmbedded(name string) bool {
	sets, _ := corpus.Sets() // an error here comes again when a set is loaded
	return slices.ContainsFunc(sets, func(set *corpus.Set) bool { return name == set.FullName() || name == set.Problem.Name })
}

// called finds a set, the sets of a problem, or a file. If a file has the same name as a set or a problem, the name
// stands for the set or problem, and ./NAME stands for the file.
func (s *Selection) called(ctx context.Context, name string) ([]*TestSet, error) {
	s.Sets, s.Files = []string{name}, nil
	info, err := os.Stat(name)
	isFile, ofFile := err == nil && !info.IsDir(), s.Problem != "" || s.Answers != ""
	switch {
	case isFile && !ofFile && isEmbedded(name):
		if s.Note != nil {
			s.Note("%s is taken as the name of embedded test sets; the file of this name is ./%[1]s", name)
		}
	case isFile || name == "-":
		s.Sets, s.Files = nil, []string{name}
	case strings.ContainsAny(name, `*?[\`) || name == "all" || name == "":
		return nil, fmt.Errorf("%q does not name a test set: want one, such as poj3074/named, or a FILE", name)
	case strings.Contains(name, ".") || ofFile: // names of sets do not have a dot
		return nil, fmt.Errorf("%s: there is no such file", name)
	}
	sets, err := s.Load(ctx)
	if err != nil && len(s.Sets) > 0 {
		err = fmt.Errorf("there is no file %s, and %w", name, err)
	}
	return sets, err
}
