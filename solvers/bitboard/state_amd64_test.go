package bitboard

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func (k *avx512x9) state(int) state {
	in := func(set *[4]uint32) func(int) bool {
		return func(cell int) bool { return set[cell%3]>>(cell/3)&1 != 0 }
	}
	open := in(&k.view.open)
	return state{
		solved: func(cell int) bool { return !open(cell) }, bivalue: in(&k.view.bivalue), open: open,
		place: func(cell, digit int) bool { return k.view.at[digit][cell%3/2]>>(cell%3%2*32+cell/3)&1 != 0 },
	}
}

func (k *avx512x16) state(int) state {
	in := func(set *[4]uint64) func(int) bool {
		return func(cell int) bool { return set[cell%4]>>(cell/4)&1 != 0 }
	}
	open := in(&k.view.open)
	return state{
		solved: func(cell int) bool { return !open(cell) }, bivalue: in(&k.view.bivalue), open: open,
		place: func(cell, digit int) bool { return k.view.at[digit][cell%4]>>(cell/4)&1 != 0 },
	}
}

// TestWrongViewsAreSeen spoils what the assembly leaves and wants fault to say so.
func TestWrongViewsAreSeen(t *testing.T) {
	if len(available()) == 1 {
		return // TestKernelsPresent says so
	}
	for _, spoil := range []func(k *avx512x9){
		func(k *avx512x9) { k.view.bivalue[1] ^= 1 << 4 },
		func(k *avx512x9) { k.view.open[2] ^= 1 << 26 },
		func(k *avx512x9) { k.view.at[3][0] ^= 1 << 40 },
		func(k *avx512x9) { k.stack[0][0][0] = 0 },
	} {
		k := new(avx512x9)
		s := propagated(t, k, 9)
		spoil(k)
		shown := stateOf(s, 9, 0)
		assert.Error(t, shown.fault())
	}
	for _, spoil := range []func(k *avx512x16){
		func(k *avx512x16) { k.view.bivalue[1] ^= 1 << 40 },
		func(k *avx512x16) { k.view.open[3] ^= 1 << 63 },
		func(k *avx512x16) { k.view.at[3][1] ^= 1 << 40 },
		func(k *avx512x16) { k.stack[0][0][0] = 0 },
	} {
		k := new(avx512x16)
		s := propagated(t, k, 16)
		spoil(k)
		shown := stateOf(s, 16, 0)
		assert.Error(t, shown.fault())
	}
}
