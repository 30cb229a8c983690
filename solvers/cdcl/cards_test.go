package cdcl

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gridjudge/solvers"
	"gridjudge/solvers/solverstest"
)

// membersOf finds the members of a triad in another way than cards.reset: for each literal, how many digits it stands for,
// after opposite literals have been taken off. It also returns how many of the members are true in a solution. If the
// triad has fewer than two open cells, members is nil.
func (e *encoding) membersOf(t triadNumber) (trues int32, members map[literal]int32) {
	for i := range e.side {
		if c := e.candidates[e.cellOf(t, i)]; c&(c-1) != 0 {
			trues++
		}
	}
	if trues < 2 {
		return trues, nil
	}
	digits := map[literal]int32{}
	for _, l := range e.triad(t) {
		digits[l]++
	}
	delete(digits, noLiteral)
	members = map[literal]int32{}
	for l, n := range digits {
		opposite := min(n, digits[l.not()])
		members[l] = n - opposite
		if !l.negative() {
			trues -= opposite
		}
	}
	return trues, members
}

// faultOfCards returns an error for the first triad whose count is wrong, or in which propagation has
// missed something. counted is the number of triads that have a count.
func (s *Solver) faultOfCards() (counted int, err error) {
	for t, noted := range s.cards.counts {
		var want card
		var members map[literal]int32
		if want.needed, members = s.encoding.membersOf(triadNumber(t)); members == nil {
			continue
		}
		counted++
		for l, n := range members {
			if s.value[l] > 0 {
				want.needed -= n
			} else if s.value[l] == 0 {
				want.open += n
			}
		}
		if want != noted {
			return counted, fmt.Errorf("triad %d is %v, noted as %v", t, want, noted)
		}
		if want.open > 0 && (want.needed == 0 || want.needed >= want.open) {
			return counted, fmt.Errorf("triad %d needs %d of %d open digits", t, want.needed, want.open)
		}
	}
	return counted, nil
}

// faultOfCardReasons looks at the literals that were implied by the counts of triads. It returns an
// error for the first one whose causes do not imply it, or were assigned after it. reasons is the
// number of literals that it looked at.
func (s *Solver) faultOfCardReasons() (reasons int, err error) {
	at := map[literal]int{}
	for i, l := range s.trail {
		at[l] = i
		why := s.info[l.variable()].reason
		if why.kind() != byCard {
			continue
		}
		reasons++
		t := triadNumber(why.what() >> 1)
		clause := s.clauseOf(why)
		cells, members := s.encoding.membersOf(t)
		var trues, falses, all int32
		for m, n := range members {
			all += n
			if slices.Contains(clause, m.not()) {
				trues += n
			} else if slices.Contains(clause, m) {
				falses += n
			}
		}
		for _, no := range clause {
			m := no.not()
			if before, ok := at[m]; !ok || before >= i {
				return reasons, fmt.Errorf("literal %d of the trail has the later cause %d", i, m)
			}
		}
		full := members[l.not()] > 0 && trues == cells
		needed := members[l] > 0 && all-falses == cells
		if !full && !needed {
			return reasons, fmt.Errorf("literal %d of the trail: triad %d has %d true and %d false digits of %d", i, t, trues, falses, all)
		}
	}
	return reasons, nil
}

// TestCards checks the counts of all triads, and everything that they have implied.
func TestCards(t *testing.T) {
	triads, reasons := stopped(t, 6, 6, (*Solver).faultOfCards, (*Solver).faultOfCardReasons)
	if triads <= 10000 {
		t.Errorf("triads checked: %d, want more than 10000", triads)
	}
	if reasons <= 500 {
		t.Errorf("reasons checked: %d, want more than 500", reasons)
	}
}

