package sliced

// portable is the kernel for any processor. It has 64 lanes, one machine word per plane. What it
// does defines what the assembly kernels have to do.
var portable = kernel{
	name:     "portable",
	words:    1,
	sweep:    sweepGeneric,
	choose:   chooseGeneric,
	toStates: toStatesGeneric,
	toPlanes: toPlanesGeneric,
	start:    startGeneric,
	read:     readGeneric,
	forget:   forgetGeneric,
}

type (
	candidatePlanes = [planes]uint64
	digitPlanes     = [cells]uint64
	countPlanes     = [counts]uint64
)

func sweepGeneric(c, scratch, certain, certainNow []uint64, r *sweepResult) {
	k := (*countPlanes)(scratch)
	clear(certainNow[:cells])
	contradiction, unsolved := countGeneric((*candidatePlanes)(c), k)
	placedGeneric((*digitPlanes)(scratch), &r.placed)
	var changed uint64
	for d := range 9 {
		con, ch := digitGeneric((*digitPlanes)(c[cells*d:]), k, (*digitPlanes)(certain), (*digitPlanes)(certainNow))
		contradiction |= con
		changed |= ch
	}
	r.contradiction[0], r.unsolved[0], r.changed[0] = contradiction, unsolved, changed
}

func forgetGeneric(certain []uint64, m *mask) {
	for p := range certain {
		certain[p] &^= m[0]
	}
}

// countGeneric counts the digits of each cell and of each triad with full adders. It is a
// contradiction if a cell has none left, or a triad has fewer than three.
func countGeneric(c *candidatePlanes, k *countPlanes) (contradiction, unsolved uint64) {
	for p := range cells {
		var x [9]uint64
		for d := range x {
			x[d] = c[cells*d+p]
		}
		ones, twos, fours, fours2 := addNine(&x)
		more := twos | fours | fours2
		contradiction |= ^(ones | more)
		unsolved |= more
		k[p] = ones &^ more
	}
	for box := range 9 {
		for t := range 3 {
			var x, y [9]uint64
			for d := range 9 {
				b := c[cells*d+9*box:][:9]
				x[d] = b[3*t] | b[3*t+1] | b[3*t+2]
				y[d] = b[t] | b[t+3] | b[t+6]
			}
			ones, twos, fours, fours2 := addNine(&x)
			contradiction |= ^(ones&twos | fours | fours2)
			k[cells+6*box+t] = ones & twos &^ (fours | fours2)
			ones, twos, fours, fours2 = addNine(&y)
			contradiction |= ^(ones&twos | fours | fours2)
			k[cells+6*box+3+t] = ones & twos &^ (fours | fours2)
		}
	}
	return contradiction, unsolved
}

// addNine counts, in each lane, how many of nine bits are set. The result is ones + 2*twos +
// 4*fours + 4*fours2.
func addNine(x *[9]uint64) (ones, twos, fours, fours2 uint64) {
	s0, c0 := add(x[0], x[1], x[2])
	s1, c1 := add(x[3], x[4], x[5])
	s2, c2 := add(x[6], x[7], x[8])
	ones, c3 := add(s0, s1, s2)
	t, fours := add(c0, c1, c2)
	return ones, t ^ c3, fours, t & c3
}

// add is a full adder.
func add(a, b, c uint64) (sum, carry uint64) {
	t := a ^ b
	return t ^ c, a&b | t&c
}

// placedGeneric counts, in each lane, the cells with one candidate. It counts nine cells at a time
// by addNine, and adds up the sums with ripple carry.
func placedGeneric(one *digitPlanes, n *number) {
	var sum [numberBits]uint64
	for i := 0; i < cells; i += 9 {
		ones, twos, fours, fours2 := addNine((*[9]uint64)(one[i:]))
		addNumber(&sum, ones, twos, fours^fours2, fours&fours2)
	}
	for w := range sum {
		n[w][0] = sum[w]
	}
}

// addNumber adds a number of four bits to sum.
func addNumber(sum *[numberBits]uint64, ones, twos, fours, eights uint64) {
	x := [numberBits]uint64{ones, twos, fours, eights}
	var carry uint64
	for w := range sum {
		sum[w], carry = add(sum[w], x[w], carry)
	}
}

