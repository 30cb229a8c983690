package ranking

import "slices"

// Against compares every contestant with a reference, set by set. All comparisons are corrected together.
func Against(groups []*Group, reference string) []*Pair {
	return bySet(groups, func(on []*Entrant) (pairs [][2]*Entrant) {
		base := slices.IndexFunc(on, func(e *Entrant) bool { return e.Contestant == reference })
		for i, e := range on {
			if base >= 0 && i != base {
				pairs = append(pairs, [2]*Entrant{e, on[base]})
			}
		}
		return pairs
	})
}

// Winners compares the best contestant of every set with the next one. A set with one contestant has no pair.
func Winners(groups []*Group) []*Pair {
	return bySet(groups, func(on []*Entrant) [][2]*Entrant {
		if len(on) < 2 {
			return nil
		}
		return [][2]*Entrant{{on[0], on[1]}}
	})
}

// bySet compares the entrants that choose picks among those of one set and one group, which are in their order on the
// set.
func bySet(groups []*Group, choose func(on []*Entrant) [][2]*Entrant) (out []*Pair) {
	for _, g := range groups {
		var sets []string
		for _, e := range g.Entrants {
			for _, set := range e.Sets {
				if !slices.Contains(sets, set) {
					sets = append(sets, set)
				}
			}
		}
		for _, set := range sets {
			var on []*Entrant
			for _, e := range g.Entrants {
				if pool := e.On[set]; pool != nil {
					on = append(on, &Entrant{Name: e.Name, Contestant: e.Contestant, Sets: []string{set}, On: map[string]*Pool{set: pool}})
				}
			}
			_, on, _ = Arrange(on)
			for _, two := range choose(on) {
				p := compare(two[0], two[1], []string{set})
				p.Set = set
				out = append(out, &p)
			}
		}
	}
	decide(out)
	return out
}
