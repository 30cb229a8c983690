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

// selection holds the names of solvers and the globs of sets that a build is asked for.
type selection struct{ solvers, sets []string }

// selections returns, for each build, the named solvers and sets that the build has. Each build is then asked only for
// these, because a build refuses a request that contains a name it does not know. For example, suppose that the user
// names bitboard and sliced, and that only the new build has sliced. Then the old build is asked for bitboard alone, so
// that at least bitboard can be compared. The function hasAll reports whether a build has everything in a selection. If
// the user named at most one solver and one set, nothing can be left out, so both builds are asked for everything.
//
// There are two exceptions, in which both builds are asked for everything and refuse it in their own words. If there is
// a name that neither build has, it is probably mistyped. If a build has none of the named solvers or none of the named
// sets, it cannot be asked for nothing, because without names it would measure its default benchmarks.
func (s *Settings) selections(names [2]string, hasAll func(side int, part selection) (bool, error)) (of [2]selection, notes []string, err error) {
	all := selection{s.Solvers, s.Sets}
	asked := [2]selection{all, all}
	if len(s.Solvers) < 2 && len(s.Sets) < 2 {
		return asked, nil, nil
	}
	for side := range of {
		if of[side], err = all.probe(func(part selection) (bool, error) { return hasAll(side, part) }); err != nil {
			return asked, nil, err
		}
		if part := of[side]; len(part.solvers) == 0 && len(s.Solvers) > 0 || len(part.sets) == 0 && len(s.Sets) > 0 {
			return asked, nil, nil // without names, a build measures its defaults
		}
		if lacks := of[side].missing(all); len(lacks) > 0 {
			notes = append(notes, fmt.Sprintf("%s cannot measure %s, so only the other revision was asked for it, and nothing is judged or compared there: gridjudge judge does that.", names[side], strings.Join(lacks, ", ")))
		}
	}
	both := of[1].missing(all)
	if slices.ContainsFunc(of[0].missing(all), func(name string) bool { return slices.Contains(both, name) }) {
		return asked, nil, nil
	}
	return of, notes, nil
}

// probe finds out which of the selected solvers and sets a build has. A build only answers one kind of question, by the
// function hasAll: whether it has everything in a selection. So probe asks in three steps:
//
//  1. It asks for the whole selection. If the build has everything, probe is done.
//  2. It asks for each solver separately, together with all sets. If the build has at least one solver, probe is done.
//  3. The build seems to have no solver, but perhaps it only lacks a set. So probe asks for each set separately,
//     without naming a solver. Then it asks for each solver again, together with the sets that the build has.
func (all selection) probe(hasAll func(part selection) (bool, error)) (selection, error) {
	if ok, err := hasAll(all); ok || err != nil {
		return all, err
	}
	each := func(names []string, with func(name []string) selection) (kept []string, err error) {
		for _, name := range names {
			ok, err := hasAll(with([]string{name}))
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

// missing lists the names in the selection all that are not in part.
func (part selection) missing(all selection) (names []string) {
	has := slices.Concat(part.solvers, part.sets)
	for _, name := range slices.Concat(all.solvers, all.sets) {
		if !slices.Contains(has, name) {
			names = results.With(names, name)
		}
	}
	return names
}

// ask prepares two builds to be measured: it sets their arguments, which name solvers and sets. Each build is asked
// only for what it has. For example, if the user names bitboard and sliced, and the old build does not have sliced, the
// old build is asked for bitboard alone (see selections).
//
// To find out whether a build has a solver or a set, ask starts the build with this request, and sees whether it fails.
// This works with every version of gridjudge. Old versions have no other way to tell.
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
