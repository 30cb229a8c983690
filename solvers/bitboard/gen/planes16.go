package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// transposer turns words of digits into sets of cells, one set for each digit.
type transposer struct {
	bit    reg.Register    // byte i of each 64-bit word has bit i
	pack   [2]reg.Register // take the lower and the upper bytes of the words of two vectors, in groups of eight in reverse order
	gather reg.Register    // takes byte i of each 64-bit word, for i in the order 0, 4, 1, 5, 2, 6, 3, 7
	halves [2]reg.Register // take pairs of the lower and the upper 64-bit words of two vectors
	view   reg.Register
}

func newTransposer(view reg.Register) *transposer {
	vector := func(name string, at func(i int) uint8) reg.Register {
		v := ZMM()
		VMOVDQU64(bytes64(name, at), v)
		return v
	}
	return &transposer{
		bit: vector("bits16", func(i int) uint8 { return 1 << (i % 8) }),
		pack: [2]reg.Register{
			vector("lower_bytes16", func(i int) uint8 { return uint8(2 * (i ^ 7)) }),
			vector("upper_bytes16", func(i int) uint8 { return uint8(2*(i^7) + 1) }),
		},
		gather: vector("digits16", func(i int) uint8 { return uint8(i%8*8 + i/16 + i/8%2*4) }),
		halves: [2]reg.Register{pairs("lower_pairs16", 0), pairs("upper_pairs16", 1)},
		view:   view,
	}
}

// store writes a set of cells for each digit to a field of the view16: the cells whose word in x
// has the digit. It relies on a product of bit matrices: a matrix of 8x8 bits, multiplied by bit,
// is transposed.
func (t *transposer) store(x [4][2]reg.Register, field int) {
	for i, pack := range t.pack {
		var sets [4]reg.Register // by column k, the digits in the order of gather
		for k, halves := range x {
			packed := copied(halves[0])
			VPERMT2B(halves[1], pack, packed)
			VGF2P8AFFINEQB(U8(0), packed, t.bit, packed)
			sets[k] = shuffled(packed, t.gather)
		}
		for j, unpack := range []func(ops ...Op){VPUNPCKLQDQ, VPUNPCKHQDQ} {
			low, high := ZMM(), ZMM()
			unpack(sets[1], sets[0], low)
			unpack(sets[3], sets[2], high)
			for h, order := range t.halves {
				pairs := copied(low)
				VPERMT2Q(high, order, pairs)
				VMOVDQU64(pairs, Mem{Base: t.view, Disp: field + view16Digit*(8*i+4*j+2*h)})
			}
		}
	}
}
