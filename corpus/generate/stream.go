package generate

import (
	"encoding/binary"
	"math/bits"
	"math/rand/v2"
)

// stream is the source of randomness of one puzzle. The output of ChaCha8 is
// specified (C2SP), and integers are drawn from it by the code below, so later
// Go releases give the same bytes.
type stream struct{ source *rand.ChaCha8 }

// newStream returns the stream of the i-th puzzle of a seed, from 0.
func newStream(seed uint64, i int) *stream {
	key := [32]byte([]byte("gridjudge corpus................"))
	binary.LittleEndian.PutUint64(key[16:], seed)
	binary.LittleEndian.PutUint64(key[24:], uint64(i))
	return &stream{rand.NewChaCha8(key)}
}

// intN draws from [0, n), each with the same probability (Lemire, 2019).
func (s *stream) intN(n int) int {
	bound := uint64(n)
	for {
		high, low := bits.Mul64(s.source.Uint64(), bound)
		if low >= bound || low >= -bound%bound {
			return int(high)
		}
	}
}

// perm draws a permutation of [0, n), each with the same probability.
func (s *stream) perm(n int) []int {
	p := make([]int, n)
	for i := range p {
		j := s.intN(i + 1)
		p[i] = p[j]
		p[j] = i
	}
	return p
}
