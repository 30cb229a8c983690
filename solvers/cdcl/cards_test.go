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

// faultOfCards returns an error for the first triad whose count is wrong, or in which propagation has
// missed something. counted is the number of triads that have a count.
func (s *Solver) faultOfCards() (counted int, err error) {
	e := &s.encoding
	for t, noted := range s.cards.counts[:len(s.cards.counts)-1] {
		var want card
		for i := range e.side {
			cell := e.cellOf(triadNumber(t), i)
			if c := e.candidates[cell]; c&(c-1) != 0 {
				want.needed++
			}
		}
		if want.needed < 2 {
			continue
		}
		counted++
		for _, l := range e.triad(triadNumber(t)) {
			switch {
			case l == noLiteral:
			case s.value[l] > 0:
				want.needed--
			case s.value[l] == 0:
				want.open++
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
		members := s.encoding.triad(t)
		trues, falses, all := 0, 0, 0 // members; two of them may be the same literal, or negations of each other
		for _, m := range members {
			if m == noLiteral {
				continue
			}
			all++
			if slices.Contains(clause, m.not()) {
				trues++
			} else if slices.Contains(clause, m) {
				falses++
			}
		}
		for _, no := range clause {
			m := no.not()
			if before, ok := at[m]; !ok || before >= i {
				return reasons, fmt.Errorf("literal %d of the trail has the later cause %d", i, m)
			}
		}
		cells := 0
		for i := range s.encoding.side {
			if c := s.encoding.candidates[s.encoding.cellOf(t, i)]; c&(c-1) != 0 {
				cells++
			}
		}
		full := slices.Contains(members, l.not()) && trues == cells
		needed := slices.Contains(members, l) && all-falses == cells
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
