package ranking

import (
	"cmp"
	"fmt"
	"slices"
)

// Arrange returns the sets that are common to entrants, and the entrants in their order over these sets: more cases
// solved first, then the smaller PAR2; equal ones stay in their order. leftOut has a sentence on each result that does
// not count.
func Arrange(entrants []*Entrant) (sets []string, ordered []*Entrant, leftOut []string) {
	have := map[string][]string{}
	var names []string
	for _, e := range entrants {
		names = append(names, e.Name)
		have[e.Name] = e.Sets
	}
	sets, names, leftOut = common(names, have)
	for _, e := range entrants {
		if slices.Contains(names, e.Name) {
			ordered = append(ordered, e)
		}
	}
	slices.SortStableFunc(ordered, func(a, b *Entrant) int {
		solved, _, par2 := a.Over(sets)
		otherSolved, _, otherPAR2 := b.Over(sets)
		return cmp.Or(cmp.Compare(otherSolved, solved), cmp.Compare(par2, otherPAR2))
	})
	return sets, ordered, leftOut
}

// Over sums up the results of an entrant over sets. par2 is in nanoseconds.
func (e *Entrant) Over(sets []string) (solved, cases int, par2 float64) {
	for _, set := range sets {
		p := e.On[set]
		solved, cases, par2 = solved+p.Solved(), cases+p.Cases(), par2+p.PAR2()
	}
	return solved, cases, par2
}

// common returns the sets that all solvers have. While there is none, the solver with the fewest sets is left out,
// the last one of equals. Sets that are not common are left out, too.
func common(solvers []string, have map[string][]string) (sets, kept, leftOut []string) {
	kept = slices.Clone(solvers)
	for len(kept) > 0 {
		sets = slices.Clone(have[kept[0]])
		for _, name := range kept[1:] {
			sets = slices.DeleteFunc(sets, func(set string) bool { return !slices.Contains(have[name], set) })
		}
		if len(sets) > 0 {
			break
		}
		fewest := 0
		for i, name := range kept {
			if len(have[name]) <= len(have[kept[fewest]]) {
				fewest = i
			}
		}
		leftOut = append(leftOut, fmt.Sprintf("%s: it shares no set with all other solvers", kept[fewest]))
		kept = slices.Delete(kept, fewest, fewest+1)
	}
	var others []string
	for _, name := range kept {
		for _, set := range have[name] {
			if !slices.Contains(sets, set) && !slices.Contains(others, set) {
				others = append(others, set)
			}
		}
	}
	for _, set := range others {
		leftOut = append(leftOut, fmt.Sprintf("%s: not every solver has a result there", set))
	}
	return sets, kept, leftOut
}
