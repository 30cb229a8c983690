package bits

import (
	"math/bits"
	"unsafe"

	"gridjudge/solvers"
)

// pairing writes the colours of a matrix as pairs of items, so that the search does not have to know colours. In place
// of an item to which options give k colours, there are as many pairs as the number k-1 has binary digits (at
// least one). Each pair has an item for the digit 0 and one for the digit 1:
//
//   - An option that gives the item a colour contains one item of each pair, according to the digits of the number of
//     the colour. When the option is chosen, it covers the other item of each pair.
//   - An option that has the item without a colour contains both items of each pair, and covers both.
//
// So two options exclude each other if their colours differ, because then their numbers differ in some digit, or if one
// of them has no colour. Options of the same colour do not exclude each other. For example, suppose that an item has
// four colours, that the pair a, b stands for the last digit of their numbers, and the pair c, d for the digit before. An
// option that gives the item colour 2, which is 10 in binary, contains a and d, and covers b and c. Afterwards, no option
// with colour 3 can be chosen, because it would contain b.
//
// The search does not know colours, but only this rule: an option covers the partner of each of its items. In a pair, the
// partner is the other item. All other items are their own partners.
type pairing struct {
	palette solvers.Palette
	start   []int32 // by item: the first item of its pairs, which end where the pairs of the next item start
	members int     // of matrix
	matrix  solvers.Matrix
}

// surveyBytes returns the memory of survey.
func surveyBytes(m *solvers.Matrix) uint64 {
	return solvers.BytesPerColor*uint64(len(m.Colors)) + uint64(m.Items()+1)*uint64(unsafe.Sizeof(int32(0)))
}

// survey numbers the colours of m and the items of the pairs, and returns the memory that encode needs.
func (p *pairing) survey(m *solvers.Matrix) (bytes uint64) {
	p.palette = p.palette.Of(m)
	p.start = sized(p.start, m.Items()+1)
	clear(p.start)
	for n := range p.palette {
		p.start[p.palette.Item(n)]++ // at first, the number of its colours
	}
	next := int32(m.Items()+1) &^ 1 // the first item of a pair is even, so that item^1 is the partner of item
	for item, colors := range p.start {
		p.start[item] = next
		if colors > 0 {
			next += int32(2 * max(1, bits.Len(uint(colors-1))))
		}
	}
	p.members = 0
	for i, item := range m.Members {
		paired := int(p.start[item+1] - p.start[item])
		if m.Colors[i] > 0 {
			paired /= 2
		}
		p.members += max(1, paired)
	}
	return uint64(p.members+m.Options()) * uint64(unsafe.Sizeof(int32(0)))
}

// encode returns the matrix with pairs instead of colours, after a survey of m. The items from pairs on are in pairs.
func (p *pairing) encode(m *solvers.Matrix) (encoded *solvers.Matrix, pairs int) {
	to := &p.matrix
	to.Primary, to.Secondary = m.Primary, int(p.start[m.Items()])-m.Primary
	to.Members, to.Ends = sized(to.Members, p.members)[:0], sized(to.Ends, m.Options())[:0]
	for o, option := range m.All() {
		for n, item := range option {
			first, end := p.start[item], p.start[item+1]
			if first == end {
				to.Members = append(to.Members, item)
				continue
			}
			color := m.ColorOf(o, n)
			// Of the number in the palette, only the last digits are used, one for each pair. They tell the colours of the
			// item apart, because these have consecutive numbers. Without a colour, any number will do.
			number := p.palette.Number(item, color)
			for ; first < end; first, number = first+2, number>>1 {
				contained := first + int32(number&1)
				to.Members = append(to.Members, contained)
				if color == 0 {
					to.Members = append(to.Members, contained^1)
				}
			}
		}
		to.Ends = append(to.Ends, int32(len(to.Members)))
	}
	return to, int(p.start[0])
}
