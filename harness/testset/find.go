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
	found, err := s.one(ctx, set)
	if err != nil {
		return nil, 0, err
	}
	all, err := found.All(ctx)
	if n > all.Len() && found.Err == nil {
		if err != nil {
			return nil, 0, err
		}
		return nil, 0, fmt.Errorf("%s has %d cases; there is no #%d", found.Name, all.Len(), n)
	}
	return found, n, nil
}

// FindOne finds SET, SET#N, the user's file ("") or a case of it (#N). n is 0 if the name is
// that of a whole set or file.
func (s *Selection) FindOne(ctx context.Context, name string) (found *TestSet, n int, err error) {
	if strings.Contains(name, "#") {
		return s.FindCase(ctx, name)
	}
	if found, err = s.one(ctx, name); err == nil {
		_, err = found.All(ctx)
	}
	return found, 0, err
}

// one finds the one set of a name, or the user's file ("").
func (s *Selection) one(ctx context.Context, name string) (*TestSet, error) {
	switch {
	case len(s.Files) > 0 && name != "":
		return nil, fmt.Errorf("with a FILE, a case is named #N, not %q", name)
	case len(s.Files) > 1:
		return nil, fmt.Errorf("a case is of one FILE, and there are %d", len(s.Files))
	case len(s.Files) == 0 && (strings.ContainsAny(name, `*?[\`) || name == "all" || name == ""):
		return nil, fmt.Errorf("%q does not name a test set: want one, such as poj3074/named", name)
	case len(s.Files) == 0:
		s.Sets = []string{name}
	}
	sets, err := s.Load(ctx)
	if err != nil {
		return nil, err
	}
	return sets[0], nil
}
