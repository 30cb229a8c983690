package bits

import "math/bits"

// counters count the options of all items at once. They are bit-sliced: plane p of word w
// holds bit p of the count of each of the 64 items of that word. So one addition of a mask
// to the counters counts one option for all of its items.
type counters struct {
	planes [][maxPlanes]uint64 // by word of the mask
	used   int                 // number of planes that count
}

// maxPlanes is enough for the number of options that a Matrix can have.
const maxPlanes = 32

// take counts the options in column w of a frame.
func (c *counters) take(w int, column []uint64) {
	c.used = bits.Len(uint(len(column)))
	clear(c.planes[w][:c.used])
	add(&c.planes[w], column)
}

// add counts options in planes. Four of them at once pass three full adders: three
// masks of equal weight become a sum and a carry. So a mask costs five operations,
// whatever the number of planes.
func add(planes *[maxPlanes]uint64, options []uint64) {
	ones, twos := planes[0], planes[1]
	for ; len(options) >= 4; options = options[4:] {
		a, b, c, d := options[0], options[1], options[2], options[3]
		sum := ones ^ a
		carry1 := ones&a | sum&b
		ones = sum ^ b
		sum = ones ^ c
		carry2 := ones&c | sum&d
		ones = sum ^ d
		sum = twos ^ carry1
		carry := twos&carry1 | sum&carry2
		twos = sum ^ carry2
		for p := 2; carry != 0; p++ {
			carry, planes[p%maxPlanes] = carry&planes[p%maxPlanes], carry^planes[p%maxPlanes]
		}
	}
	planes[0], planes[1] = ones, twos
	for _, carry := range options {
		for p := 0; carry != 0; p++ {
			carry, planes[p%maxPlanes] = carry&planes[p%maxPlanes], carry^planes[p%maxPlanes]
		}
	}
}

// fewest finds the needed items with the fewest options: it puts them into rarest and
// returns the number of their options. It walks down the planes: of the items that
// are still candidates, those with a zero in the plane have fewer options than the others.
func (c *counters) fewest(needed, rarest []uint64) (options int) {
	copy(rarest, needed)
	for p := c.used - 1; p >= 0; p-- {
		any := uint64(0)
		for w, candidates := range rarest {
			any |= candidates &^ c.planes[w][p]
		}
		if any == 0 {
			options |= 1 << p
			continue
		}
		for w := range rarest {
			rarest[w] &^= c.planes[w][p]
		}
	}
	return options
}

// live returns the items of word w that can still decide something: those that are needed,
// and those that two options have. A secondary item of one option hinders none.
func (c *counters) live(w int, needed uint64) uint64 {
	several := uint64(0)
	for _, plane := range c.planes[w][1:c.used] {
		several |= plane
	}
	return several | needed
}
