// Package zdd counts exact covers without visiting them one by one. It solves each subproblem only
// once and stores how many covers it has, so it is fast where different choices lead to the same
// subproblem. For example, if dominoes can fill the upper half of a board in many ways, each of
// these ways leaves the same lower half, and zdd solves the lower half only once.
//
// The idea is taken from DXZ (Nishino, Yasuda, Minato and Nagata, AAAI-17) and Knuth's DLX6. There,
// the stored subproblems are the nodes of a zero-suppressed decision diagram (ZDD) that represents
// all covers. This package only counts, so it stores a count for each subproblem and does not build
// the diagram.
//
//  1. The search is the search of package cells, on the sparse sets of package sparse.
//  2. Whenever the search chooses an item with two or more options, it looks up the present subproblem in the store.
//     The key of a subproblem is the set of items that remain. Without colours, this set says which options remain,
//     whatever options were chosen before: an option remains if all of its items remain. Secondary items without
//     remaining options are left out of the key, because they make no difference. With colours, a remaining option may
//     also contain an item that is already committed to a colour. So the key contains these items and their colours,
//     too. Package sparse makes the key.
//  3. If the store contains the key, the search adds the stored count to the number of covers found. Otherwise it adds
//     the key to the store and tries all options of the item. The count of the key is then the number of covers that
//     were found meanwhile.
//
// The store compares complete sets. If it compared only hashes, it would now and then mistake one
// subproblem for another, and the wrong count would go unnoticed.
//
// The first cover is the one that cells finds, because every count in the store is 0 until then.
//
// Nodes is the number of search calls, including the ones that the store answers. Updates counts
// what it counts in cells.
package zdd

import (
	"slices"
	"unsafe"

	"gridjudge/solvers"
	"gridjudge/solvers/internal/cover"
	"gridjudge/solvers/internal/sparse"
)

// Spec enters the solver into the judge.
var Spec = solvers.Spec{
	Name:        "zdd",
	Doc:         "Counts covers by solving each subproblem once, in memory within a limit",
	Sizes:       solvers.Sizes(),
	New:         cover.OnGrids(New),
	NewCover:    New,
	Colors:      true,
	ByReduction: true,
}

// Solver searches with sparse sets and stores the counts of subproblems.
type Solver struct {
	sets  sparse.Sets
	store store
	open  []open   // the subproblems that are being counted, by depth
	key   []uint64 // the remaining items, as a set of bits
}

// open is a subproblem whose covers are being counted.
type open struct {
	record int    // where to store its count; negative if it is not stored
	before uint64 // how many covers had been found before it
}

// New makes a Solver.
func New() solvers.CoverSolver { return &Solver{} }

// Solve counts the covers of matrix.
func (s *Solver) Solve(matrix *solvers.Matrix, limits solvers.Limits, result *solvers.Cover) {
	result.Reset()
	words := sparse.KeyWords(matrix)
	tables := sparse.Bytes(matrix) + 8*uint64(words) + uint64(matrix.Primary)*uint64(unsafe.Sizeof(open{}))
	if !limits.Fit(tables+firstSlots*slotBytes, &result.Counts) {
		return
	}
	feasible := s.sets.Load(matrix)
	s.key = slices.Grow(s.key[:0], words)[:words]
	s.open = slices.Grow(s.open[:0], matrix.Primary)[:matrix.Primary]
	s.store.reset(words, limits.MemoryBudget()-tables)
	s.search(feasible, &limits, result)
	result.Updates = s.sets.Updates
}

// search walks the tree depth first. One iteration of the outer loop is one node.
func (s *Solver) search(feasible bool, limits *solvers.Limits, result *solvers.Cover) {
	depth := 0
	for limits.Enter(&result.Counts) && feasible {
		item, forced := s.sets.Choose()
		more, known, count := false, true, uint64(1)
		if item < 0 {
			if result.Solutions == 0 {
				result.First = append(result.First, s.sets.Cover(depth)...)
			}
		} else {
			record := -1
			if known = false; !forced {
				s.sets.Key(s.key)
				record, known = s.store.find(s.key)
				if record < 0 {
					result.Stopped = solvers.MemoryBudget
					return
				}
			}
			if known {
				count = *s.store.count(record)
			} else {
				s.open[depth] = open{record, result.Solutions}
				more = s.sets.TryFirst(depth, item, forced)
				s.close(depth, more, result)
			}
		}
		if known && !limits.Add(count, &result.Counts) {
			return
		}
		// Back up to a level at which another option is accepted.
		for !more {
			if depth == 0 {
				return
			}
			depth--
			more = s.sets.TryNext(depth)
			s.close(depth, more, result)
		}
		depth++
	}
}

// close stores the count of the subproblem at this depth, unless it has another option to try.
func (s *Solver) close(depth int, more bool, result *solvers.Cover) {
	if o := &s.open[depth]; !more && o.record >= 0 {
		*s.store.count(o.record) = result.Solutions - o.before
	}
}
