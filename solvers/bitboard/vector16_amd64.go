package bitboard

import (
	"gridjudge/solvers"
	"gridjudge/solvers/internal/cdcl"
)

// vector16 is solver16 with a search call's propagation in one assembly
// function: the same tree, the same counts.
type vector16 struct {
	stack    [256]lanes16
	root     lanes16 // what propagation left of the puzzle
	view     view16
	grid     [256]uint8
	learner  *cdcl.Solver
	patience uint64 // search calls after which the learner takes over
	until    uint64 // the count of search calls at which it does

	// inspect, where tests set it, sees every state that propagation leaves.
	inspect func(cells *lanes16, view *view16)
}

func newVector16() *vector16 { return &vector16{learner: cdcl.New(16)} }

// Solve counts the solutions of puzzle.
func (s *vector16) Solve(puzzle solvers.Grid, limits solvers.Limits, result *solvers.Result) {
	s.patience = patience16
	s.solve(puzzle, &limits, result)
}

func (s *vector16) solve(puzzle solvers.Grid, limits *solvers.Limits, result *solvers.Result) {
	result.Reset()
	givens := s.stack[0].load(puzzle)
	s.until = s.patience
	if !s.search(0, 0, -1, 0, givens, limits, result) {
		var candidates [256]uint32
		s.root.candidates(candidates[:])
		s.learner.Resume(candidates[:], limits, result)
	}
}

// search counts the solutions of stack[from] where the cell holds the digits
// given, as a set, as vector9.search does. It reports false where patience ran
// out. The search is over where result is stopped or has all solutions wanted.
func (s *vector16) search(depth, from, cell int, digits uint, placed int, limits *solvers.Limits, result *solvers.Result) bool {
	here := &s.stack[depth]
	for {
		if result.Nodes >= s.until {
			return false
		}
		if !limits.Enter(result) {
			return true
		}
		if !propagate16AVX512(&here[0][0], &s.stack[from][0][0], cell, digits, &s.view.pairs[0]) {
			return true
		}
		now := s.view.placed()
		result.Updates += uint64(now - placed)
		placed = now
		if s.inspect != nil {
			s.inspect(here, &s.view)
		}
		if now == 256 {
			here.answer(s.grid[:])
			result.Found(s.grid[:])
			s.until = result.Nodes + s.patience
			return true
		}
		if result.Nodes == 1 {
			s.root = *here
		}
		cell, digits = s.view.choose(here)
		if !s.search(depth+1, depth, cell, digits&-digits, placed, limits, result) {
			return false
		}
		if result.Stopped != solvers.Finished || result.Solutions >= limits.Wanted() {
			return true
		}
		from, digits = depth, digits&(digits-1)
	}
}
