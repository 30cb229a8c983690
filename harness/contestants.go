package harness

import (
	"context"
	"slices"

	"gridjudge/corpus"
	"gridjudge/harness/program"
	"gridjudge/harness/testset"
	"gridjudge/solvers"
)

// pick finds the built-in solvers that were named; without names, all but variants and
// those that get grids as matrices.
func (a *app) pick(names []string) ([]*solvers.Spec, error) {
	var specs []*solvers.Spec
	if len(names) == 0 {
		for i := range a.contestants {
			if a.contestants[i].MeetsGrids() {
				specs = append(specs, &a.contestants[i])
			}
		}
	}
	for _, name := range names {
		s, err := a.contestantNamed(name)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(specs, s) {
			specs = append(specs, s)
		}
	}
	return specs, nil
}

// names returns the names of all contestants of this program.
func (a *app) names() []string {
	var names []string
	for i := range a.contestants {
		names = append(names, a.contestants[i].Name)
	}
	return names
}

// contestantNamed finds a built-in solver by its name.
func (a *app) contestantNamed(name string) (*solvers.Spec, error) {
	for i := range a.contestants {
		if a.contestants[i].Name == name {
			return &a.contestants[i], nil
		}
	}
	return nil, usageError("unknown solver %q%s (see gridjudge list solvers)", name, corpus.Nearest(name, a.names()))
}

// load loads the selected test sets; isDefault reports whether an embedded set is
// taken if none is named. The cases before an error in the user's file are
// returned together with the error.
func (a *app) load(ctx context.Context, s *testset.Selection, isDefault func(*corpus.Set) bool) ([]*testset.TestSet, error) {
	s.Default, s.Stdin = isDefault, a.stdin
	sets, err := s.Load(ctx)
	if err != nil {
		err = &statusError{exitUsage, err}
	}
	return sets, err
}

// findCase finds SET#N, or #N of the user's file.
func (a *app) findCase(ctx context.Context, s *testset.Selection, name string) (*testset.TestSet, int, error) {
	s.Stdin = a.stdin
	set, n, err := s.FindCase(ctx, name)
	switch {
	case err != nil:
		return nil, 0, usageError("%w", err)
	case set.Err != nil:
		return nil, 0, internalError("%w", set.Err)
	}
	return set, n, nil
}

// contenders sorts out who is judged in this process, and builds the programs.
// With --isolate the solvers become programs; with --only-external they are left out.
func (a *app) contenders(ctx context.Context, f *programFlags, specs []*solvers.Spec) ([]*solvers.Spec, []*program.Program, error) {
	all, err := f.declared()
	if err != nil {
		return nil, nil, err
	}
	if specs, all, err = isolate(specs, all, f.isolate, f.only); err != nil {
		return nil, nil, err
	}
	var taken []string
	for _, spec := range specs {
		taken = append(taken, spec.Name)
	}
	programs, err := a.prepare(ctx, all, taken, f.requireSandbox)
	return specs, programs, err
}

// isolate turns the solvers into programs, which precede the others (--isolate), or leaves them out (--only-external).
func isolate(specs []*solvers.Spec, programs []*program.Contestant, isolated, onlyExternal bool) ([]*solvers.Spec, []*program.Contestant, error) {
	switch {
	case isolated:
		own, err := program.Isolated(specs)
		if err != nil {
			return nil, nil, internalError("%w", err)
		}
		return nil, append(own, programs...), nil
	case onlyExternal:
		return nil, programs, nil
	}
	return specs, programs, nil
}
