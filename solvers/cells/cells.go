// Package cells solves exact cover problems of any shape by Knuth's Algorithm X and
// dancing cells: sparse sets in place of linked lists (TAOCP volume 4, fascicle 7). Package
// sparse has the sets, and says how an option is tried and taken back.
//
// # Counters
//
// Nodes and Updates are those of Knuth's program SSXCC. Nodes counts search calls: one for
// each cover found, one for each item chosen; an option that leaves a primary item without options makes none.
// Updates counts the items taken out of the set of items, and the options taken out of the
// sets of items. There is one difference: SSXCC rejects a matrix that has a primary item
// without options before its search, so with 0 nodes; here that is 1 node.
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
	ByReduction: true,
}

// Solver searches with sparse sets.
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

// search walks the tree depth first. One turn of the outer loop is one node. Enter comes
// before feasible is read, so that an infeasible matrix has the 1 node of the package comment.
func (s *Solver) search(feasible bool, limits *solvers.Limits, result *solvers.Cover) {
	depth, wanted := 0, limits.Wanted()
	for limits.Enter(&result.Counts) && feasible {
		item, forced := s.sets.Choose()
		more := false // stays so after a solution, and if no option of the item leads on
		if item >= 0 {
			more = s.sets.TryFirst(depth, item, forced)
		} else {
			s.found(depth, result)
			if result.Solutions == wanted {
				return
			}
		}
		// Back up to a level that still has an option that leads on.
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

// found counts the options tried at the levels below depth as a cover.
func (s *Solver) found(depth int, result *solvers.Cover) {
	if result.Solutions > 0 {
		depth = 0 // only the first one is kept
	}
	result.Found(s.sets.Cover(depth))
}
