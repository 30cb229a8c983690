package ranking

import "slices"

// PerSet compares contestants on every set: winners has the best one with the next one, against has every one with the
// reference. The pairs of each are corrected together.
func PerSet(groups []*Group, reference string) (winners, against []*Pair) {
	for _, g := range groups {
		for _, set := range SetsOf(g.Entrants) {
			var on []*Entrant
			for _, e := range g.Entrants {
				if pool := e.On[set]; pool != nil {
					on = append(on, &Entrant{Name: e.Name, Contestant: e.Contestant, Sets: []string{set}, On: map[string]*Pool{set: pool}})
				}
			}
			_, on, _ = Arrange(on)
			pair := func(a, b *Entrant) *Pair {
				p := compare(a, b, []string{set})
				p.Set, p.Group = set, g
				return &p
			}
			if len(on) > 1 {
				winners = append(winners, pair(on[0], on[1]))
			}
			base := slices.IndexFunc(on, func(e *Entrant) bool { return e.Contestant == reference })
			for i, e := range on {
				if base >= 0 && i != base {
					against = append(against, pair(e, on[base]))
				}
			}
		}
	}
	decide(winners)
	decide(against)
	return winners, against
}
