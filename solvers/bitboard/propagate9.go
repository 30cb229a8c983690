package bitboard

import "math/bits"

// propagate eliminates candidates by four rules, and repeats the rules until none of them changes anything:
//   - Locked candidates: if only one triad of a row can hold a digit, the other rows of its box lose the digit. If only
//     one row of a box can hold it, the other boxes of this row lose it. The same is done for columns.
//   - Hidden singles: if only one cell of a row can hold a digit, the digit is placed in this cell. If it is the only
//     cell of its column or box, locked candidates make it the only one of its row.
//   - Naked singles: if a cell has only one candidate, the other cells of its row, column and box lose this digit.
//   - Counting triads: a triad holds exactly three digits (see countTriads).
//
// The argument dirty contains the digits whose candidates have changed since the last propagation, so that propagate
// can skip the other digits at first.
//
// propagate returns three things: the cells with exactly two candidates, on which the search prefers to
// branch, the cells with at least two candidates, and false if the grid turns out not to have a
// solution.
func (s *state9) propagate(dirty uint32) (bivalue, open [3]uint32, ok bool) {
	for {
		for dirty != 0 {
			d := bits.TrailingZeros32(dirty) % 9
			dirty &= dirty - 1
			a, b, c, ok := lockedCandidates9(s.bands[0][d], s.bands[1][d], s.bands[2][d])
			if !ok {
				return bivalue, open, false
			}
			s.bands[0][d], s.bands[1][d], s.bands[2][d] = a, b, c
			singlesA, singlesB, singlesC := hiddenSingles9(a)&^s.solved[0], hiddenSingles9(b)&^s.solved[1], hiddenSingles9(c)&^s.solved[2]
			if singlesA|singlesB|singlesC == 0 {
				continue
			}
			lost := uint32(0)
			if singlesA != 0 {
				s.solved[0] |= singlesA
				lost |= eliminate9(&s.bands[0], singlesA)
				s.bands[0][d] = a
			}
			if singlesB != 0 {
				s.solved[1] |= singlesB
				lost |= eliminate9(&s.bands[1], singlesB)
				s.bands[1][d] = b
			}
			if singlesC != 0 {
				s.solved[2] |= singlesC
				lost |= eliminate9(&s.bands[2], singlesC)
				s.bands[2][d] = c
			}
			dirty |= lost &^ (1 << d)
		}
		for b := range 3 {
			band := &s.bands[b]
			var some, several, many uint64 // cells with at least one, two, three digits; even digits in the low halves, odd ones in the high halves
			for d := 0; d < 10; d += 2 {
				x := uint64(band[d]) | uint64(band[d+1])<<32
				many |= several & x
				several |= some & x
				some |= x
			}
			one, two, three := join9(some, several, many)
			if one != band9 {
				return bivalue, open, false
			}
			bivalue[b], open[b] = two&^three, two
			if n := band9 &^ two &^ s.solved[b]; n != 0 {
				s.solved[b] |= n
				for d := range 9 {
					x := band[d]
					g := x & n
					if g == 0 {
						continue
					}
					rows := (g + band9) & spare9
					if g&(g-rows>>9) != 0 {
						return bivalue, open, false
					}
					if y := x&^(rows-rows>>9) | g; y != x {
						band[d] = y
						dirty |= 1 << d
					}
				}
			}
		}
		if dirty == 0 && open != [3]uint32{} {
			if dirty, ok = s.countTriads(); !ok {
				return bivalue, open, false
			}
		}
		if dirty == 0 {
			return bivalue, open, true
		}
	}
}

// eliminate9 eliminates all candidates from some cells of a band, and returns the digits that have
// lost one.
func eliminate9(band *[10]uint32, cells uint32) (dirty uint32) {
	both := uint64(cells) | uint64(cells)<<32
	for d := 0; d < 10; d += 2 {
		x := uint64(band[d]) | uint64(band[d+1])<<32
		lost := x & both
		x ^= lost
		band[d], band[d+1] = uint32(x), uint32(x>>32)
		// The sum carries into bits 30 and 62 if any bit is lost.
		lost = (lost + (1<<30-1)*(1|1<<32)) >> 30 & (1 | 1<<32)
		dirty |= uint32(lost|lost>>31) << d
	}
	return dirty
}

// hiddenSingles9 returns the cells of x that are the only one in their row. Every row of x must
// have at least one.
func hiddenSingles9(x uint32) uint32 {
	several := x & (x - fields9)
	rows := spare9 &^ (several + band9)
	return x & (rows - rows>>9)
}

