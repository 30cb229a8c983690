// Package zdd counts exact covers without visiting them one by one: it solves each
// subproblem once and stores how many covers it has. The idea is DXZ's (Nishino, Yasuda,
// Minato and Nagata, AAAI-17) and Knuth's DLX6's, whose stored subproblems are the nodes
// of a zero-suppressed decision diagram (ZDD) of all covers. Here only counts are stored.
//
//  1. search is that of package cells, on the sparse sets of package sparse.
//  2. A subproblem is the set of items left to cover, of the secondary ones only those
//     with options left: whichever options were chosen before, the options left are those
//     that have no other item. Where an item with two or more options is chosen, the set
//     is looked up in the store.
//  3. If it is there, its count is added. Otherwise it is stored, and when all options of
//     the item have been tried, the covers found since are its count.
//
// The store compares whole sets. A hash alone would take different subproblems for one
// now and then, and so give wrong counts without a sign.
//
// The first cover is found as by cells: up to then, every count in the store is 0.
//
// Nodes counts search calls, also those answered from the store. Updates is that of cells.
package zdd

import (
	"math"
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
	ByReduction: true,
}

// Solver searches with sparse sets and stores what it has counted.
type Solver struct {
	sets  sparse.Sets
	store store
	open  []open   // the subproblems that are being counted, by depth
	key   []uint64 // the items left, as a set of bits
}

// open is a subproblem that is being counted.
type open struct {
	record int    // where its count goes; negative: nowhere
	before uint64 // the covers found before it
}

// New makes a Solver.
func New() solvers.CoverSolver { return &Solver{} }

// Solve counts the covers of matrix.
func (s *Solver) Solve(matrix *solvers.Matrix, limits solvers.Limits, result *solvers.Cover) {
	result.Reset()
	words := (matrix.Items() + 63) / 64
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

// search walks the tree depth first. One turn of the outer loop is one node.
func (s *Solver) search(feasible bool, limits *solvers.Limits, result *solvers.Cover) {
	depth, wanted := 0, limits.Wanted()
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
		if known && !add(count, wanted, result) {
			return
		}
		// Back up to a level that still has an option that leads on.
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

// close stores the count of the subproblem at this depth, unless it has more to try.
func (s *Solver) close(depth int, more bool, result *solvers.Cover) {
	if o := &s.open[depth]; !more && o.record >= 0 {
		*s.store.count(o.record) = result.Solutions - o.before
	}
}

// add counts covers. It reports whether more are wanted. If all are wanted, math.MaxUint64
// is a count like others: only one more cover shows that 64 bits do not suffice.
func add(count, wanted uint64, result *solvers.Cover) bool {
	room := wanted - result.Solutions
	if count < room || wanted == math.MaxUint64 && count == room {
		result.Solutions += count
		return true
	}
	if wanted == math.MaxUint64 {
		result.Stopped = solvers.CountOverflow
	}
	result.Solutions = wanted
	return false
}
