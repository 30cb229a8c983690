package solvers

import "slices"

// Palette numbers the colours of a matrix. It holds each item with each colour that an option gives it, as
// item<<32 + colour, in ascending order. So the colours of an item have consecutive numbers.
type Palette []uint64

// BytesPerColor is the memory that Of needs for each element of Matrix.Colors.
const BytesPerColor = 8

// Of returns the palette of m. It overwrites p, and allocates only if p is too short.
func (p Palette) Of(m *Matrix) Palette {
	p = slices.Grow(p[:0], len(m.Colors))
	for i, color := range m.Colors {
		if color > 0 {
			p = append(p, painted(m.Members[i], color))
		}
	}
	slices.Sort(p)
	return slices.Compact(p)
}

// Number returns the number of a colour of an item, which must be in the palette.
func (p Palette) Number(item, color int32) int {
	number, _ := slices.BinarySearch(p, painted(item, color))
	return number
}

// Item returns the item that has colour number n.
func (p Palette) Item(n int) int32 { return int32(p[n] >> 32) }

func painted(item, color int32) uint64 { return uint64(item)<<32 + uint64(color) }
