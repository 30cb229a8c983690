package testset

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// Find finds SET or FILE, or a case of it, SET#N or FILE#N. Cases are counted from 1; n is 0 for a whole set or file. A
// problem is the name of all its sets.
func (s *Selection) Find(ctx context.Context, name string) (sets []*TestSet, n int, err error) {
	whole := name
	if at := strings.LastIndexByte(name, '#'); at >= 0 {
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
	case n > 0 && n <= all.Len(): // an error in the file is after the case
		return sets, n, nil
	case err == nil && n > 0:
		err = fmt.Errorf("%s has %d cases; there is no #%d", sets[0].Name, all.Len(), n)
	}
	return sets, n, err
}

// called finds a set, the sets of a problem, or a file.
func (s *Selection) called(ctx context.Context, name string) ([]*TestSet, error) {
	s.Sets, s.Files = []string{name}, nil
	info, err := os.Stat(name)
	switch {
	case err == nil && !info.IsDir() || name == "-":
		s.Sets, s.Files = nil, []string{name}
	case strings.ContainsAny(name, `*?[\`) || name == "all" || name == "":
		return nil, fmt.Errorf("%q does not name a test set: want one, such as poj3074/named, or a FILE", name)
	case strings.Contains(name, ".") || s.Problem != "" || s.Answers != "": // no name of a set has a dot
		return nil, fmt.Errorf("%s: there is no such file", name)
	}
	sets, err := s.Load(ctx)
	if err != nil && len(s.Sets) > 0 {
		err = fmt.Errorf("there is no file %s, and %w", name, err)
	}
	return sets, err
}
