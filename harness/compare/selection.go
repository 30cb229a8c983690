package compare

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gridjudge/harness/bench"
	"gridjudge/harness/results"
)

// selection are the names of solvers and the globs of sets that a build is asked for.
type selection struct{ solvers, sets []string }

// selections returns for each of two builds what it has of the solvers and sets that the user named, so that a solver or a
// set that only one revision has does not prevent the comparison of the others. A name that neither build has is probably
// mistyped: then both builds are asked for everything, and refuse it in their own words. So is a build that has nothing.
func (s *Settings) selections(names [2]string, takes func(side int, part selection) (bool, error)) (of [2]selection, notes []string, err error) {
	all := selection{s.Solvers, s.Sets}
	asked := [2]selection{all, all}
	if len(s.Solvers) < 2 && len(s.Sets) < 2 {
		return asked, nil, nil
	}
	for side := range of {
		if of[side], err = all.taken(func(part selection) (bool, error) { return takes(side, part) }); err != nil {
			return asked, nil, err
		}
		if part := of[side]; len(part.solvers) == 0 && len(s.Solvers) > 0 || len(part.sets) == 0 && len(s.Sets) > 0 {
			return asked, nil, nil // no names would be the default ones
		}
		if lacks := of[side].missing(all); len(lacks) > 0 {
			notes = append(notes, fmt.Sprintf("%s cannot measure %s, so only the other revision was asked for it.", names[side], strings.Join(lacks, ", ")))
		}
	}
	both := of[1].missing(all)
	if slices.ContainsFunc(of[0].missing(all), func(name string) bool { return slices.Contains(both, name) }) {
		return asked, nil, nil
	}
	return of, notes, nil
}

// taken returns the largest part of a selection that a build takes. Each solver is tried alone, and, if none is taken,
// each set first.
func (all selection) taken(takes func(part selection) (bool, error)) (selection, error) {
	if ok, err := takes(all); ok || err != nil {
		return all, err
	}
	each := func(names []string, with func(name []string) selection) (kept []string, err error) {
		for _, name := range names {
			ok, err := takes(with([]string{name}))
			if err != nil {
				return nil, err
			}
			if ok {
				kept = append(kept, name)
			}
		}
		return kept, nil
	}
	solversOn := func(sets []string) ([]string, error) {
		return each(all.solvers, func(name []string) selection { return selection{name, sets} })
	}
	solvers, err := solversOn(all.sets)
	if err != nil || len(solvers) > 0 {
		return selection{solvers, all.sets}, err
	}
	sets, err := each(all.sets, func(name []string) selection { return selection{nil, name} })
	if err != nil || len(sets) == 0 {
		return selection{}, err
	}
	solvers, err = solversOn(sets)
	return selection{solvers, sets}, err
}

// missing lists the names of all that a part of it does not have.
func (part selection) missing(all selection) (names []string) {
	has := slices.Concat(part.solvers, part.sets)
	for _, name := range slices.Concat(all.solvers, all.sets) {
		if !slices.Contains(has, name) {
			names = results.With(names, name)
		}
	}
	return names
}

// ask has each of two builds asked for what it has. A build tells by its exit status whether it has all that it is asked
// for. Every version of gridjudge does, also those that have no other way to tell.
func (s *Settings) ask(ctx context.Context, builds *[2]Executable) (notes []string, err error) {
	with := func(side int, part selection) Executable {
		e, request := builds[side], *s
		request.Solvers, request.Sets = part.solvers, part.sets
		e.Args = request.args()
		return e
	}
	of, notes, err := s.selections([2]string{builds[0].Name, builds[1].Name}, func(side int, part selection) (bool, error) {
		started, err := with(side, part).Start(ctx, -1)
		if errors.Is(err, bench.ErrNoBench) {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		return true, started.Close()
	})
	for side := range builds {
		builds[side] = with(side, of[side])
	}
	return notes, err
}
