package bitboard

import (
	"gridjudge/solvers"
	"gridjudge/solvers/internal/cdcl"
)

// solver16 searches 16x16 grids depth first on copies of the state, and hands
// those that resist to the learner.
type solver16 struct {
	stack    [256]state16
	root     state16 // what propagation left of the puzzle
	grid     [256]uint8
	learner  *cdcl.Solver
	patience uint64 // search calls after which the learner takes over
	until    uint64 // the count of search calls at which it does

	// inspect, where tests set it, sees every state that propagation leaves.
	inspect func(s state16, pairs, more [4]uint64)
}

func newSolver16() *solver16 { return &solver16{learner: cdcl.New(16)} }

// patience16 is how many search calls the search on bit planes may make
// before a solution, and after each.
const patience16 = 3000

// Solve counts the solutions of puzzle.
func (s *solver16) Solve(puzzle solvers.Grid, limits solvers.Limits, result *solvers.Result) {
	s.patience = patience16
	s.solve(puzzle, &limits, result)
}

func (s *solver16) solve(puzzle solvers.Grid, limits *solvers.Limits, result *solvers.Result) {
	result.Reset()
	s.stack[0].load(puzzle)
	s.until = s.patience
	if !s.search(0, digits16, s.stack[0].placed(), limits, result) {
		var candidates [256]uint32
		s.root.candidates(candidates[:])
		s.learner.Resume(candidates[:], limits, result)
	}
}

// search counts the solutions of stack[depth], where the digits of dirty have
// changed and placed cells were solved before. It reports false where patience ran out. The search is over where
// result is stopped or has all solutions wanted.
func (s *solver16) search(depth int, dirty uint32, placed int, limits *solvers.Limits, result *solvers.Result) bool {
	here := &s.stack[depth]
	for {
		if result.Nodes >= s.until {
			return false
		}
		if !limits.Enter(result) {
			return true
		}
		pairs, more, ok := here.propagate(dirty)
		if !ok {
			return true
		}
		result.Updates += uint64(here.placed() - placed)
		placed = here.placed()
		if s.inspect != nil {
			s.inspect(*here, pairs, more)
		}
		if more[0]|more[1]|more[2]|more[3] == 0 {
			here.answer(s.grid[:])
			result.Found(s.grid[:])
			s.until = result.Nodes + s.patience
			return true
		}
		if result.Nodes == 1 {
			s.root = *here
		}
		cell, band, digit := here.choose(&pairs, &more)
		there := &s.stack[depth+1]
		*there = *here
		if !s.search(depth+1, there.place(cell, band, digit), placed, limits, result) {
			return false
		}
		if result.Stopped != solvers.Finished || result.Solutions >= limits.Wanted() {
			return true
		}
		here.bands[band][digit] &^= cell
		dirty = 1 << digit
	}
}
