package bitboard

import "math/bits"

// layout16 says where a kernel stores the cells of a 16x16 grid in its sets of four words. Bits are
// numbered through: bit i of word w is number 64w+i.
type layout16 struct {
	cell    [256]uint8     // by number of the bit
	peers   [256][4]uint64 // by number of the bit: the peers of the cell and the cell itself
	unitsOf [256][3]uint8  // by number of the bit: its row, column and box
	units   [48][4]uint64  // the cells of each row, column and box
}

// newLayout16 makes the layout in which cell has the bit that place returns.
func newLayout16(place func(cell int) (word, bit int)) *layout16 {
	l := new(layout16)
	for cell := range 256 {
		word, bit := place(cell)
		row, col := cell/16, cell%16
		at := 64*word + bit
		l.cell[at] = uint8(cell)
		l.unitsOf[at] = [3]uint8{uint8(row), uint8(16 + col), uint8(32 + row/4*4 + col/4)}
		for _, u := range l.unitsOf[at] {
			l.units[u][word] |= 1 << bit
		}
	}
	for at := range l.peers {
		for _, u := range l.unitsOf[at] {
			for word, cells := range l.units[u] {
				l.peers[at][word] |= cells
			}
		}
	}
	return l
}

// choose weighs one cell after the other.
func (k *portable16) choose(at int) (cell int, first, others uint) {
	s := &k.stack[at]
	trivalue := s.trivalue()
	for d := range k.places {
		k.places[d] = s.places(d, &k.bivalue, &trivalue)
	}
	best := uint32(0)
	n := 0
	for b, left := range k.bivalue {
		for ; left != 0; left &= left - 1 {
			n++
			bivalue := 64*b + bits.TrailingZeros64(left)&63
			weight := uint32(1)
			for digits := k.digits(at, bivalue); digits != 0; digits &= digits - 1 {
				weight *= k.places[bits.TrailingZeros(digits)&15].weight(&k.layout.peers[bivalue])
			}
			if key := weight<<8 | uint32(255-bivalue); key > best {
				best, cell = key, bivalue
			}
		}
	}
	if n < fewBivalue16 {
		if place, d, ok := k.layout.heaviestPair(&k.places, best>>8); ok {
			return place, 1 << d, k.digits(at, place) &^ (1 << d)
		}
	}
	if best == 0 {
		b := 0
		for k.open[b] == 0 {
			b++
		}
		cell = 64*b + bits.TrailingZeros64(k.open[b])
	}
	digits := k.digits(at, cell)
	return cell, digits & -digits, digits & (digits - 1)
}

// places16 has the cells in which a digit is a candidate, and the ones among them in which it is a
// candidate of two and a candidate of three.
type places16 struct{ all, two, three [4]uint64 }

// How many times more a candidate of two and a candidate of three count, in addition to the one
// time that every candidate counts.
const (
	weightOfTwo16   = 8
	weightOfThree16 = 2
)

// weight returns the weight of the digit in a cell with the given peers.
func (p *places16) weight(peers *[4]uint64) uint32 {
	n := 0
	for i, m := range peers {
		n += bits.OnesCount64(p.all[i]&m) + (weightOfTwo16 * bits.OnesCount64(p.two[i]&m)) +
			(weightOfThree16 * bits.OnesCount64(p.three[i]&m))
	}
	return uint32(n)
}

// fewBivalue16 is the number of bivalue cells below which the kernel may also choose a digit with
// two places in a unit.
const fewBivalue16 = 5

