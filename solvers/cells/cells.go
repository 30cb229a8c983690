// Package cells solves exact cover problems of any shape by Knuth's Algorithm X with dancing cells,
// which are sparse sets instead of linked lists (TAOCP volume 4, fascicle 7). Package sparse
// contains the sets, and explains how an option is tried and taken back.
//
// # Counters
//
// Nodes and Updates are counted as in Knuth's program SSXCC, so that you can compare the counts of
// the two programs. Nodes is the number of search calls: one for each cover found, and one for each
// item chosen. An option that would leave a primary item without options is rejected without a
// search call. Updates is the number of removals from sparse sets: an item leaves the set of
// remaining items, or an option leaves the set of an item.
//
// There is one difference: if a primary item has no options from the start, SSXCC rejects the
// matrix before its search and counts 0 nodes. This package counts 1 node in that case, because
// every Solve must make at least one search call.
package cells

import (
	"gridjudge/solvers"
	"gridjudge/solvers/internal/cover"
	"gridjudge/solvers/internal/sparse"
)

// Spec enters the solver into the judge.
var Spec = solvers.Spec{
	Name:        "cells",
	Doc:         "Dancing cells (sparse sets) for any exact cover problem",
	Sizes:       solvers.Sizes(),
	New:         cover.OnGrids(New),
	NewCover:    New,
	Colors:      true,
	ByReduction: true,
}

// Solver searches with sparse sets. Its memory is reused by the next search.
type Solver struct{ sets sparse.Sets }

// New makes a Solver.
func New() solvers.CoverSolver { return &Solver{} }

// Solve counts the covers of matrix.
func (s *Solver) Solve(matrix *solvers.Matrix, limits solvers.Limits, result *solvers.Cover) {
	result.Reset()
	if !limits.Fit(sparse.Bytes(matrix), &result.Counts) {
		return
	}
	feasible := s.sets.Load(matrix)
	s.search(feasible, &limits, result)
	result.Updates = s.sets.Updates
}

// search walks the tree depth first. One iteration of the outer loop is one node. Enter is called
// before feasible is looked at, so that an infeasible matrix counts 1 node, as the package comment
// says.
func (s *Solver) search(feasible bool, limits *solvers.Limits, result *solvers.Cover) {
	depth, wanted := 0, limits.Wanted()
	for limits.Enter(&result.Counts) && feasible {
		item, forced := s.sets.Choose()
		more := false // remains false after a solution, and if all options of the item are rejected
		if item >= 0 {
			more = s.sets.TryFirst(depth, item, forced)
		} else {
			s.found(depth, result)
			if result.Solutions == wanted {
				return
			}
		}
		// Back up to a level at which another option is accepted.
		for !more {
			if depth == 0 {
				return
			}
			depth--
			more = s.sets.TryNext(depth)
		}
		depth++
	}
}

// found counts a cover: the options chosen at depths 0 to depth-1.
func (s *Solver) found(depth int, result *solvers.Cover) {
	if result.Solutions > 0 {
		depth = 0 // only the first cover is kept
	}
	result.Found(s.sets.Cover(depth))
}
