package bits

import (
	"gridjudge/solvers"
	"gridjudge/solvers/internal/cover"
)

// Spec enters the solver into the judge.
var Spec = solvers.Spec{
	Name:        "bits",
	Doc:         "bit masks and bit-sliced counters for any exact cover problem",
	Sizes:       solvers.Sizes(),
	New:         cover.OnGrids(New),
	NewCover:    New,
	ByReduction: true,
}

// New makes a Solver.
func New() solvers.CoverSolver { return &Solver{} }

// Solver holds the memory of a search.
type Solver struct {
	// The matrix, without the options that can be in no cover.
	primary int
	items   []int32 // of all options
	ends    []int32 // option i has items[ends[i]:ends[i+1]]
	numbers []int32 // option i has this number in the matrix

	// The search while more than 64 items matter.
	lists   []int32 // the stack of lists of options left
	counts  []int32 // by item: options in the list that was made last
	covered []bool  // by item
	trail   []int32 // the covered items, in order
	missing int     // number of primary items not covered
	chosen  []int32 // options, in order

	// The search below, with masks of one word.
	bit   []uint64 // by item: its bit in a mask, or 0
	masks []uint64 // the stack of lists of masks of options left
	taken []uint64 // the masks chosen, in order
	root  []int32  // the options of the first list of masks

	first  []int32 // the first cover, as numbers of the matrix
	limits solvers.Limits
	result *solvers.Cover
}

// Solve counts the covers of matrix.
func (s *Solver) Solve(matrix *solvers.Matrix, limits solvers.Limits, result *solvers.Cover) {
	result.Reset()
	s.limits, s.result = limits, result
	if s.limits.Enter(&result.Counts) {
		if matrix.Primary == 0 {
			result.Found(nil)
		} else {
			s.search(0, s.load(matrix))
		}
	}
	s.result = nil
}

// load copies the matrix, makes the list of all options and returns its length.
func (s *Solver) load(m *solvers.Matrix) int {
	s.primary, s.missing = m.Primary, m.Primary
	s.items, s.ends, s.numbers = s.items[:0], append(s.ends[:0], 0), s.numbers[:0]
	s.trail, s.chosen = s.trail[:0], s.chosen[:0]
	for o, option := range m.Options {
		if m.Active(o) {
			s.items = append(s.items, option...)
			s.ends = append(s.ends, int32(len(s.items)))
			s.numbers = append(s.numbers, int32(o))
		}
	}
	s.covered = sized(s.covered, m.Items())
	s.counts = sized(s.counts, m.Items())
	s.bit = sized(s.bit, m.Items())
	clear(s.covered)
	clear(s.counts)
	for _, item := range s.items {
		s.counts[item]++
	}
	options := len(s.numbers)
	s.lists = room(s.lists, options)
	for i := range options {
		s.lists[i] = int32(i)
	}
	return options
}

// option returns the items of an option.
func (s *Solver) option(i int32) []int32 { return s.items[s.ends[i]:s.ends[i+1]] }

// sized returns s with length n. Its contents are undefined.
func sized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}

// room returns a stack that has the contents of stack and room for n.
func room[T any](stack []T, n int) []T {
	if n <= len(stack) {
		return stack
	}
	grown := make([]T, 2*n)
	copy(grown, stack)
	return grown
}
