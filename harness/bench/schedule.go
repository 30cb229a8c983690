package bench

import (
	"math/rand/v2"
	"slices"
)

// Schedule is the order in which rounds visit their cells. It follows from the
// seed alone, so a run that was cut short goes on where it stopped.
type Schedule struct {
	Seed uint64
}

// Round is the order of the n cells in one round, rounds counted from 0: a
// fresh shuffle on every even round, its mirror image on the odd round after.
// Whatever drifts slowly then meets each cell as often early as late.
func (s Schedule) Round(round, n int) []int {
	order := s.Rand(uint64(round/2), 0).Perm(n)
	if round%2 == 1 {
		slices.Reverse(order)
	}
	return order
}

// Position is the (round, cell) of the i-th sample of the whole run.
func (s Schedule) Position(i, n int) (round, cell int) {
	round = i / n
	return round, s.Round(round, n)[i%n]
}

// Rand makes the generator for one purpose of one round. Two purposes or two
// rounds never share a stream.
func (s Schedule) Rand(round, purpose uint64) *rand.Rand {
	return rand.New(rand.NewPCG(s.Seed, round<<32|purpose))
}
