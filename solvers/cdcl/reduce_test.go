package cdcl

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// fault returns the first clause that is not watched by exactly its first two
// literals, or the first watch of no clause.
func (c *clauses) fault() error {
	watched := map[clauseNumber][]literal{}
	for l, watches := range c.watches {
		for _, w := range watches {
			if w.clause != isPair {
				watched[w.clause] = append(watched[w.clause], literal(l))
			}
		}
	}
	for at := clauseNumber(0); at < clauseNumber(len(c.store)); at += clauseNumber(c.header(at).size() + clauseHead) {
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

// TestReduce checks which clauses stay, and that they are watched.
func TestReduce(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	c := newClauses(50)
	c.reset(50)
	good, recent := 0, 0
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
		}
	}
	c.attach(4, 9, isPair)
	require.NoError(t, c.fault())
	c.reduce()
	require.NoError(t, c.fault())
	rest := 1000 - good - recent
	assert.GreaterOrEqual(t, c.count, good+recent)
	assert.InDelta(t, good+recent+rest/4, c.count, 30)
	assert.Equal(t, c.count+limitStart+limitStep, c.limit)
	assert.Equal(t, []watch{{9, isPair}}, slices.DeleteFunc(slices.Clone(c.watches[4]),
		func(w watch) bool { return w.clause != isPair }), "pairs stay")
	c.reduce()
	assert.GreaterOrEqual(t, c.count, good)
	assert.Less(t, c.count, good+recent+rest/8, "clauses that were not used again are dropped")
	c.watches[c.literals(0)[0]] = nil
	assert.Error(t, c.fault())
}
