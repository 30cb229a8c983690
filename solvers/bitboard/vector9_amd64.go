package bitboard

import "gridjudge/solvers"

// vector9 is solver9 with a search call's propagation in one assembly
// function: the same tree, the same counts.
type vector9 struct {
	stack [81]lanes9
	view  view9
	grid  [81]uint8

	// inspect, where tests set it, sees every state that propagation leaves.
	inspect func(cells *lanes9, view *view9)
}

// Solve counts the solutions of puzzle.
func (s *vector9) Solve(puzzle solvers.Grid, limits solvers.Limits, result *solvers.Result) {
	result.Reset()
	givens := s.stack[0].load(puzzle)
	s.search(0, 0, -1, 0, givens, &limits, result)
}

// search counts the solutions of stack[from] where the cell holds the digits
// given, as a set, and reports whether to go on. It works in stack[depth];
// placed is the number of solved cells before. Cell -1 stands for none.
func (s *vector9) search(depth, from, cell int, digits uint, placed int, limits *solvers.Limits, result *solvers.Result) bool {
	here := &s.stack[depth]
	for {
		if !limits.Enter(result) {
			return false
		}
		if !propagate9AVX512(&here[0][0], &s.stack[from][0][0], cell, digits, &s.view.pairs[0]) {
			return true
		}
		now := 81 - count9((*[3]uint32)(s.view.more[:]))
		result.Updates += uint64(now - placed)
		placed = now
		if s.inspect != nil {
			s.inspect(here, &s.view)
		}
		if now == 81 {
			here.answer(s.grid[:])
			result.Found(s.grid[:])
			return result.Solutions < limits.Wanted()
		}
		cell, digits = s.view.choose(here)
		if !s.search(depth+1, depth, cell, digits&-digits, placed, limits, result) {
			return false
		}
		from, digits = depth, digits&(digits-1)
	}
}
