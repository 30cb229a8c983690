package generate

import (
	"encoding/binary"
	"math/bits"
	"math/rand/v2"
)

// stream is the source of randomness for one puzzle. The output of ChaCha8 is specified (C2SP), and the
// code below draws integers from it, so later Go releases give the same bytes.
type stream struct{ source *rand.ChaCha8 }

// newStream returns the stream of puzzle number i of a seed, counted from 0.
func newStream(seed uint64, i int) *stream {
	key := [32]byte([]byte("gridjudge corpus................"))
	binary.LittleEndian.PutUint64(key[16:], seed)
	binary.LittleEndian.PutUint64(key[24:], uint64(i))
	return &stream{rand.NewChaCha8(key)}
}

// intN draws an integer from [0, n). All are equally likely (Lemire, 2019).
func (s *stream) intN(n int) int {
	bound := uint64(n)
	for {
		high, low := bits.Mul64(s.source.Uint64(), bound)
		if low >= bound || low >= -bound%bound {
			return int(high)
		}
	}
}

// perm draws a permutation of [0, n). All are equally likely.
func (s *stream) perm(n int) []int {
	p := make([]int, n)
	for i := range p {
		j := s.intN(i + 1)
		p[i] = p[j]
		p[j] = i
	}
	return p
}
