package bitboard

import "gridjudge/solvers"

// solver9 searches 9x9 grids depth first on copies of the state.
type solver9 struct {
	stack [81]state9
	grid  [81]uint8

	// inspect, where tests set it, sees every state that propagation leaves.
	inspect func(s state9, pairs, more [3]uint32)
}

func newSolver9() *solver9 {
	tables9()
	return new(solver9)
}

// Solve counts the solutions of puzzle.
func (s *solver9) Solve(puzzle solvers.Grid, limits solvers.Limits, result *solvers.Result) {
	result.Reset()
	s.stack[0].load(puzzle)
	s.search(0, digits9, s.stack[0].placed(), &limits, result)
}

// search counts the solutions of stack[depth], where the digits of dirty have
// changed and placed cells were solved before, and reports whether to go on.
func (s *solver9) search(depth int, dirty uint32, placed int, limits *solvers.Limits, result *solvers.Result) bool {
	here := &s.stack[depth]
	for {
		if !limits.Enter(result) {
			return false
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
		if more[0]|more[1]|more[2] == 0 {
			here.answer(s.grid[:])
			result.Found(s.grid[:])
			return result.Solutions < limits.Wanted()
		}
		cell, band, digit, other := here.choose(&pairs, &more)
		there := &s.stack[depth+1]
		*there = *here
		if !s.search(depth+1, there.place(cell, band, digit), placed, limits, result) {
			return false
		}
		if other != digit {
			dirty = here.place(cell, band, other)
		} else {
			here.bands[band][digit] &^= cell
			dirty = 1 << digit
		}
	}
}

func (s *state9) placed() int { return count9(&s.solved) }

// place puts a digit into a cell and returns the digits that change.
func (s *state9) place(cell uint32, band, digit int) (dirty uint32) {
	x := s.bands[band][digit]
	rows := (cell + band9) & spare9
	dirty = take9(&s.bands[band], cell) | 1<<digit
	s.bands[band][digit] = x&^(rows-rows>>9) | cell
	s.solved[band] |= cell
	return dirty
}