// lockedCandidates9 restricts a digit in its three bands to what locked candidates leave. It
// returns false if there is no way to place the digit.
func lockedCandidates9(a, b, c uint32) (uint32, uint32, uint32, bool) {
	a, b, c = a&permutations9[triads9(a)], b&permutations9[triads9(b)], c&permutations9[triads9(c)]
	for {
		columnsA, columnsB, columnsC := columns9(a), columns9(b), columns9(c)
		if columnsA|columnsB|columnsC != row9 || a == 0 || b == 0 || c == 0 {
			return a, b, c, false
		}
		soleA, soleB, soleC := uint32(sole9[columnsA]), uint32(sole9[columnsB]), uint32(sole9[columnsC])
		openA := columnsA &^ (soleB | soleC)
		openB := columnsB &^ (soleA | soleC)
		openC := columnsC &^ (soleA | soleB)
		claimedA := openA & uint32(claim9[openA&^(openB|openC)])
		claimedB := openB & uint32(claim9[openB&^(openA|openC)])
		claimedC := openC & uint32(claim9[openC&^(openA|openB)])
		if claimedA == columnsA && claimedB == columnsB && claimedC == columnsC {
			return a, b, c, true
		}
		a, b, c = a&(claimedA*fields9), b&(claimedB*fields9), c&(claimedC*fields9)
		keptA, keptB, keptC := a&permutations9[triads9(a)], b&permutations9[triads9(b)], c&permutations9[triads9(c)]
		if keptA == a && keptB == b && keptC == c {
			return a, b, c, a != 0 && b != 0 && c != 0
		}
		a, b, c = keptA, keptB, keptC
	}
}

// triads9 returns the triads in which x has a cell, as an index for permutations9.
func triads9(x uint32) uint32 {
	t := (x | x>>3 | x>>6) & triad9
	return (t | t>>7 | t>>14) & 511
}

// join9 adds the counts of the even digits, which are in the low halves, and the counts of the odd
// digits in the high halves. It returns the cells with at least one, two and three candidates.
func join9(one, two, three uint64) (uint32, uint32, uint32) {
	a1, a2, a3 := uint32(one), uint32(two), uint32(three)
	b1, b2, b3 := uint32(one>>32), uint32(two>>32), uint32(three>>32)
	return a1 | b1, a2 | b2 | a1&b1, a3 | b3 | a2&b1 | a1&b2
}

// A word can hold the triads of a digit: bit 9b+3r+s of the low half is the triad of row r of band
// b in stack s, and bit 9b+3k+s of the high half is the triad of column k of stack s in band b.
const (
	lines9 = 0o111111111               // low half: the first triad of each row
	boxes9 = 7 | 7<<9 | 7<<18          // the first three triads of each band
	bands9 = 1 | 1<<9 | 1<<18          // the first triad of each band
	all9   = (1<<27 - 1) * (1 | 1<<32) // all triads
)

// countTriads uses the fact that a triad holds exactly three digits. (A triad is the three cells that a box shares with
// a row or a column.) It counts two kinds of digits for each triad:
//   - Possible digits: if only three digits are possible in a triad, they fill it. So these digits are eliminated from
//     the rest of its row or column, and from the rest of its box. With fewer than three possible digits, there is no
//     solution.
//   - Certain digits: the triad must hold a digit that the rest of its row or column cannot hold. Three certain digits
//     fill the triad, so all other digits are eliminated from it. With more than three certain digits, there is no
//     solution.
//
// For a column triad, the code finds the certain digits in the rest of the box instead. Both ways have the same result,
// because locked candidates have been eliminated before.
//
// countTriads returns the digits whose candidates have changed, or false if there is no solution.
func (s *state9) countTriads() (dirty uint32, ok bool) {
	var may, must [9]uint64
	var may1, may2, may3, may4, must1, must2, must3, must4 uint64
	for d := range 9 {
		a, b, c := s.bands[0][d], s.bands[1][d], s.bands[2][d]
		x := triads9(a) | triads9(b)<<9 | triads9(c)<<18
		y := columns9(a) | columns9(b)<<9 | columns9(c)<<18
		m := uint64(x) | uint64(y)<<32
		may[d] = m
		may4 |= may3 & m
		may3 |= may2 & m
		may2 |= may1 & m
		may1 |= m
		z := x & (x - lines9)
		z = (z | z>>1 | z>>2) & lines9 * 7
		// The column triads of a box are three bits apart.
		p, q, r := y&boxes9, y>>3&boxes9, y>>6&boxes9
		w := (p&q | r&(p|q)) * 0o111
		m &^= uint64(z) | uint64(w)<<32
		must[d] = m
		must4 |= must3 & m
		must3 |= must2 & m
		must2 |= must1 & m
		must1 |= m
	}
	if may3 != all9 || must4 != 0 {
		return 0, false
	}
	full := may3 &^ may4
	if full == must3 { // Just the full triads have three certain digits, so nothing is left to eliminate.
		return 0, true
	}
	for d, m := range &may {
		n := m & (must[d] | ^must3)
		if l := uint32(m & full); l != 0 {
			line := (l | l>>1 | l>>2) & lines9 * 7
			box := (l | l>>3 | l>>6) & boxes9 * 0o111
			n &^= uint64((line | box) &^ l)
		}
		if l := uint32(m & full >> 32); l != 0 {
			line := (l | l>>9 | l>>18) & row9 * bands9
			box := (l | l>>3 | l>>6) & boxes9 * 0o111
			n &^= uint64((line|box)&^l) << 32
		}
		if n == m {
			continue
		}
		dirty |= 1 << d
		for b := range 3 {
			t := uint32(n >> (9 * b))
			t = (t&7 | t>>3&7<<10 | t>>6&7<<20) * 0o111
			s.bands[b][d] &= t & (uint32(n>>(32+9*b)) & row9 * fields9)
		}
	}
	return dirty, true
}

