package cdcl

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"gridjudge/solvers"
	"gridjudge/solvers/solverstest"
)

// placesOf returns the positions in a unit at which a digit is the only candidate, or a candidate whose
// literal is wanted.
func (s *Solver) placesOf(kind, unit, d int, wanted func(l literal) bool) (places uint32) {
	e := &s.encoding
	for i, cell := range s.singles.cells[kind][unit*units:][:e.size] {
		c := e.candidates[cell]
		if c>>d&1 != 0 && (c&(c-1) == 0 || wanted(e.literalOf[int(cell)*e.size+d])) {
			places |= 1 << i
		}
	}
	return places
}

// faultOfPairs returns an error for the first hidden pair that propagation has missed, or the first
// word that is wrong. pairs is the number of hidden pairs.
func (s *Solver) faultOfPairs() (pairs int, err error) {
	n := s.encoding.size
	open := func(l literal) bool { return s.value[l] >= 0 }
	for unit := range 3 * n {
		for d := range n {
			places := s.placesOf(unit/n, unit%n, d, open)
			if noted := s.pairs.words[n*n+unit*n+d]; noted != places {
				return pairs, fmt.Errorf("digit %d of unit %d has places %b, noted as %b", d, unit, places, noted)
			}
			if bits.OnesCount32(places) != 2 {
				continue
			}
			for e := range d {
				if s.placesOf(unit/n, unit%n, e, open) != places {
					continue
				}
				pairs++
				for left := places; left != 0; left &= left - 1 {
					cell := s.singles.cells[unit/n][unit%n*units+bits.TrailingZeros32(left)]
					if w := s.pairs.words[cell]; w != 1<<d|1<<e {
						return pairs, fmt.Errorf("cell %d holds the digits %d and %d, and has %b", cell, d, e, w)
					}
				}
			}
		}
	}
	return pairs, nil
}

// faultOfReasons looks at the candidates that hidden pairs have eliminated. It returns an error for the
// first one whose causes do not imply this, or were assigned after it. reasons is the number of
// candidates that it looked at.
func (s *Solver) faultOfReasons() (reasons int, err error) {
	e := &s.encoding
	n := e.size
	at := map[literal]int{}
	for i, l := range s.trail {
		at[l] = i
		why := s.info[l.variable()].reason
		if why.kind() != byPair {
			continue
		}
		reasons++
		denied := map[literal]bool{falsity: true}
		for _, no := range s.clauseOf(why) {
			m := no.not()
			if before, ok := at[m]; !ok || before >= i {
				return reasons, fmt.Errorf("literal %d of the trail has the later cause %d", i, m)
			}
			denied[m.not()] = true
			for t, l := range e.triads { // a digit that is not in a triad is in none of its cells
				if l != m.not() {
					continue
				}
				for i := range e.side {
					cell := e.cellOf(triadNumber(t/n), i)
					if c := e.candidates[cell]; c&(c-1) != 0 && c>>(t%n)&1 != 0 {
						denied[e.literalOf[cell*n+t%n]] = true
					}
				}
			}
		}
		unit, d1, d2 := int(why.what()>>20), why.what()>>15%32, why.what()>>10%32
		inPair := func(candidate uint32) bool {
			member, d := &s.singles.memberOf[candidate/uint32(n)], candidate%uint32(n)
			position := uint32(member.position[unit/n])
			return e.literalOf[candidate] == l.not() && int(member.unit[unit/n]) == unit%n && d != d1 && d != d2 &&
				(position == why.what()>>5%32 || position == why.what()%32)
		}
		i := slices.IndexFunc(e.open, inPair)
		if i < 0 {
			return reasons, fmt.Errorf("literal %d stands for no candidate of the pair", l)
		}
		candidate := int(e.open[i])
		position := s.singles.memberOf[candidate/n].position[unit/n]
		digits, most := map[uint32]int{}, 0 // by their two places
		for d := range n {
			places := s.placesOf(unit/n, unit%n, d, func(x literal) bool { return !denied[x] })
			if bits.OnesCount32(places) == 2 && places>>position&1 != 0 && d != candidate%n {
				digits[places]++
				most = max(most, digits[places])
			}
		}
		if most != 2 {
			return reasons, fmt.Errorf("candidate %d is eliminated because of %d digits", candidate, most)
		}
	}
	return reasons, nil
}

