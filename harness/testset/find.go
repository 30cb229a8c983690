package testset

import (
	"context"
	"fmt"
	"strconv"
	"strings"
)

// FindCase finds the case SET#N, or #N of the user's file. Cases are counted from 1.
func (s *Selection) FindCase(ctx context.Context, name string) (*TestSet, int, error) {
	set, number, ok := strings.Cut(name, "#")
	n, err := strconv.Atoi(number)
	if !ok || err != nil || n < 1 {
		return nil, 0, fmt.Errorf("%q does not name a case: want SET#N, such as poj3074/named#3, with N from 1", name)
	}
	if s.Input == "" {
		s.Sets = []string{set}
		if strings.ContainsAny(set, `*?[\`) || set == "all" || set == "" {
			return nil, 0, fmt.Errorf("%q does not name a case: want one set, such as poj3074/named#3", name)
		}
	} else if set != "" {
		return nil, 0, fmt.Errorf("with --input, a case is named #N, not %q", name)
	}
	sets, err := s.Load(ctx)
	if len(sets) == 0 {
		return nil, 0, err
	}
	found := sets[0]
	if n > len(found.Cases) && found.Err == nil {
		if err != nil {
			return nil, 0, err
		}
		return nil, 0, fmt.Errorf("%s has %d cases; there is no #%d", found.Name, len(found.Cases), n)
	}
	return found, n, nil
}

// FindOne finds SET, SET#N, the user's file ("") or a case of it (#N). n is 0 if the name is
// that of a whole set or file.
func (s *Selection) FindOne(ctx context.Context, name string) (found *TestSet, n int, err error) {
	switch {
	case strings.Contains(name, "#"):
		return s.FindCase(ctx, name)
	case s.Input == "" && name == "":
		return nil, 0, fmt.Errorf("a test set is missing: want SET, SET#N, or --input FILE")
	case s.Input == "":
		s.Sets = []string{name}
	case name != "":
		return nil, 0, fmt.Errorf("with --input, a case is named #N, not %q", name)
	}
	sets, err := s.Load(ctx)
	switch {
	case err != nil:
		return nil, 0, err
	case len(sets) != 1:
		return nil, 0, fmt.Errorf("%q is more than one set", name)
	}
	return sets[0], 0, nil
}
