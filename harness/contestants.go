package harness

import (
	"slices"

	"gridjudge/corpus"
	"gridjudge/solvers"
)

// pick finds the contestants that were named, or all but variants.
func (a *app) pick(names []string) ([]*solvers.Spec, error) {
	var specs []*solvers.Spec
	if len(names) == 0 {
		for i := range a.contestants {
			if a.contestants[i].VariantOf == "" {
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

// contestantNamed finds a contestant by its name.
func (a *app) contestantNamed(name string) (*solvers.Spec, error) {
	var names []string
	for i := range a.contestants {
		if a.contestants[i].Name == name {
			return &a.contestants[i], nil
		}
		names = append(names, a.contestants[i].Name)
	}
	return nil, usageError("unknown solver %q%s (see gridjudge list solvers)", name, corpus.Nearest(name, names))
}