// heaviestPair looks for a better branch than a bivalue cell. For example, suppose that the digit 7 is possible in only
// two cells of a row. Then the search can try 7 in the first of these cells, and then in the second. Such cells are
// called a pair of places of the digit; they can also be the only two cells of a column or of a box.
//
// The weight of a pair is the product of the weights of the digit in the two cells. heaviestPair takes the pair with
// the largest weight. If several pairs have the same weight, it takes the one whose cells come first, row by row, and
// if these are the same, the lowest digit.
//
// The parameter least is the weight of the heaviest bivalue cell, or 0 if there is none. heaviestPair returns the bit of
// the pair's first cell, the digit, and whether the pair is heavier than least. If it is not, the caller does not branch
// on a pair.
func (l *layout16) heaviestPair(places *[16]places16, least uint32) (at, digit int, ok bool) {
	best := uint64(least)<<20 | 1<<20 - 1
	for d := range places {
		p := &places[d]
		var weights [256]uint32 // 0 if not yet known
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

// only16 returns the only bit that two sets have in common. It returns false if they have none or
// several in common.
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

// places returns the places of a digit. bivalue and trivalue are the cells with exactly two and
// exactly three candidates.
func (s *state16) places(d int, bivalue, trivalue *[4]uint64) places16 {
	p := places16{all: [4]uint64{s.bands[0][d], s.bands[1][d], s.bands[2][d], s.bands[3][d]}}
	two, three := fewPlaces16(&p.all)
	for b, x := range p.all {
		p.two[b], p.three[b] = x&(two[b]|bivalue[b]), x&(three[b]|trivalue[b])
	}
	return p
}

// trivalue returns the cells with exactly three candidates.
func (s *state16) trivalue() (cells [4]uint64) {
	for b := range s.bands {
		var one, two, three, four uint64
		for _, x := range s.bands[b] {
			four |= three & x
			three |= two & x
			two |= one & x
			one |= x
		}
		cells[b] = three &^ four
	}
	return cells
}

// counts16 has four sets of units: those in which a digit has at least one, two, three and four
// places.
type counts16 struct{ one, two, three, four uint64 }

// count16 counts, for each bit, how many of the four words have it.
func count16(x *[4]uint64) counts16 {
	low, high := x[0]|x[1], x[2]|x[3]
	lows, highs := x[0]&x[1], x[2]&x[3]
	return counts16{
		one:   low | high,
		two:   lows | highs | low&high,
		three: lows&high | low&highs,
		four:  lows & highs,
	}
}

// fold adds to each count the count that is step bits higher, cyclically.
func (c counts16) fold(step int) counts16 {
	one, two := bits.RotateLeft64(c.one, -step), bits.RotateLeft64(c.two, -step)
	three, four := bits.RotateLeft64(c.three, -step), bits.RotateLeft64(c.four, -step)
	return counts16{
		one:   c.one | one,
		two:   c.two | two | c.one&one,
		three: c.three | three | c.two&one | c.one&two,
		four:  c.four | four | c.three&one | c.two&two | c.one&three,
	}
}

// fewPlaces16 returns the cells of all units in which a digit has exactly two places, and the cells
// of all units in which it has exactly three. x has the places of the digit.
func fewPlaces16(x *[4]uint64) (two, three [4]uint64) {
	var byColumn [4]uint64 // by column of a triad: the row triads with a place there
	var byRow [4]uint64    // by row of a triad: the column triads with a place there
	for b, y := range x {
		for i := range byColumn {
			byColumn[i] |= y >> i & triads16 << b
			byRow[i] |= y >> (16 * i) & 0xffff << (16 * b)
		}
	}
	triads := count16(&byColumn)
	boxes := triads.fold(16).fold(32)
	rows := triads.fold(4).fold(8)
	columns := count16(&byRow)
	columns = columns.fold(16).fold(32)
	const first = rows16 * 0xf // the triads of stack 0, where the counts of whole rows are
	twoRows, threeRows := rows.two&^rows.three&first*0x1111, rows.three&^rows.four&first*0x1111
	twoTriads, threeTriads := twoRows|boxes.two&^boxes.three, threeRows|boxes.three&^boxes.four
	twoColumns, threeColumns := columns.two&^columns.three&0xffff*rows16, columns.three&^columns.four&0xffff*rows16
	for b := range x {
		two[b] = twoTriads>>b&triads16*0xf | twoColumns
		three[b] = threeTriads>>b&triads16*0xf | threeColumns
	}
	return two, three
}
