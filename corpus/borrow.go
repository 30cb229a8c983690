package corpus

import (
	"fmt"
	"slices"

	"gridjudge/corpus/cases"
)

// borrow returns all sets that a problem borrows from another problem (see Problem.SetsOf). For example, POJ 2676
// borrows the sets of POJ 3074. A borrowed set has the same cases as the original set, but in the layout of the
// borrowing problem. So it needs no files of its own, and the certificates of the original hold for it.
//
// Two kinds of sets are not borrowed:
//   - sets with a puzzle for which the statement of the borrowing problem does not define the answer, for example a
//     puzzle without a solution;
//   - sets whose name is taken, because the borrowing problem has a set of this name among its own.
//
// If the statement limits how many cases an input file may contain, the borrowed set ends after this many cases. It
// then has no recorded digest, because it is not the whole original.
func borrow(stored []*Set) (borrowed []*Set) {
	for _, p := range problems {
		for _, s := range stored {
			own := func(o *Set) bool { return o.Problem == p && o.Name == s.Name }
			if s.Problem.Name != p.SetsOf || !p.asks(s) || slices.ContainsFunc(stored, own) {
				continue
			}
			set := *s
			set.Problem, set.original = p, s
			set.TimeLimit = max(s.TimeLimit, p.TimeLimit)
			set.Default, set.Bench, set.Command = false, false, ""
			which := "the cases of "
			if p.MostCases > 0 {
				which = fmt.Sprintf("at most the first %d cases of ", p.MostCases)
				set.Digest = ""
			}
			set.Origin = which + s.FullName() + ", in the layout of " + p.Name
			borrowed = append(borrowed, &set)
		}
	}
	return borrowed
}

// asks reports whether the statement of the problem says what to answer in the cases of a set of another problem, and
// whether the stored answers are right for this problem, too.
func (p *Problem) asks(s *Set) bool {
	several := p.Several && p.Kind() == s.Problem.Kind()
	for _, r := range s.Counts {
		known := r.certificate()
		if known == cases.None && p.NoAnswer() != "" || known.N > 1 && !several {
			return false
		}
	}
	return true
}

// loadBorrowed returns the cases of the original, at most as many as an input file of the problem has.
func (s *Set) loadBorrowed() (cases.Cases, error) {
	list, err := s.original.Load()
	if err != nil {
		return nil, err
	}
	if most := s.Problem.MostCases; most > 0 && most < list.Len() {
		list = list.Slice(0, most)
	}
	return s.Problem.As(list), nil
}

// Borrowed reports whether the set has the same cases as a set of another problem.
func (s *Set) Borrowed() bool { return s.original != nil }
