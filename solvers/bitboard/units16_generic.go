package bitboard

import "math/bits"

// places returns the places of a digit. bivalue and trivalue are the cells with exactly
// two and with exactly three candidates.
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

// counts16 is sets of units: those in which a digit has at least one, two, three and
// four places.
type counts16 struct{ one, two, three, four uint64 }

// count16 counts the sets that have a bit, bit by bit.
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

// fold adds the counts whose bits are step bits further on, around the end.
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

// fewPlaces16 returns the cells of the units in which a digit has exactly two places,
// and exactly three. x is the places of the digit.
func fewPlaces16(x *[4]uint64) (two, three [4]uint64) {
	var byColumn, byRow [4]uint64 // of a triad: the row triads, the column triads with a place there
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
	const first = rows16 * 0xf // the triads of stack 0, which have the counts of whole rows
	twoRows, threeRows := rows.two&^rows.three&first*0x1111, rows.three&^rows.four&first*0x1111
	twoTriads, threeTriads := twoRows|boxes.two&^boxes.three, threeRows|boxes.three&^boxes.four
	twoColumns, threeColumns := columns.two&^columns.three&0xffff*rows16, columns.three&^columns.four&0xffff*rows16
	for b := range x {
		two[b] = twoTriads>>b&triads16*0xf | twoColumns
		three[b] = threeTriads>>b&triads16*0xf | threeColumns
	}
	return two, three
}
