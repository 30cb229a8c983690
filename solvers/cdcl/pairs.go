package cdcl

import "math/bits"

// pairs finds hidden pairs. For example, if the digits 3 and 7 can only be in the same two cells of a row, these cells
// cannot hold any other digit. To find such pairs quickly, it stores two kinds of words:
//   - A word for each digit and unit has one bit for each position in the unit where the digit is possible. For
//     example, if 3 and 7 are both possible only at positions 1 and 4, both words are 10010. Two digits are a hidden
//     pair if their words for a unit are equal and have two bits.
//   - A word for each cell has one bit for each candidate. It tells which other candidates to eliminate when the cell
//     belongs to a pair.
type pairs struct {
	size   int
	words  []uint32        // by cell, then by (kind*size+unit)*size+digit
	bits   []wordBits      // by candidate
	bitsOf lists[wordBits] // by literal: the bits of the open candidates that it stands for
	queue  []uint16        // words of digits that have come down to two bits
}

// wordBits says where the bits of a candidate are: one in the word of its cell, which comes first, and one each in the
// words of its row, column and box.
type wordBits struct {
	word [4]uint16
	bit  [4]uint8
}

// newPair makes the reason why the cells of a pair have no other candidates: in a unit, which is
// given as kind*size+unit, the digits d and e only have the positions i and j.
func newPair(unit, d, e, i, j uint32) reason {
	return reason(unit<<20|d<<15|e<<10|i<<5|j)<<reasonBits | byPair
}

func newPairs(size int, cells *singles) pairs {
	p := pairs{size: size, words: make([]uint32, 4*size*size), bits: make([]wordBits, size*size*size)}
	for candidate := range p.bits {
		cell, digit := candidate/size, candidate%size
		member := &cells.memberOf[cell]
		b := wordBits{word: [4]uint16{uint16(cell)}, bit: [4]uint8{uint8(digit)}}
		for kind := range 3 {
			b.word[1+kind] = uint16(size*size + (kind*size+int(member.unit[kind]))*size + digit)
			b.bit[1+kind] = member.position[kind]
		}
		p.bits[candidate] = b
	}
	return p
}

// reset sets the words from the candidates of an encoding.
func (p *pairs) reset(e *encoding) {
	n := p.size
	p.queue = p.queue[:0]
	clear(p.words)
	for cell, c := range e.candidates {
		for ; c != 0; c &= c - 1 {
			p.restore(&p.bits[cell*n+bits.TrailingZeros32(c)])
		}
	}
	for i, w := range p.words[n*n:] {
		if bits.OnesCount32(w) == 2 {
			p.queue = append(p.queue, uint16(n*n+i))
		}
	}
	p.bitsOf.reset(2 * e.variables)
	for _, candidate := range e.open {
		p.bitsOf.count(uint32(e.literalOf[candidate]))
	}
	p.bitsOf.allocate()
	for _, candidate := range e.open {
		p.bitsOf.put(uint32(e.literalOf[candidate]), p.bits[candidate])
	}
}

// remove clears the bits of a candidate, and queues the digits that have two places left.
func (p *pairs) remove(b *wordBits) {
	words := p.words
	words[b.word[0]] &^= 1 << (b.bit[0] % units)
	for i := 1; i < len(b.word); i++ {
		word := b.word[i]
		w := words[word] &^ (1 << (b.bit[i] % units))
		words[word] = w
		if w &= w - 1; w^(w-1) > w-1 { // true if clearing the lowest bit leaves exactly one; a single test, which is rarely true
			p.queue = append(p.queue, word)
		}
	}
}

// restore sets the bits of a candidate again.
func (p *pairs) restore(b *wordBits) {
	for i, word := range b.word {
		p.words[word] |= 1 << (b.bit[i] % units)
	}
}

// propagatePairs eliminates candidates by hidden pairs, and reports whether it eliminated any. Before each call, all
// groups and clauses must have been propagated.
//
// Otherwise conflict analysis would not work. It goes back along the trail, which lists the assigned literals in order.
// If a pair has eliminated a candidate, conflict analysis needs the literals that explain the pair (see clauseOfPair).
// They must come before the eliminated candidate on the trail. One of them may be the literal of a whole triad, which
// the propagation of groups makes false once all cells of the triad have lost the digit.
func (s *Solver) propagatePairs() bool {
	p := &s.pairs
	before := len(s.trail)
	for _, word := range p.queue {
		if bits.OnesCount32(p.words[word]) == 2 {
			s.eliminateByPair(uint32(word))
		}
	}
	p.queue = p.queue[:0]
	return len(s.trail) > before
}

// eliminateByPair finds the hidden pairs of one digit in one unit, and eliminates by them. word is
// the word of the digit's places.
func (s *Solver) eliminateByPair(word uint32) {
	p := &s.pairs
	n := uint32(p.size)
	unit := (word - n*n) / n
	digit := (word - n*n) % n
	pair := p.words[word]
	low, high := uint32(bits.TrailingZeros32(pair)), uint32(bits.Len32(pair)-1)
	for other, w := range p.words[n*n+unit*n:][:n] {
		if w != pair || uint32(other) == digit {
			continue
		}
		both := uint32(1)<<digit | 1<<other
		why := newPair(unit, digit, uint32(other), low, high)
		for _, position := range [2]uint32{low, high} {
			cell := uint32(s.singles.cells[unit/n][unit%n*units+position])
			for left := p.words[cell] &^ both; left != 0; left &= left - 1 {
				l := s.encoding.literalOf[cell*n+uint32(bits.TrailingZeros32(left))]
				if s.value[l] == 0 {
					s.assign(l.not(), why)
				}
			}
		}
	}
}

// clauseOfPair appends false literals that explain why the two digits of a pair have no other
// places in the unit. If neither place of the pair is in a triad, a single literal of the triad
// stands for all of its cells.
func (s *Solver) clauseOfPair(clause []literal, pair uint32) []literal {
	e := &s.encoding
	n, b := uint32(e.size), uint32(e.side)
	unit, low, high := pair>>20, pair>>5%32, pair%32
	kind, line := unit/n, unit%n
	for _, d := range [2]uint32{pair >> 15 % 32, pair >> 10 % 32} {
		for part := range b {
			if low/b != part && high/b != part {
				at := line*b + part // for rows; a box is made of the row triads of its rows
				switch kind {
				case 1:
					at += uint32(e.size * e.side)
				case 2:
					at = (line/b*b+part)*b + line%b
				}
				if t := e.triads[at*n+d]; t != noLiteral {
					clause = append(clause, t)
				}
				continue
			}
			for i := part * b; i < part*b+b; i++ {
				cell := uint32(s.singles.cells[kind][line*units+i])
				if c := e.candidates[cell]; i != low && i != high && c&(c-1) != 0 && c>>d&1 != 0 {
					clause = append(clause, e.literalOf[cell*n+d])
				}
			}
		}
	}
	return clause
}