// digitGeneric propagates one digit. It goes from the cells to the triads that may or must have the
// digit, filters the triads of each of the six bands, and goes back to the cells.
func digitGeneric(c *digitPlanes, k *countPlanes, certain, certainNow *digitPlanes) (contradiction, changed uint64) {
	// 0-26 across, 27-53 down: 9*band + 3*line in the band + box in the band.
	var may, must [triads]uint64
	for box := range 9 {
		x := c[9*box:][:9]
		one := k[9*box:][:9]
		three := k[cells+6*box:][:6]
		var s [9]uint64
		for i := range s {
			s[i] = x[i] & one[i]
		}
		for t := range 3 {
			h := x[3*t] | x[3*t+1] | x[3*t+2]
			v := x[t] | x[t+3] | x[t+6]
			across, down := 9*(box/3)+3*t+box%3, 27+9*(box%3)+3*t+box/3
			may[across], may[down] = h, v
			must[across] = s[3*t] | s[3*t+1] | s[3*t+2] | h&three[t]
			must[down] = s[t] | s[t+3] | s[t+6] | v&three[3+t]
		}
	}
	for band := range 6 {
		contradiction |= bandGeneric((*[9]uint64)(may[9*band:]), (*[9]uint64)(must[9*band:]))
	}
	for box := range 9 {
		for i := range 9 {
			p := 9*box + i
			across, down := 9*(box/3)+3*(i/3)+box%3, 27+9*(box%3)+3*(i%3)+box/3
			// The cell keeps the digit if both of its triads do, unless it is certain of another
			// digit. The cell is certain of the digit if it keeps it and both triads must have it.
			only := must[across] & must[down]
			n := c[p] & may[across] & may[down] & (only | ^(certain[p] | certainNow[p]))
			only &= n
			changed |= c[p] ^ n | only&^certain[p]
			c[p] = n
			contradiction |= certainNow[p] & only
			certainNow[p] |= only
		}
	}
	return contradiction, changed
}

// bandGeneric propagates one digit in one band of nine triads, in all lanes at once. Its arguments have a word for each
// triad:
//   - may: the lanes in which the triad may have the digit
//   - must: the lanes in which the triad must have the digit
//
// A band contains the digit three times, once in each line and once in each box. So three of its triads have the digit.
// There are six ways to choose the three triads. For example, one way is box 0 in line 0, box 1 in line 1 and box 2 in
// line 2. bandGeneric first finds the ways that are possible. A way is possible under two conditions:
//   - Each of its three triads may have the digit.
//   - No other triad must have the digit.
//
// Then bandGeneric sets may and must again:
//   - A triad may have the digit if it belongs to a possible way.
//   - A triad must have the digit if it is the only triad of its line that may have it.
//
// The result says in which lanes no way is possible.
func bandGeneric(may, must *[9]uint64) (contradiction uint64) {
	var a [9]uint64
	for l := range 3 {
		for b := range 3 {
			a[3*l+b] = may[3*l+b] &^
				(must[3*l+(b+1)%3] | must[3*l+(b+2)%3]) &^
				(must[(l+1)%3*3+b] | must[(l+2)%3*3+b])
		}
	}
	p0, p1, p2 := a[0]&a[4]&a[8], a[1]&a[5]&a[6], a[2]&a[3]&a[7]
	p3, p4, p5 := a[0]&a[5]&a[7], a[1]&a[3]&a[8], a[2]&a[4]&a[6]
	*may = [9]uint64{
		p0 | p3, p1 | p4, p2 | p5,
		p2 | p4, p0 | p5, p1 | p3,
		p1 | p5, p2 | p3, p0 | p4,
	}
	for l := range 3 {
		m := may[3*l:][:3]
		must[3*l] = m[0] &^ (m[1] | m[2])
		must[3*l+1] = m[1] &^ (m[0] | m[2])
		must[3*l+2] = m[2] &^ (m[0] | m[1])
	}
	return ^(may[0] | may[1] | may[2])
}
