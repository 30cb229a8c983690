package stats

import "fmt"

// RankInterval is the best and the worst rank, from 1, that a contestant can have if not every order is settled.
type RankInterval struct{ Best, Worst int }

// Settled reports whether only one rank is possible.
func (i RankInterval) Settled() bool { return i.Best == i.Worst }

func (i RankInterval) String() string {
	if i.Settled() {
		return fmt.Sprint(i.Best)
	}
	return fmt.Sprintf("%d-%d", i.Best, i.Worst)
}

// Ranks returns the rank intervals of n contestants. ahead reports whether i is surely better than j. The best rank
// is 1 plus the number of contestants that are ahead, the worst is n minus the number of those that are behind.
func Ranks(n int, ahead func(i, j int) bool) []RankInterval {
	ranks := make([]RankInterval, n)
	for i := range ranks {
		ranks[i] = RankInterval{1, n}
		for j := range n {
			switch {
			case i == j:
			case ahead(j, i):
				ranks[i].Best++
			case ahead(i, j):
				ranks[i].Worst--
			}
		}
	}
	return ranks
}
