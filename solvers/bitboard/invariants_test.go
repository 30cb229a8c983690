package bitboard

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/solvers"
	"gridjudge/solvers/solverstest"
)

// planes is a state as these tests see it, whatever its layout.
type planes struct {
	size              int
	may               func(cell, digit int) bool
	solved, two, more func(cell int) bool
}

func planes9(s *state9, pairs, more *[3]uint32) planes {
	in := func(set *[3]uint32) func(int) bool {
		return func(cell int) bool { return set[cells9[cell].band]>>cells9[cell].bit&1 != 0 }
	}
	return planes{9, func(cell, digit int) bool {
		return s.bands[cells9[cell].band][digit]>>cells9[cell].bit&1 != 0
	}, in(&s.solved), in(pairs), in(more)}
}

func planes16(s *state16, pairs, more *[4]uint64) planes {
	in := func(set *[4]uint64) func(int) bool {
		return func(cell int) bool { b, bit := at16(cell); return set[b]>>bit&1 != 0 }
	}
	return planes{16, func(cell, digit int) bool {
		b, bit := at16(cell)
		return s.bands[b][digit]>>bit&1 != 0
	}, in(&s.solved), in(pairs), in(more)}
}

// fault is the first thing wrong with a state that propagation left: a cell
// counted wrongly or with nothing left, a solved one that still bars nothing,
// a digit with no place in a unit.
func (p planes) fault() error {
	n := p.size
	b := solvers.Box(n)
	for cell := range n * n {
		digits, last := 0, 0
		for d := range n {
			if p.may(cell, d) {
				digits++
				last = d
			}
		}
		switch {
		case digits == 0:
			return fmt.Errorf("cell %d has no candidate", cell)
		case p.solved(cell) != (digits == 1):
			return fmt.Errorf("cell %d has %d candidates, solved: %v", cell, digits, p.solved(cell))
		case p.two(cell) != (digits == 2), p.more(cell) != (digits >= 2):
			return fmt.Errorf("cell %d has %d candidates, pair: %v, more: %v", cell, digits, p.two(cell), p.more(cell))
		}
		if digits > 1 {
			continue
		}
		row, col := cell/n, cell%n
		for i := range n {
			for _, peer := range [3]int{row*n + i, i*n + col, (row/b*b+i/b)*n + col/b*b + i%b} {
				if peer != cell && p.may(peer, last) {
					return fmt.Errorf("cell %d holds digit %d, which cell %d may still take", cell, last, peer)
				}
			}
		}
	}
	for d := range n {
		for unit := range n {
			var row, col, box bool
			for i := range n {
				row = row || p.may(unit*n+i, d)
				col = col || p.may(i*n+unit, d)
				box = box || p.may((unit/b*b+i/b)*n+unit%b*b+i%b, d)
			}
			if !row || !col || !box {
				return fmt.Errorf("digit %d has no place in row, column or box %d", d, unit)
			}
		}
	}
	return nil
}

// holed is a shuffled pattern with so many givens left.
func holed(size, givens int, rng *rand.Rand) solvers.Grid {
	g := solverstest.Shuffled(size, rng)
	for _, cell := range rng.Perm(len(g))[givens:] {
		g[cell] = 0
	}
	return g
}

func TestInvariants(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	states := map[string]int{}
	nine, sixteen := newSolver9(), newSolver16()
	nine.inspect = func(s state9, pairs, more [3]uint32) {
		states["9x9"]++
		require.NoError(t, planes9(&s, &pairs, &more).fault())
	}
	sixteen.inspect = func(s state16, pairs, more [4]uint64) {
		states["16x16"]++
		require.NoError(t, planes16(&s, &pairs, &more).fault())
	}
	var r solvers.Result
	for range 100 {
		nine.Solve(holed(9, 17+rng.IntN(15), rng), solvers.Limits{Solutions: 20}, &r)
	}
	for range 20 {
		sixteen.Solve(holed(16, 70+rng.IntN(40), rng), solvers.Limits{Solutions: 3, Nodes: 60}, &r)
	}
	for _, name := range []string{"9x9", "16x16"} {
		assert.Greater(t, states[name], 100, "states seen of %s", name)
	}
}

// TestFaultsAreSeen spoils states and wants the checks above to say so.
func TestFaultsAreSeen(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 2))
	puzzle := holed(9, 30, rng)
	load := func() (s state9, pairs, more [3]uint32) {
		s.load(puzzle)
		pairs, more, ok := s.propagate(digits9)
		require.True(t, ok)
		require.NoError(t, planes9(&s, &pairs, &more).fault())
		return s, pairs, more
	}
	s, pairs, more := load()
	pairs[1] ^= 1
	assert.ErrorContains(t, planes9(&s, &pairs, &more).fault(), "cell 27 has")
	s, pairs, more = load()
	s.bands[0][3] = 0
	assert.Error(t, planes9(&s, &pairs, &more).fault())
	s, pairs, more = load()
	s.solved[2] ^= 1 << 20
	assert.ErrorContains(t, planes9(&s, &pairs, &more).fault(), "solved")
}
