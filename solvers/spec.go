package solvers

import (
	"fmt"
	"regexp"
	"slices"
)

// Spec describes a solver to the judge.
type Spec struct {
	// Name consists of one or more parts [a-z][a-z0-9]*, joined by "-".
	Name string

	// Doc is a description in one line.
	Doc string

	// Sizes are the grid sizes that the solver takes, in ascending order. It is empty if the solver
	// takes no grids, so range over it instead of indexing it.
	Sizes []int

	// VariantOf, unless empty, names the contestant that this is a variant of, for example one
	// that uses only a single kernel. A variant takes part only if the user names it.
	VariantOf string

	// New makes a Solver for one of Sizes. It is nil if the solver takes no grids.
	New func(size int) Solver

	// NewCover makes a CoverSolver. It is nil if the solver takes no matrices.
	NewCover func() CoverSolver

	// Colors says that the CoverSolver takes matrices with colours. If it does not, the judge does not
	// call it with such a matrix.
	Colors bool

	// ByReduction marks a solver for matrices that can also solve grids, which are turned into
	// matrices first. It gets grids only if the user names it.
	ByReduction bool
}

// ByDefault reports whether the solver takes part, in what it was made for, if the user names none.
func (s *Spec) ByDefault() bool { return s.VariantOf == "" }

// Takes reports whether the solver takes grids of this size.
func (s *Spec) Takes(size int) bool {
	return slices.Contains(s.Sizes, size)
}

// A name never ends in "-<digits>", because the Go benchmark format reads such an ending as
// GOMAXPROCS, and never contains a slash, because a slash separates the keys of a benchmark.
var nameForm = regexp.MustCompile(`^[a-z][a-z0-9]*(-[a-z][a-z0-9]*)*$`)

// ValidName reports whether name can name a contestant or a set.
func ValidName(name string) bool {
	return nameForm.MatchString(name)
}

// Validate checks a list of contestants, and returns an error for the first mistake that it finds:
//   - a name is malformed, or is used twice
//   - a name is "none", because --solver none means that no built-in solver takes part
//   - Doc is empty
//   - New is set, but Sizes is empty
//   - Sizes is not in ascending order, or contains a size that does not exist
//   - there is no constructor
//   - a variant is not listed after its original
//   - ByReduction is set, but not NewCover: a solver that does not take matrices cannot get grids as matrices
func Validate(specs []Spec) error {
	seen := map[string]bool{}
	for i := range specs {
		s := &specs[i]
		switch {
		case s.Name == "none":
			return fmt.Errorf("contestant %d: --solver none means that no built-in solver takes part, so none is not a name", i+1)
		case !ValidName(s.Name):
			return fmt.Errorf("contestant %d: name %q: want lower-case parts joined by \"-\", none of them starting with a digit",
				i+1, s.Name)
		case seen[s.Name]:
			return fmt.Errorf("contestant %q is listed twice", s.Name)
		case s.Doc == "":
			return fmt.Errorf("contestant %q has no line of documentation: set Doc", s.Name)
		case s.New == nil && (s.NewCover == nil || len(s.Sizes) > 0):
			return fmt.Errorf("contestant %q has no constructor: set New, or NewCover and no Sizes", s.Name)
		case s.New != nil && len(s.Sizes) == 0:
			return fmt.Errorf("contestant %q solves no size: set Sizes", s.Name)
		case s.ByReduction && s.NewCover == nil:
			return fmt.Errorf("contestant %q takes no matrices that a grid could be reduced to: set NewCover", s.Name)
		case !slices.IsSorted(s.Sizes) || len(slices.Compact(slices.Clone(s.Sizes))) != len(s.Sizes):
			return fmt.Errorf("contestant %q: sizes %v are not ascending", s.Name, s.Sizes)
		}
		for _, n := range s.Sizes {
			if Box(n) == 0 {
				return fmt.Errorf("contestant %q: there is no size %d", s.Name, n)
			}
		}
		if s.VariantOf != "" && !seen[s.VariantOf] {
			return fmt.Errorf("contestant %q: it is a variant of %q, which is not listed before it", s.Name, s.VariantOf)
		}
		seen[s.Name] = true
	}
	return nil
}
