package bits

import (
	"gridjudge/solvers"
	"gridjudge/solvers/internal/cover"
)

// Spec enters the solver into the judge. It leaves out grids of size 25: a node near the root
// would read 40 words of each of 15,625 options.
var Spec = solvers.Spec{
	Name:        "bits",
	Doc:         "Options as bit masks for any exact cover problem, counted by bit-sliced counters",
	Sizes:       []int{4, 9, 16},
	New:         cover.OnGrids(New),
	NewCover:    New,
	ByReduction: true,
}

// New makes a Solver.
func New() solvers.CoverSolver { return &Solver{} }

// Solver holds the memory of a search.
type Solver struct {
	frames []uint64 // the stack of frames
	counts counters // of the frame that was made last
	union  []uint64 // mask of the options that a step takes
	rarest []uint64 // mask of the needed items with the fewest options
	keep   []int32  // places of the options that a step leaves
	number []int32  // of items, in a squeezed frame
	chosen []int32  // the options chosen in frames, in order

	narrow narrow // the search below the frames, with masks of one word

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
			s.search(s.load(matrix))
		}
	}
	s.result = nil
}

// load makes the frame of the whole matrix.
func (s *Solver) load(m *solvers.Matrix) frame {
	s.chosen = s.chosen[:0]
	f := s.frame(0, (m.Items()+63)/64, len(m.Options))
	clear(s.frames[:f.end()])
	for item := range m.Primary {
		s.frames[f.at+item/64] |= 1 << (item % 64)
	}
	for o, option := range m.Options {
		if !m.Active(o) {
			continue
		}
		for _, item := range option {
			s.column(f, int(item)/64)[f.options] |= 1 << (item % 64)
		}
		s.column(f, f.words)[f.options] = uint64(o)
		f.options++
	}
	s.keep = sized(s.keep, f.stride+1)
	s.count(f)
	return f
}

// sized returns s with length n. Its contents are undefined.
func sized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}
