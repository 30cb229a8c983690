package ranking

import (
	"cmp"
	"slices"

	"gridjudge/harness/results"
)

// SetPair compares two solvers on one set.
type SetPair struct {
	Set string `json:"set"`
	Pair
}

// Against compares every solver with a reference, set by set. All comparisons are corrected together.
func (c *Results) Against(reference string) []SetPair {
	return c.bySet(func(set string, group Group, solvers []string) (pairs [][2]string) {
		if base := group.Name(reference); slices.Contains(solvers, base) {
			for _, name := range solvers {
				if name != base {
					pairs = append(pairs, [2]string{name, base})
				}
			}
		}
		return pairs
	})
}

// Winners compares the best solver of every set with the next one. A set with one solver has no pair.
func (c *Results) Winners() []SetPair {
	return c.bySet(func(set string, _ Group, solvers []string) [][2]string {
		if len(solvers) < 2 {
			return nil
		}
		sorted := slices.Clone(solvers)
		slices.SortStableFunc(sorted, func(a, b string) int {
			x, y := c.Of[results.Benchmark{Set: set, Solver: a}], c.Of[results.Benchmark{Set: set, Solver: b}]
			return cmp.Or(cmp.Compare(y.Solved, x.Solved), cmp.Compare(x.par2(), y.par2()))
		})
		return [][2]string{{sorted[0], sorted[1]}}
	})
}

// bySet compares the solvers that choose picks among those of one set and one group.
func (c *Results) bySet(choose func(set string, group Group, solvers []string) [][2]string) []SetPair {
	type place struct {
		set   string
		group Group
	}
	var places []place
	solvers := map[place][]string{}
	for _, b := range c.Benchmarks {
		at := place{b.Set, c.GroupOf(b)}
		if solvers[at] == nil {
			places = append(places, at)
		}
		solvers[at] = append(solvers[at], b.Solver)
	}
	var out []SetPair
	for _, at := range places {
		for _, names := range choose(at.set, at.group, solvers[at]) {
			pair := c.entry(names[0], []string{at.set}).compare(c.entry(names[1], []string{at.set}))
			pair.Solver, pair.Other, pair.Sets = names[0], names[1], 1
			out = append(out, SetPair{at.set, pair})
		}
	}
	all := make([]*Pair, len(out))
	for i := range out {
		all[i] = &out[i].Pair
	}
	decide(all)
	return out
}
