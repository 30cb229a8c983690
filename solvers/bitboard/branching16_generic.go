package bitboard

import "math/bits"

// choose weighs digit by digit.
func (k *portable16) choose(at int) (cell int, first, others uint) {
	s := &k.stack[at]
	trivalue := s.trivalue()
	var lower [256]uint32 // by cell: weight<<8 | digit of the lower digit
	best := uint32(0)
	n := 0 // candidates of bivalue cells
	for d := range 16 {
		p := s.places(d, &k.bivalue, &trivalue)
		for b := range 4 {
			for left := p.all[b] & k.bivalue[b]; left != 0; left &= left - 1 {
				n++
				bivalue := 64*b + bits.TrailingZeros64(left)&63
				w := p.weight(&k.layout.peers[bivalue])
				l := &lower[bivalue]
				if *l == 0 {
					*l = w<<8 | uint32(d)
				} else if key := *l>>8*w<<8 | uint32(255-bivalue); key > best {
					best, cell, first, others = key, bivalue, 1<<(*l&15), 1<<d
				}
			}
		}
	}
	if n < 2*fewBivalue16 {
		places := func(d int) places16 { return s.places(d, &k.bivalue, &trivalue) }
		if place, d, ok := k.layout.heaviestPair(places, best>>8); ok {
			return place, 1 << d, k.digits(at, place) &^ (1 << d)
		}
	}
	if best == 0 {
		b := 0
		for k.open[b] == 0 {
			b++
		}
		cell = 64*b + bits.TrailingZeros64(k.open[b])
		digits := k.digits(at, cell)
		first, others = digits&-digits, digits&(digits-1)
	}
	return cell, first, others
}