// columns9 returns the columns in which x has a cell.
func columns9(x uint32) uint32 {
	return (x | x>>10 | x>>20) & row9
}

// peers9 has, by band and bit, the peers of a cell and the cell itself. The first word has bands 0
// and 1. The second word has band 2 twice, so that candidates and bivalue cells can be counted
// together.
var peers9 [3][32][2]uint64

func init() {
	for band := range 3 {
		for bit := range 30 {
			row, at := bit/10, bit%10
			var m [3]uint64
			for b := range m {
				m[b] = fields9 << at
			}
			m[band] |= row9<<(10*row) | 0o111<<(at%3)*fields9
			peers9[band][bit] = [2]uint64{m[0] | m[1]<<32, m[2] | m[2]<<32}
		}
	}
}

// choose weighs one digit after the other. README.md lists the alternatives that were tried.
func (k *portable9) choose(at int) (cell int, first, others uint) {
	s := &k.stack[at]
	if k.bivalue == [3]uint32{} {
		cell = first9(&k.open)
		digits := k.digits(at, cell)
		return cell, digits & -digits, digits & (digits - 1)
	}
	var lower [3][32]uint32 // by band and bit: weight<<8 | digit of the lower digit
	best := uint32(0)
	for d := range 9 {
		x := [3]uint32{s.bands[0][d], s.bands[1][d], s.bands[2][d]}
		w := [3]uint32{x[0] & k.bivalue[0], x[1] & k.bivalue[1], x[2] & k.bivalue[2]}
		x01 := uint64(x[0]) | uint64(x[1])<<32
		w01 := uint64(w[0]) | uint64(w[1])<<32
		x2 := uint64(x[2]) | uint64(w[2])<<32
		w2 := uint64(w[2])
		for b := range w {
			for left := w[b]; left != 0; left &= left - 1 {
				bit := bits.TrailingZeros32(left) & 31
				p := &peers9[b][bit]
				// The second words have band 2 twice: in x2, the candidates and above them the
				// bivalue cells.
				n := bits.OnesCount64(x01&p[0]) + (3 * bits.OnesCount64(w01&p[0])) +
					bits.OnesCount64(x2&p[1]) + (2 * bits.OnesCount64(w2&p[1]))
				f := &lower[b][bit]
				if *f == 0 {
					*f = uint32(n)<<8 | uint32(d)
				} else if key := ((*f>>8)*uint32(n))<<7 | uint32(80-27*b-int(at9[bit])); key > best {
					best, cell, first, others = key, 27*b+int(at9[bit]), 1<<(*f&15), 1<<d
				}
			}
		}
	}
	return cell, first, others
}

// first9 returns the first cell of a set, row by row. The set must not be empty.
func first9(x *[3]uint32) (cell int) {
	band := 0
	for x[band] == 0 {
		band++
	}
	bit := bits.TrailingZeros32(x[band]) / 10 * 10 // the first bit of the row
	row := x[band] >> bit & row9
	bit += bits.TrailingZeros32(row | row>>3 | row>>6) // the first column of the stack; its columns are three bits apart
	for x[band]>>bit&1 == 0 {
		bit += 3
	}
	return 27*band + int(at9[bit])
}

// count9 returns the number of cells in a set.
func count9(x *[3]uint32) int {
	return bits.OnesCount64(uint64(x[0])<<32|uint64(x[1])) + bits.OnesCount32(x[2])
}
