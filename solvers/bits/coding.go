package bits

import (
	"math/bits"
	"slices"
	"unsafe"

	"gridjudge/solvers"
)

// coding writes the colours of a matrix as items, so that the search has to know only pairs of items. A
// secondary item whose colours are numbered 0 to k-1 becomes one pair for each bit of these numbers, and
// at least one:
//
//   - An option that gives the item a colour has one item of each pair, as the bits of the colour say.
//     Choosing it covers the other item of each pair.
//   - An option that has the item without a colour has both items of each pair, and covers both.
//
// So two options exclude each other if their colours differ in a bit, or if one has no colour. For
// example, with four colours there are the pairs ab and cd. Colour 2, which is 10 in binary, has the
// items a and d, and covers b and c.
type coding struct {
	palette []uint64 // see solvers.Matrix.Palette
	starts  []int32  // by secondary item: where palette has its colours
	at      []int32  // by secondary item: the first of its items in matrix
	matrix  solvers.Matrix
}

// survey numbers the colours of m, and returns the size of the matrix that encode will make.
func (c *coding) survey(m *solvers.Matrix) size {
	c.palette = m.Palette(c.palette)
	c.starts, c.at = sized(c.starts, m.Secondary+1), sized(c.at, m.Secondary)
	made := sizeOf(m)
	made.items = m.Primary
	for n := range m.Secondary {
		from, _ := slices.BinarySearch(c.palette, uint64(m.Primary+n)<<32)
		c.starts[n] = int32(from)
	}
	c.starts[m.Secondary] = int32(len(c.palette))
	for _, paired := range []bool{false, true} {
		if paired {
			made.items += made.items % 2 // a pair begins with an even number; the item in between is in no option
		}
		for n := range c.at {
			if pairs := c.pairs(n); pairs > 0 == paired {
				c.at[n] = int32(made.items)
				made.items += max(1, 2*pairs)
			}
		}
	}
	for i, item := range m.Members {
		if n := int(item) - m.Primary; n >= 0 {
			made.members += c.width(n, m.Colors[i]) - 1
		}
	}
	return made
}

// pairs returns the number of pairs of secondary item n; 0 if no option gives it a colour.
func (c *coding) pairs(n int) int {
	colors := c.starts[n+1] - c.starts[n]
	return max(bits.Len(uint(max(colors-1, 0))), int(min(colors, 1)))
}

// width returns the number of items that take the place of secondary item n in an option that gives it
// this colour.
func (c *coding) width(n int, color int32) int {
	switch pairs := c.pairs(n); {
	case pairs == 0:
		return 1
	case color == 0:
		return 2 * pairs
	default:
		return pairs
	}
}

// bytes returns the memory of survey, and of encode for a matrix of the size made.
func (c *coding) bytes(m *solvers.Matrix, made size) uint64 {
	number, word := uint64(unsafe.Sizeof(int32(0))), uint64(unsafe.Sizeof(uint64(0)))
	return uint64(len(m.Members))*word + uint64(2*m.Secondary+1)*number + uint64(made.members+made.options)*number
}

// encode writes m, after a survey, as a matrix without colours. The items of this matrix from pairs on
// are in pairs.
func (c *coding) encode(m *solvers.Matrix, made size) (_ *solvers.Matrix, pairs int) {
	to := &c.matrix
	to.Primary, to.Secondary = m.Primary, made.items-m.Primary
	to.Members, to.Ends = sized(to.Members, made.members)[:0], sized(to.Ends, made.options)[:0]
	pairs = made.items
	for o, option := range m.All() {
		for i, item := range option {
			n := int(item) - m.Primary
			if n < 0 || c.pairs(n) == 0 {
				if n >= 0 {
					item = c.at[n]
				}
				to.Members = append(to.Members, item)
				continue
			}
			pairs = min(pairs, int(c.at[n]))
			color := m.ColorOf(o, i)
			code, _ := slices.BinarySearch(c.palette[c.starts[n]:c.starts[n+1]], uint64(item)<<32+uint64(color))
			for pair := range c.pairs(n) {
				first := c.at[n] + int32(2*pair)
				if color == 0 {
					to.Members = append(to.Members, first, first+1)
				} else {
					to.Members = append(to.Members, first+int32(code>>pair&1))
				}
			}
		}
		to.Ends = append(to.Ends, int32(len(to.Members)))
	}
	return to, pairs
}
