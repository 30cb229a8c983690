package bench

import (
	"math/rand/v2"
	"slices"
)

// Schedule is the seed of the order in which rounds visit their benchmarks. The order follows from it
// alone, so that an interrupted run can be resumed.
type Schedule uint64

// Round returns the order of the n benchmarks in one round, counted from 0. An even round
// has a new random order. The odd round after it has the reverse order. So a slow drift
// affects every benchmark alike.
func (s Schedule) Round(round, n int) []int {
	order := s.Rand(uint64(round/2), 0).Perm(n)
	if round%2 == 1 {
		slices.Reverse(order)
	}
	return order
}

// Rand returns the generator for one purpose of one round. Two purposes or two
// rounds never share a stream.
func (s Schedule) Rand(round, purpose uint64) *rand.Rand {
	return rand.New(rand.NewPCG(uint64(s), round<<32|purpose))
}
