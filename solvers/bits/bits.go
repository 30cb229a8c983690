package bits

import (
	"unsafe"

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
	Colors:      true,
	ByReduction: true,
}

// New makes a Solver.
func New() solvers.CoverSolver {
	return &Solver{memo: memo{room: wideWords}, masks: memo{room: narrowWords}}
}

// Solver holds the memory of a search.
type Solver struct {
	// The matrix, without the options that cannot be in a cover.
	pairing     pairing // writes colours as pairs of items
	primary     int
	pairs       int     // items from here on are in pairs
	options     lists   // the items of each option
	optionsWith lists   // the options that have each item
	original    []int32 // for each option, its number in the matrix

	// The search while more than 64 items are live.
	available []uint8 // by option: 1 if none of its items is covered, or else 0
	removed   []int32 // the options that are not available, in the order of removal
	counts    []int32 // by item: its number of available options, plus the constant covered if it is covered
	missing   int     // number of uncovered primary items
	chosen    []int32 // the options chosen, in order
	memo      memo    // its key is the set of covered items, which determines the remaining options

	// The search with masks of one word.
	root  []int32  // the options available at its start
	bit   []uint64 // by item: its bit in a mask, or 0 if it is not live
	lower uint64   // the lower bit of each pair; the other bit of the pair is the next higher one
	taken []uint64 // the masks taken, in order
	masks memo     // its key is the set of items that the remaining options have, which determines these options
	stack stack    // the lists of the levels: the masks of the remaining options

	first  []int32 // the first cover, as numbers of the matrix
	limits solvers.Limits
	result *solvers.Cover
}

// Solve counts the covers of matrix.
func (s *Solver) Solve(matrix *solvers.Matrix, limits solvers.Limits, result *solvers.Cover) {
	result.Reset()
	tables := uint64(0)
	s.pairs = matrix.Items()
	if matrix.Colored() {
		tables = surveyBytes(matrix)
		if !limits.Fit(tables, &result.Counts) {
			return
		}
		tables += s.pairing.survey(matrix)
		if !limits.Fit(tables, &result.Counts) {
			return
		}
		matrix, s.pairs = s.pairing.encode(matrix)
	}
	tables += s.bytes(matrix)
	if !limits.Fit(tables, &result.Counts) {
		return
	}
	s.limits, s.result = limits, result
	s.stack.budget = limits.MemoryBudget() - tables
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

// bytes returns the memory of the tables for m and of its first cover, without the stack.
func (s *Solver) bytes(m *solvers.Matrix) uint64 {
	number, word := unsafe.Sizeof(int32(0)), unsafe.Sizeof(uint64(0))
	perOption := 4*number + 1  // the starts of options, original, removed, root; available
	perItem := 2*number + word // the starts of optionsWith, counts; bit
	perPrimary := 3 * number   // chosen, first, the first cover
	return uint64(len(m.Members))*uint64(2*number) + uint64(m.Options()+1)*uint64(perOption) +
		uint64(m.Items()+1)*uint64(perItem) + uint64(m.Primary)*uint64(perPrimary) +
		uint64(maskItems+wideKey(m.Items())+narrowKey+s.memo.room+s.masks.room)*uint64(word)
}

// load copies the matrix. All copied options are available.
func (s *Solver) load(m *solvers.Matrix) {
	s.primary, s.missing = m.Primary, m.Primary
	s.options.values, s.options.starts = sized(s.options.values, len(m.Members)), sized(s.options.starts, m.Options()+1)
	s.options.reset(0)
	s.optionsWith.reset(m.Items())
	s.original, s.available = sized(s.original, m.Options())[:0], sized(s.available, m.Options())[:0]
	s.removed, s.root = sized(s.removed, m.Options())[:0], sized(s.root, m.Options())[:0]
	s.chosen, s.first = sized(s.chosen, m.Primary)[:0], sized(s.first, m.Primary)[:0]
	s.taken = sized(s.taken, maskItems)[:0]
	s.counts = sized(s.counts, m.Items())
	s.bit = sized(s.bit, m.Items())
	clear(s.counts)
	s.memo.reset(wideKey(m.Items()))
	s.masks.slots = sized(s.masks.slots, s.masks.room) // here and not in narrow, because bytes has counted them
	for o, option := range m.All() {
		if !m.Active(o) {
			continue
		}
		s.options.add(option)
		s.original = append(s.original, int32(o))
		s.available = append(s.available, 1)
		for _, item := range option {
			s.counts[item]++
		}
	}
	s.optionsWith.invert(&s.options, s.counts)
	s.stack.size = max(leastSegment, 2*len(s.original)+slack)
}

// sized returns s with length n. Its contents are undefined.
func sized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}
