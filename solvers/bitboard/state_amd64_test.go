package bitboard

import (
	"testing"
)

func (v *view9) state(l *layout9) state {
	in := func(set *[2]uint64) func(int) bool {
		return func(cell int) bool { return set[l.bit[cell]/64]>>(l.bit[cell]%64)&1 != 0 }
	}
	open := in(&v.open)
	return state{
		solved: func(cell int) bool { return !open(cell) }, bivalue: in(&v.bivalue), open: open,
		place: func(cell, digit int) bool { return in(&v.at[digit])(cell) },
	}
}

func (k *avx512x9) digits(at, cell int) uint {
	return uint(k.stack[at][lanesLayout9.word[cell]])
}

func (k *avx2x9) digits(at, cell int) uint {
	return uint(k.stack[at][quartersLayout9.word[cell]])
}

func (k *avx2x9) state(int) state { return k.view.state(quartersLayout9) }

func (k *avx512x9) state(int) state { return k.view.state(lanesLayout9) }

func (k *avx512x16) state(int) state {
	open := in16(&k.view.open)
	return state{
		solved: func(cell int) bool { return !open(cell) }, bivalue: in16(&k.view.bivalue), open: open,
	}
}

func (k *avx512x16) chosenBy() (*layout16, [16]places16) { return k.layout, k.view.places() }

func in16(set *[4]uint64) func(int) bool {
	return func(cell int) bool { return set[cell%4]>>(cell/4)&1 != 0 }
}

// TestWrongViewsAreSeen spoils views that the assembly has written, and fault must notice this.
// TestKernelsPresent says which kernels this processor cannot run.
func TestWrongViewsAreSeen(t *testing.T) {
	for _, k := range available()[1:] {
		k9 := k.kernel(9)
		view, stack, layout := view9Of(k9)
		for i, spoil := range []func(){
			func() { flip(&view.bivalue, layout.bit[13]) },
			func() { flip(&view.open, layout.bit[80]) },
			func() { flip(&view.at[3], layout.bit[40]) },
			func() { stack[layout.word[12]] = 0 },
		} {
			s := propagated(t, k9, 9)
			spoil()
			shown := stateOf(s, 9, 0)
			if shown.fault() == nil {
				t.Errorf("%s: no fault is seen in spoilt view %d of size 9", k.name, i)
			}
		}
		k16, ok := k.kernel(16).(*avx512x16)
		if !ok {
			continue
		}
		for i, spoil := range []func(){
			func() { k16.view.bivalue[1] ^= 1 << 40 },
			func() { k16.view.open[3] ^= 1 << 63 },
			func() { k16.stack[0][0][0] = 0 },
		} {
			s := propagated(t, k16, 16)
			spoil()
			shown := stateOf(s, 16, 0)
			if shown.fault() == nil {
				t.Errorf("%s: no fault is seen in spoilt view %d of size 16", k.name, i)
			}
		}
	}
}

func view9Of(k kernel) (view *view9, stack []uint16, layout *layout9) {
	if k, ok := k.(*avx2x9); ok {
		return &k.view, k.stack[0][:], quartersLayout9
	}
	l := k.(*avx512x9)
	return &l.view, l.stack[0][:], lanesLayout9
}

func flip(set *[2]uint64, bit uint8) { set[bit/64] ^= 1 << (bit % 64) }