func TestFaultsOfCardsAreSeen(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 7))
	s := New(16)
	implied := func(l literal) bool {
		return s.info[l.variable()].reason.kind() == byCard && s.info[l.variable()].level > 0
	}
	needed := func(c card) bool { return c.needed > 0 }
	for ok := false; !ok || !slices.ContainsFunc(s.trail, implied) || !slices.ContainsFunc(s.cards.counts, needed); {
		var r solvers.Result
		puzzle := solverstest.Holed(16, 90, rng)
		if !s.learned(puzzle, solvers.Limits{Solutions: 20, Nodes: 41}, &r) {
			t.Fatalf("singles suffice for %v", puzzle)
		}
		_, ok = s.propagate()
	}
	if _, err := s.faultOfCards(); err != nil {
		t.Fatal(err)
	}
	first := slices.IndexFunc(s.cards.counts, needed)
	s.cards.counts[first].open++
	if _, err := s.faultOfCards(); !says(err, fmt.Sprintf("triad %d is", first)) {
		t.Errorf("a wrong count: error %v, want one of triad %d", err, first)
	}
	s.cards.counts[first].open--
	l := s.trail[slices.IndexFunc(s.trail, implied)]
	why := s.info[l.variable()].reason
	s.info[l.variable()].reason = newCard(triadNumber(why.what()>>1), why.what()&1 == 0)
	if _, err := s.faultOfCardReasons(); err == nil {
		t.Error("a reason with the digits of the other value is not seen")
	}
}

// TestCardConflict leaves too few digits for the cells of a triad, and then makes too many of them true.
func TestCardConflict(t *testing.T) {
	s := New(9)
	for cell := range s.encoding.candidates {
		s.encoding.candidates[cell] = 1<<9 - 1
	}
	s.singles.load(solvers.NewGrid(9))
	s.encoding.build()
	triad := s.encoding.triad(0)
	for about, literals := range map[string][]literal{
		"four digits for three cells": {triad[0], triad[3], triad[5], triad[8]},
		"two digits for three cells": {
			triad[0].not(), triad[1].not(), triad[2].not(), triad[3].not(), triad[4].not(), triad[5].not(), triad[6].not(),
		},
	} {
		s.reset(math.MaxUint64)
		for _, l := range literals {
			s.decide(l)
			s.cards.count(l)
		}
		broken, ok := s.propagateCards()
		if ok {
			t.Errorf("%s: no conflict", about)
			continue
		}
		var causes []literal
		for _, no := range s.clauseOf(broken.reason) {
			causes = append(causes, no.not())
		}
		slices.Sort(causes)
		if want := slices.Sorted(slices.Values(literals)); !slices.Equal(causes, want) {
			t.Errorf("%s: causes %v, want %v", about, causes, want)
		}
	}
}

// TestOppositeDigits has a triad of four open cells. One of the cells has only two digits left, and no other cell of the
// triad can hold either of them. So the triad holds exactly one of the two, and the other digits fill three cells.
func TestOppositeDigits(t *testing.T) {
	s := New(16)
	for cell := range s.encoding.candidates {
		s.encoding.candidates[cell] = 1<<16 - 1
	}
	s.encoding.candidates[0] = 1<<14 | 1<<15
	for cell := 1; cell < 4; cell++ {
		s.encoding.candidates[cell] = 1<<14 - 1
	}
	s.singles.load(solvers.NewGrid(16))
	s.encoding.build()
	triad := s.encoding.triad(0)
	if triad[14] != triad[15].not() {
		t.Fatal("the two digits do not have opposite literals")
	}
	s.reset(math.MaxUint64)
	for _, l := range triad[3:14] {
		s.decide(l.not())
		s.cards.count(l.not())
	}
	if _, ok := s.propagateCards(); !ok {
		t.Fatal("a conflict, although three digits are left for three cells")
	}
	for d, l := range triad[:3] {
		if s.value[l] <= 0 {
			t.Errorf("digit %d is not true", d)
			continue
		}
		got := slices.Sorted(slices.Values(s.clauseOf(s.info[l.variable()].reason)))
		if want := slices.Sorted(slices.Values(triad[3:14])); !slices.Equal(got, want) {
			t.Errorf("digit %d is true because of %v, want %v", d, got, want)
		}
	}
	if s.value[triad[14]] != 0 {
		t.Error("the count of the triad decides which of the two digits is in it")
	}
}
