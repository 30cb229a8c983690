package bitboard

import (
	"math/bits"

	"gridjudge/solvers"
)

const (
	activityDecay = 0.98 // by conflict
	restartUnit   = 64   // conflicts, times the terms of Luby's sequence
)

// Solve counts the solutions of puzzle.
func (s *learner) Solve(puzzle solvers.Grid, limits solvers.Limits, result *solvers.Result) {
	result.Reset()
	if s.read(puzzle) {
		s.resume(&limits, result)
	} else {
		enter(&limits, result)
	}
}

// resume counts the solutions of the candidates given, on top of what another
// search spent and found: its counts of effort and its first solution stay.
// Its solutions are counted anew, for they come in another order here, but the
// count never ends below what it had.
func (s *learner) resume(limits *solvers.Limits, result *solvers.Result) {
	s.build()
	s.reset()
	s.updates = result.Updates
	before := result.Solutions
	result.Solutions = 0
	for g := range s.state {
		l := s.state[g].rest
		if s.state[g].open == 1 && s.value[l] == 0 {
			s.assign(l, byNothing)
		}
	}
	s.search(limits, result)
	result.Solutions = max(result.Solutions, before)
	result.Updates = s.updates
}

// search counts solutions below the facts at level 0. Level floor and those
// below are what is left of the tree once solutions were found: their
// decisions have been, or will be, turned over one by one, deepest first, and
// the search neither goes back beyond them nor resolves their literals.
func (s *learner) search(limits *solvers.Limits, result *solvers.Result) {
	floor, ranked := 0, false
	conflicts, restart, restarts := 0, restartUnit, 1
	for {
		if !enter(limits, result) {
			return
		}
		broken, ok := s.propagate()
		if !ranked && ok {
			ranked = true
			s.rank()
		}
		if ok && s.inspect != nil {
			s.inspect()
		}
		switch {
		case !ok && len(s.limits) > floor:
			conflicts++
			back, glue := s.analyse(broken)
			s.cancel(max(back, floor))
			s.learn(glue)
			s.order.decay()
			if conflicts >= restart {
				restarts++
				restart = conflicts + restartUnit*luby(restarts)
				s.cancel(floor)
				for _, l := range s.trail {
					s.info[l>>1].because = byNothing
				}
				if s.clauses.count > s.clauses.most {
					s.clauses.clean()
				}
			}
		case !ok:
			if floor == 0 {
				return
			}
			floor = s.flip()
		case s.next():
		default:
			s.found(result)
			if result.Solutions >= limits.Wanted() || len(s.limits) == 0 {
				return
			}
			floor = s.flip()
		}
	}
}

// flip turns the deepest decision over and returns the level below it, where
// its opposite now stands for good.
func (s *learner) flip() int {
	level := len(s.limits) - 1
	decision := s.trail[s.limits[level]]
	s.cancel(level)
	s.assign(decision^1, byNothing)
	return level
}

// learn adds the clause that analysis left and assigns what it implies.
func (s *learner) learn(glue int) {
	learned := s.analysis.learned
	if len(learned) == 1 {
		s.assign(learned[0], byNothing)
		return
	}
	clause := s.clauses.add(learned, glue)
	s.assign(learned[0], reason(clause<<2|byClause))
}

// rank fills the order with the variables that the givens leave open, those
// in small groups first.
func (s *learner) rank() {
	for v := range uint32(s.variables) {
		if s.value[2*v] != 0 {
			continue
		}
		least := uint32(1 << 16)
		for _, g := range s.groupsOf(2 * v) {
			least = min(least, s.state[g].open)
		}
		s.order.activity[v] = 1 / float64(least)
		s.order.insert(v)
	}
}

// next decides the first open variable and reports whether there was one.
func (s *learner) next() bool {
	for len(s.order.heap) > 0 {
		v := s.order.pop()
		if s.value[2*v] == 0 {
			s.decide(literal(2*v) | s.info[v].sign)
			return true
		}
	}
	return false
}

func (s *learner) found(result *solvers.Result) {
	for cell, c := range s.candidates {
		s.grid[cell] = uint8(bits.Len32(c))
	}
	for v, at := range s.home {
		if s.value[2*v] > 0 {
			s.grid[int(at)/s.size] = uint8(int(at)%s.size + 1)
		}
	}
	if result.Solutions == 0 && len(result.First) > 0 {
		result.Solutions = 1 // the other search's first solution stays
		return
	}
	result.Found(s.grid)
}

// luby is the i-th term, from 1, of the sequence 1 1 2 1 1 2 4 1 1 2 ...
func luby(i int) int {
	for k := 1; ; k++ {
		if i == 1<<k-1 {
			return 1 << (k - 1)
		}
		if i < 1<<k-1 {
			return luby(i - 1<<(k-1) + 1)
		}
	}
}
