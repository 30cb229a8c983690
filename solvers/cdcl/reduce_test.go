package cdcl

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gridjudge/solvers"
)

// fault returns an error for the first clause that is not watched by exactly its first two literals,
// and for watches that do not belong to a clause.
func (c *clauses) fault() error {
	watched := map[clauseNumber][]literal{}
	for l, watches := range c.watches {
		for _, w := range watches {
			if w.clause != binaryClause {
				watched[w.clause] = append(watched[w.clause], literal(l))
			}
		}
	}
	for at := range c.all() {
		want := slices.Sorted(slices.Values(c.literals(at)[:2]))
		if !slices.Equal(watched[at], want) {
			return fmt.Errorf("clause %d is watched by %v, not by %v", at, watched[at], want)
		}
		delete(watched, at)
	}
	if len(watched) > 0 {
		return fmt.Errorf("%d watches of no clause", len(watched))
	}
	return nil
}

// TestReduce checks which clauses are kept, and that these are watched.
func TestReduce(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	c := newClauses(50, held{})
	c.reset(50, solvers.DefaultMemory)
	good, recent := 0, 0
	type ranked struct {
		literals string
		quotient float64 // of activity and size
	}
	var rest []ranked // the other clauses
	for i := range 1000 {
		literals := make([]literal, 0, 8)
		for _, v := range rng.Perm(50)[:3+rng.IntN(5)] {
			literals = append(literals, literal(2*v+rng.IntN(2)))
		}
		lbd := 1 + rng.IntN(9)
		clause := c.add(literals, lbd)
		switch {
		case lbd <= keptLBD:
			good++
		case lbd <= usedLBD && i%2 == 0:
			c.store[clause] |= 1 << 8
			recent++
		default:
			rest = append(rest, ranked{fmt.Sprint(literals), math.Pow(clauseDecay, -float64(i)) / float64(len(literals))})
		}
		c.decay()
	}
	c.attach(4, 9, binaryClause)
	if err := c.fault(); err != nil {
		t.Fatal(err)
	}
	c.reduce()
	if err := c.fault(); err != nil {
		t.Fatalf("after a reduction: %v", err)
	}
	if want := good + recent + len(rest)/4; c.count != want {
		t.Errorf("%d clauses stay, want %d", c.count, want)
	}
	var stay []string
	for clause := range c.all() {
		stay = append(stay, fmt.Sprint(c.literals(clause)))
	}
	slices.SortFunc(rest, func(a, b ranked) int { return cmp.Compare(b.quotient, a.quotient) })
	for i, clause := range rest {
		if want := i < len(rest)/4; slices.Contains(stay, clause.literals) != want {
			t.Errorf("clause %d of %d by activity and size stays: %v, want %v", i, len(rest), !want, want)
		}
	}
	if want := c.count + limitStart + limitStep; c.limit != want {
		t.Errorf("limit %d after a reduction, want %d", c.limit, want)
	}
	pairs := slices.DeleteFunc(slices.Clone(c.watches[4]), func(w watch) bool { return w.clause != binaryClause })
	if want := []watch{{9, binaryClause}}; !slices.Equal(pairs, want) {
		t.Errorf("pairs stay: %v, want %v", pairs, want)
	}
	c.reduce()
	if c.count < good {
		t.Errorf("%d clauses stay after two reductions, want at least the %d good ones", c.count, good)
	}
	if most := good + recent + len(rest)/8; c.count >= most {
		t.Errorf("clauses that were not used again are dropped: %d are left, want fewer than %d", c.count, most)
	}
	c.watches[c.literals(0)[0]] = nil
	if c.fault() == nil {
		t.Error("no fault is seen where a watch is missing")
	}
}

// TestActivity lets two clauses take part in conflicts, one after the other.
func TestActivity(t *testing.T) {
	for _, test := range []struct {
		first, between, second int // conflicts of the first clause, of none, of the second clause
		active                 int // the more active clause
	}{{2, 1, 1, 0}, {1, 1, 2, 1}, {2, 1000, 1, 1}} {
		for _, scaled := range []bool{false, true} { // whether all activities are scaled in between
			c := newClauses(6, held{})
			c.reset(6, solvers.DefaultMemory)
			for scaled && c.increment/clauseDecay <= 1e20 {
				c.decay()
			}
			clauses := []clauseNumber{c.add([]literal{0, 2, 4}, 3), c.add([]literal{6, 8, 10}, 3)}
			for _, clause := range clauses {
				c.setActivity(clause, 0)
			}
			for range test.first {
				c.bump(clauses[0])
			}
			for range test.between {
				c.decay()
			}
			for range test.second {
				c.bump(clauses[1])
			}
			if c.rank(clauses[test.active]) >= c.rank(clauses[1-test.active]) {
				t.Errorf("%+v, scaled %v: the activities are %g and %g", test, scaled, c.activity(clauses[0]), c.activity(clauses[1]))
			}
			if c.increment > 1e10 {
				t.Errorf("%+v, scaled %v: a conflict adds %g", test, scaled, c.increment)
			}
		}
	}
}
