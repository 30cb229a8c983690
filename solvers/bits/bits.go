package bits

import (
	"gridjudge/solvers"
	"gridjudge/solvers/internal/cover"
)

//go:generate go -C gen run . -out ../avx512_amd64.s -stubs ../avx512_amd64.go -pkg bits

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
	options index   // the items of each option
	having  index   // the options that have each item
	numbers []int32 // option i has this number in the matrix

	// The search while more than 64 items matter.
	left    []bool  // by option: whether it has no covered item
	dropped []int32 // the options not left, in order
	counts  []int32 // by item: options left, and covered if it is that
	missing int     // number of primary items not covered
	chosen  []int32 // options, in order
	failed  failed

	// The search below, with masks of one word.
	root  []int32  // the options left at its start
	bit   []uint64 // by item: its bit in a mask, or 0
	masks []uint64 // the stack of lists of masks of options left
	taken []uint64 // the masks chosen, in order

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
			s.load(matrix)
			s.search()
		}
	}
	s.result = nil
}

// load copies the matrix, and leaves all options.
func (s *Solver) load(m *solvers.Matrix) {
	s.primary, s.missing = m.Primary, m.Primary
	s.options.reset(0)
	s.having.reset(m.Items())
	s.numbers, s.left = s.numbers[:0], s.left[:0]
	s.dropped, s.chosen = s.dropped[:0], s.chosen[:0]
	s.counts = sized(s.counts, m.Items())
	s.bit = sized(s.bit, m.Items())
	clear(s.counts)
	s.failed.reset(m.Items(), s.limits.MemoryBudget())
	for o, option := range m.All() {
		if !m.Active(o) {
			continue
		}
		s.options.add(option)
		s.numbers = append(s.numbers, int32(o))
		s.left = append(s.left, true)
		for _, item := range option {
			s.counts[item]++
		}
	}
	s.having.invert(&s.options, s.counts)
}

// sized returns s with length n. Its contents are undefined.
func sized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}
