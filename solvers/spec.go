package solvers

import (
	"fmt"
	"regexp"
	"slices"
)

// A name never ends in "-<digits>": the Go benchmark format reads that as
// GOMAXPROCS. It never holds a slash, which separates benchmark keys.
var nameForm = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z][a-z0-9]*)*$`)

// ValidName reports whether name can stand for a contestant or a set.
func ValidName(name string) bool {
	return nameForm.MatchString(name)
}

// Validate reports the first fault in a list of contestants: a name that is
// malformed or taken, no line of documentation, sizes that do not exist or
// are out of order, no constructor, a variant of nobody.
func Validate(specs []Spec) error {
	seen := map[string]bool{}
	for i := range specs {
		s := &specs[i]
		switch {
		case !ValidName(s.Name):
			return fmt.Errorf("contestant %d: name %q: want lower-case parts joined by \"-\", none of them starting with a digit", i+1, s.Name)
		case seen[s.Name]:
			return fmt.Errorf("contestant %q is listed twice", s.Name)
		case s.Doc == "":
			return fmt.Errorf("contestant %q has no line of documentation", s.Name)
		case s.New == nil:
			return fmt.Errorf("contestant %q has no constructor", s.Name)
		case len(s.Sizes) == 0:
			return fmt.Errorf("contestant %q solves no size", s.Name)
		case !slices.IsSorted(s.Sizes) || len(slices.Compact(slices.Clone(s.Sizes))) != len(s.Sizes):
			return fmt.Errorf("contestant %q: sizes %v are not ascending", s.Name, s.Sizes)
		}
		for _, n := range s.Sizes {
			if Box(n) == 0 {
				return fmt.Errorf("contestant %q: there is no size %d", s.Name, n)
			}
		}
		if s.VariantOf != "" && !seen[s.VariantOf] {
			return fmt.Errorf("contestant %q: the contestant that it is a variant of, %q, is not listed before it", s.Name, s.VariantOf)
		}
		seen[s.Name] = true
	}
	return nil
}
