package bits

import "math/bits"

// tally counts the options of each of 64 items, up to three. An item's bit is set in one if it has
// an option, in two if it has two or more, and in three if it has three or more.
type tally struct {
	one, two, three uint64
}

// slack is how many words filter may write beyond the end of the list that it returns.
const slack = 8

// filterPortable does what filter does, without assembly.
func filterPortable(to, from []uint64, taken uint64) (left int, t tally) {
	to = to[:len(from)]
	for _, mask := range from {
		to[left] = mask
		if mask&taken == 0 {
			left++
		}
	}
	for _, mask := range to[:left] {
		t.three |= t.two & mask
		t.two |= t.one & mask
		t.one |= mask
	}
	return left, t
}

// planes counts the options of each of 64 items. The counters are bit-sliced: plane p holds bit p
// of the count of every item. So adding one mask counts one option for all of its items. 32 planes
// are enough for the options of any matrix.
type planes [32]uint64

// add counts options. It adds four at a time by full adders, each of which turns three masks of
// equal weight into a sum and a carry. This takes five operations per mask, whatever the number of
// planes.
func (c *planes) add(options []uint64) {
	var ones, twos, fours, eights, sixteens uint64
	for ; len(options) >= 4; options = options[4:] {
		x, y, z, w := options[0], options[1], options[2], options[3]
		sum := ones ^ x
		carry1 := ones&x | sum&y
		ones = sum ^ y
		sum = ones ^ z
		carry2 := ones&z | sum&w
		ones = sum ^ w
		sum = twos ^ carry1
		carry := twos&carry1 | sum&carry2
		twos = sum ^ carry2
		carry, fours = carry&fours, carry^fours
		carry, eights = carry&eights, carry^eights
		carry, sixteens = carry&sixteens, carry^sixteens
		for p := 5; carry != 0; p++ {
			carry, c[p%len(c)] = carry&c[p%len(c)], carry^c[p%len(c)]
		}
	}
	c[0], c[1], c[2], c[3], c[4] = ones, twos, fours, eights, sixteens
	for _, carry := range options {
		for p := 0; carry != 0; p++ {
			carry, c[p%len(c)] = carry&c[p%len(c)], carry^c[p%len(c)]
		}
	}
}

// findRarest returns the needed items with the fewest options. It first counts the options of each item. Plane p
// contains bit p of every count (see planes). findRarest then goes through the planes, from the highest bit to the
// lowest bit. If some of the remaining items have a zero in a plane, it drops the items with a one, because their
// counts are greater.
//
// For example, let the items a, b, c and d have 2, 3, 1 and 1 options:
//
//	          a  b  c  d
//	plane 1   1  1  0  0   a and b are dropped
//	plane 0   0  1  1  1   c and d both have a one, so both stay
func findRarest(options []uint64, needed uint64) uint64 {
	var c planes
	c.count(options)
	for p := bits.Len(uint(len(options))) - 1; p >= 0; p-- {
		if fewer := needed &^ c[p]; fewer != 0 {
			needed = fewer
		}
	}
	return needed
}
