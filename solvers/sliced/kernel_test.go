package sliced

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// column is one word of every plane of a block of a wider kernel.
func column(block []uint64, words, w int) []uint64 {
	c := make([]uint64, len(block)/words)
	for p := range c {
		c[p] = block[p*words+w]
	}
	return c
}

// noise fills planes with bits of which about one in 1<<thin is clear.
func noise(r *rand.Rand, s []uint64, thin int) {
	for i := range s {
		s[i] = 0
		for range thin {
			s[i] |= r.Uint64()
		}
	}
}

// TestKernelsAgree feeds random planes, which are no puzzles, to every
// operation of each kernel and compares word by word with the portable one.
func TestKernelsAgree(t *testing.T) {
	for _, k := range kernels() {
		t.Run(k.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(7, uint64(k.words)))
			for round := range 60 {
				agree(t, r, k, 1+round%6)
			}
		})
	}
}

func agree(t *testing.T, r *rand.Rand, k kernel, thin int) {
	t.Helper()
	n := k.words
	c, src := aligned(planes*n), aligned(planes*n)
	count, sure, now := aligned(scratchPlanes*n), aligned(cells*n), aligned(cells*n)
	noise(r, c, thin)
	noise(r, src, 1)
	for p := range sure {
		sure[p] = r.Uint64() & r.Uint64() & r.Uint64() & r.Uint64()
	}
	var m mask
	for w := range n {
		m[w] = r.Uint64()
	}
	s := shift{word: r.IntN(n), by: r.IntN(64)}

	moved := append(aligned(0), c...)
	filled := aligned(planes * n)
	copy(filled, c)
	for range 3 { // until words differ in more than the given noise
		want := make([]verdict, n)
		wantC, wantNow := make([][]uint64, n), make([][]uint64, n)
		for w := range n {
			wantC[w], wantNow[w] = column(c, n, w), make([]uint64, cells)
			word.sweep(&wantC[w][0], &make([]uint64, scratchPlanes)[0], &column(sure, n, w)[0], &wantNow[w][0], &want[w])
		}
		var v verdict
		k.sweep(&c[0], &count[0], &sure[0], &now[0], &v)
		for w := range n {
			require.Equal(t, wantC[w], column(c, n, w), "planes of word %d", w)
			require.Equal(t, wantNow[w], column(now, n, w), "certain cells of word %d", w)
			got := verdict{contra: mask{v.contra[w]}, many: mask{v.many[w]}, changed: mask{v.changed[w]}}
			for i := range v.placed {
				got.placed[i][0] = v.placed[i][w]
			}
			require.Equal(t, want[w], got, "verdict of word %d", w)
		}
		sure, now = now, sure
	}

	var ch choice
	k.choose(&c[0], &count[0], &ch)
	for w := range n {
		var want choice
		word.choose(&column(c, n, w)[0], &make([]uint64, scratchPlanes)[0], &want)
		got := choice{found: mask{ch.found[w]}}
		for i := range ch.cell {
			got.cell[i][0] = ch.cell[i][w]
		}
		require.Equal(t, want, got, "choice of word %d", w)
	}

	dst := aligned(planes * n)
	copy(dst, moved)
	k.move(&dst[0], &src[0], &m, s)
	for w := range n {
		want := column(moved, n, w)
		word.move(&want[0], &column(src, n, (w+s.word)%n)[0], &mask{m[w]}, shift{by: s.by})
		assert.Equal(t, want, column(dst, n, w), "move %+v to word %d", s, w)
	}
	for _, op := range []struct {
		name       string
		wide, word func(*uint64, *mask)
	}{{"wipe", k.wipe, word.wipe}, {"fill", k.fill, word.fill}} {
		copy(filled, moved)
		op.wide(&filled[0], &m)
		for w := range n {
			want := column(moved, n, w)
			op.word(&want[0], &mask{m[w]})
			assert.Equal(t, want, column(filled, n, w), "%s of word %d", op.name, w)
		}
	}
}
