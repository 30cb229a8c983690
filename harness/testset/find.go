package testset

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// FindCase finds the case SET#N, or FILE#N of a file of the user's. Cases are counted from 1.
func (s *Selection) FindCase(ctx context.Context, name string) (*TestSet, int, error) {
	at := strings.LastIndexByte(name, '#')
	n, err := strconv.Atoi(name[at+1:])
	if at < 0 || err != nil || n < 1 {
		return nil, 0, fmt.Errorf("%q does not name a case: want SET#N, such as poj3074/named#3, or FILE#N, with N from 1", name)
	}
	found, err := s.one(ctx, name[:at])
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

// FindOne finds SET or FILE, or a case of it. n is 0 if the name is that of a whole set or file.
func (s *Selection) FindOne(ctx context.Context, name string) (found *TestSet, n int, err error) {
	if strings.Contains(name, "#") {
		return s.FindCase(ctx, name)
	}
	if found, err = s.one(ctx, name); err == nil {
		_, err = found.All(ctx)
	}
	return found, 0, err
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
