package corpus

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// SelectSets returns the embedded sets that match at least one of the globs, in the order of sets.toml. For example,
// "poj3076/*" or just "poj3076" selects all sets of this problem, "*/named" selects every set that is called "named",
// and "all" selects all sets. If there are no globs, SelectSets returns the default sets.
//
// There is one exception: sets that a problem has from another one are selected only by globs that begin with the name
// of the problem, such as "poj2676" and "poj2676/*". Otherwise "all" and "*/hard" would select the same cases many
// times.
func SelectSets(globs []string) ([]*Set, error) {
	sets, err := Sets()
	if err != nil {
		return nil, err
	}
	return selectSets(sets, globs)
}

func selectSets(sets []*Set, globs []string) ([]*Set, error) {
	if len(globs) == 0 {
		return slices.DeleteFunc(slices.Clone(sets), func(s *Set) bool { return !s.Default }), nil
	}
	picked, names := map[*Set]bool{}, make([]string, 2*len(sets))
	for _, glob := range globs {
		found := false
		pattern := strings.ReplaceAll(glob, "[!", "[^") // shells negate with !, package path with ^ alone
		for i, s := range sets {
			names[2*i], names[2*i+1] = s.FullName(), s.Problem.Name
			match, err := path.Match(pattern, s.FullName())
			if err != nil {
				return nil, fmt.Errorf("set %q: %w", glob, err)
			}
			match = match || glob == "all" || glob == s.Problem.Name
			if match && (!s.Borrowed() || strings.HasPrefix(glob+"/", s.Problem.Name+"/")) {
				picked[s], found = true, true
			}
		}
		if !found {
			if err := withoutSets(sets, strings.TrimSuffix(glob, "/*")); err != nil {
				return nil, err
			}
			hint, _, _ := strings.Cut(Nearest(glob, names), "; want one of") // a list of all names would be too long
			if i := slices.IndexFunc(sets, func(s *Set) bool { return s.Name == glob }); i >= 0 {
				hint = fmt.Sprintf("; did you mean %q?", sets[i].FullName())
			}
			return nil, fmt.Errorf("no set matches %q%s", glob, hint)
		}
	}
	return slices.DeleteFunc(slices.Clone(sets), func(s *Set) bool { return !picked[s] }), nil
}

// withoutSets returns an error if a problem has no embedded sets, otherwise nil. The error says what to do instead.
func withoutSets(sets []*Set, problem string) error {
	p, err := LookupProblem(problem)
	if err != nil || slices.ContainsFunc(sets, func(s *Set) bool { return s.Problem == p }) {
		return nil
	}
	return fmt.Errorf("%s has no sets of its own: give a FILE and --problem %[1]s; or, in a contestants file, problems = [%[1]q], "+
		"for which a program gets the sets of other problems in the layout of %[1]s", p.Name)
}
