package bitboard

import "math/bits"

// places16 is the cells where a digit may go. A candidate is one of two if its cell is
// bivalue, or if its digit has exactly two places in a row, column or box. It is one of
// three likewise, if its cell is trivalue.
type places16 struct{ all, two, three [4]uint64 }

// How many times a candidate of two and a candidate of three count in addition to the
// one time that every candidate counts.
const (
	weightOfTwo16   = 8
	weightOfThree16 = 2
)

// weight returns the weight of the digit in a cell with the given peers.
func (p *places16) weight(peers *[4]uint64) uint32 {
	n := 0
	for i, m := range peers {
		n += bits.OnesCount64(p.all[i]&m) + weightOfTwo16*bits.OnesCount64(p.two[i]&m) + weightOfThree16*bits.OnesCount64(p.three[i]&m)
	}
	return uint32(n)
}

// fewBivalue16 is the number of bivalue cells below which the choice also considers
// digits with two places in a unit.
const fewBivalue16 = 4

// heaviestPair returns the heaviest two places of a digit that are its only places in
// a unit: the bit of the place whose cell is first, row by row, and the digit. It reports
// false if the product of the weights of no pair exceeds least. Of several pairs it
// returns the one whose cells are first.
func (l *layout16) heaviestPair(places func(d int) places16, least uint32) (at, digit int, ok bool) {
	best := uint64(least)<<20 | 1<<20 - 1
	for d := range 16 {
		p := places(d)
		var weights [256]uint32 // 0: not known yet
		weight := func(at int) uint64 {
			if weights[at] == 0 {
				weights[at] = p.weight(&l.peers[at])
			}
			return uint64(weights[at])
		}
		for word, left := range p.two {
			for ; left != 0; left &= left - 1 {
				first := 64*word + bits.TrailingZeros64(left)&63
				others := p.all
				others[word] &^= left & -left
				for _, u := range l.unitsOf[first] {
					second, ok := only16(&others, &l.units[u])
					if !ok || l.cell[second] < l.cell[first] {
						continue
					}
					ranks := uint64(255-l.cell[first])<<12 | uint64(255-l.cell[second])<<4 | uint64(15-d)
					if key := weight(first)*weight(second)<<20 | ranks; key > best {
						best, at, digit = key, first, d
					}
				}
			}
		}
	}
	return at, digit, best>>20 > uint64(least)
}

// only16 returns the only bit of two sets, or false if they have none or several in
// common.
func only16(x, y *[4]uint64) (at int, ok bool) {
	for i, m := range x {
		m &= y[i]
		if m == 0 {
			continue
		}
		if ok || m&(m-1) != 0 {
			return 0, false
		}
		at, ok = 64*i+bits.TrailingZeros64(m), true
	}
	return at, ok
}