// stopped makes puzzles from a seed, stops a search in each by one node budget after another, lets
// propagation end there, and runs two checks. It returns how many things each check has looked at.
func stopped(t *testing.T, seed uint64, puzzles int, state, reasons func(*Solver) (int, error)) (checked, implied int) {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, seed))
	for _, kind := range [][2]int{{9, 22}, {16, 90}, {25, 250}} {
		size, givens := kind[0], kind[1]
		s := New(size)
		for range puzzles {
			puzzle := solverstest.Holed(size, givens, rng)
			var r solvers.Result
			for nodes := uint64(1); nodes < 120; nodes += 7 {
				if !s.learned(puzzle, solvers.Limits{Solutions: 20, Nodes: nodes}, &r) || r.Stopped == solvers.Finished {
					break
				}
				if _, ok := s.propagate(); !ok {
					continue
				}
				for _, check := range []struct {
					find  func(*Solver) (int, error)
					count *int
				}{{state, &checked}, {reasons, &implied}} {
					n, err := check.find(s)
					if err != nil {
						t.Fatalf("%v after %d search calls: %v", puzzle, nodes, err)
					}
					*check.count += n
				}
			}
		}
	}
	return checked, implied
}

// TestPairs checks all hidden pairs, and everything that they have implied.
func TestPairs(t *testing.T) {
	pairs, reasons := stopped(t, 4, 8, (*Solver).faultOfPairs, (*Solver).faultOfReasons)
	if pairs <= 1000 {
		t.Errorf("pairs checked: %d, want more than 1000", pairs)
	}
	if reasons <= 500 {
		t.Errorf("reasons checked: %d, want more than 500", reasons)
	}
}

func TestFaultsOfPairsAreSeen(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	s := New(16)
	implied := func(l literal) bool {
		return s.info[l.variable()].reason.kind() == byPair && s.info[l.variable()].level > 0
	}
	for pairs := 0; pairs == 0 || !slices.ContainsFunc(s.trail, implied); {
		var r solvers.Result
		puzzle := solverstest.Holed(16, 90, rng)
		if !s.learned(puzzle, solvers.Limits{Solutions: 20, Nodes: 41}, &r) {
			t.Fatalf("singles suffice for %v", puzzle)
		}
		if _, ok := s.propagate(); ok {
			pairs, _ = s.faultOfPairs()
		}
	}
	s.pairs.words[16*16] ^= 1
	if _, err := s.faultOfPairs(); !says(err, "digit 0 of unit 0 has places") {
		t.Errorf("wrong places: error %v, want one with %q", err, "digit 0 of unit 0 has places")
	}
	s.pairs.words[16*16] ^= 1
	for cell := range 16 * 16 {
		s.pairs.words[cell] = 1<<16 - 1
	}
	if _, err := s.faultOfPairs(); !says(err, "holds the digits") {
		t.Errorf("cells with all digits: error %v, want one with %q", err, "holds the digits")
	}
	l := s.trail[slices.IndexFunc(s.trail, implied)]
	why := s.info[l.variable()].reason
	pair := why.what()
	last := s.trail[len(s.trail)-1]
	s.info[last.variable()].reason = why
	if _, err := s.faultOfReasons(); !says(err, "stands for no candidate of the pair") {
		t.Errorf("a literal outside of the pair: error %v, want one with %q", err, "stands for no candidate of the pair")
	}
	unit, d, i, j := pair>>20, pair>>15%32, pair>>5%32, pair%32
	s.info[l.variable()].reason = newPair(unit, d, d, i, j)
	if _, err := s.faultOfReasons(); !says(err, "is eliminated because of 1 digits") {
		t.Errorf("a pair of one digit: error %v, want one with %q", err, "is eliminated because of 1 digits")
	}
	other := (j + 1) % 16
	if other == i {
		other = (j + 2) % 16
	}
	s.info[l.variable()].reason = newPair(unit, d, d, i, other)
	if _, err := s.faultOfReasons(); !says(err, "has the later cause") {
		t.Errorf("a pair with another cell: error %v, want one with %q", err, "has the later cause")
	}
}
