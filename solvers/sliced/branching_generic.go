package sliced

// chooseGeneric chooses a branching cell in every lane: of the cells with two candidates, the one
// whose row, column and box have the most such cells in total. If several have as many, it takes
// the first plane.
func chooseGeneric(planes, scratch, choice []uint64) {
	c := (*candidatePlanes)(planes)
	two := (*digitPlanes)(scratch)
	for p := range cells {
		var x [9]uint64
		for d := range x {
			x[d] = c[cells*d+p]
		}
		ones, twos, fours, fours2 := addNine(&x)
		two[p] = twos &^ (ones | fours | fours2)
	}
	var sums [27][4]uint64
	for u, in := range planesOfUnit {
		var x [9]uint64
		for i, p := range in {
			x[i] = two[p]
		}
		sums[u] = sumNine(&x)
	}
	var best [5]uint64
	var cell [numberBits]uint64
	for p, u := range unitsOfCell {
		score := addThree(&sums[u[0]], &sums[u[1]], &sums[u[2]])
		var more uint64
		for w := range best {
			more = score[w]&^best[w] | more&^(score[w]^best[w])
		}
		more &= two[p]
		for w := range best {
			best[w] = best[w]&^more | score[w]&more
		}
		for w := range cell {
			cell[w] &^= more
			if p>>w&1 != 0 {
				cell[w] |= more
			}
		}
	}
	copy(choice[:choicePlanes], cell[:])
	choice[choicePlanes-1] = best[0] | best[1] | best[2] | best[3] | best[4]
}

// sumNine does what addNine does, and returns the result as a number of four bits.
func sumNine(x *[9]uint64) [4]uint64 {
	ones, twos, fours, fours2 := addNine(x)
	return [4]uint64{ones, twos, fours ^ fours2, fours & fours2}
}

// addThree adds three numbers of four bits whose sum is below 32.
func addThree(a, b, c *[4]uint64) (sum [5]uint64) {
	var up, carry uint64
	for w := range 4 {
		s, next := add(a[w], b[w], c[w])
		t, over := add(s, up, carry)
		sum[w], up, carry = t, next, over
	}
	sum[4] = up ^ carry
	return sum
}
