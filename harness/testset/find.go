package testset

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// Find finds SET or FILE, or a case of it, SET#N or FILE#N. Cases are counted from 1; n is 0 for a whole set or file.
func (s *Selection) Find(ctx context.Context, name string) (found *TestSet, n int, err error) {
	whole := name
	if at := strings.LastIndexByte(name, '#'); at >= 0 {
		whole = name[:at]
		if n, err = strconv.Atoi(name[at+1:]); err != nil || n < 1 {
			return nil, 0, fmt.Errorf("%q does not name a case: want SET#N, such as poj3074/named#3, or FILE#N, with N from 1", name)
		}
	}
	if found, err = s.one(ctx, whole); err != nil || found.Err != nil {
		return found, n, err
	}
	all, err := found.All(ctx)
	switch {
	case n > 0 && n <= all.Len(): // an error in the file is after the case
		return found, n, nil
	case err == nil && n > 0:
		err = fmt.Errorf("%s has %d cases; there is no #%d", found.Name, all.Len(), n)
	}
	return found, n, err
}

// one finds the one set of a name, or a file.
func (s *Selection) one(ctx context.Context, name string) (*TestSet, error) {
	s.Sets, s.Files = []string{name}, nil
	if info, err := os.Stat(name); err == nil && !info.IsDir() || name == "-" {
		s.Sets, s.Files = nil, []string{name}
	} else if strings.ContainsAny(name, `*?[\`) || name == "all" || name == "" {
		return nil, fmt.Errorf("%q does not name a test set: want one, such as poj3074/named, or a FILE", name)
	}
	sets, err := s.Load(ctx)
	if err != nil {
		return nil, err
	}
	return sets[0], nil
}
