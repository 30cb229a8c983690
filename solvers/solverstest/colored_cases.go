package solverstest

import (
	"math"
	"math/rand/v2"

	"gridjudge/solvers"
)

// part is an item in an option. color is 0 if the option gives the item none.
type part struct{ item, color int32 }

// colored returns a matrix with colours.
func colored(primary, secondary int, options ...[]part) *solvers.Matrix {
	m := matrix(primary, secondary)
	for _, option := range options {
		var items, colors []int32
		for _, p := range option {
			items, colors = append(items, p.item), append(colors, p.color)
		}
		m.AddColored(items, colors)
	}
	m.Color() // there may be no options
	return m
}

// ColoredCases returns the matrices with colours that every contestant must get right if it takes
// colours (solvers.Spec.Colors).
func ColoredCases() []CoverCase {
	const agree, differ = "options that give an item the same colour may share it", "options that give an item different colours exclude each other"
	use := func(item, color int32) []part { return []part{{item, 0}, {2, color}} }
	cases := []CoverCase{
		{Name: "one colour", Reason: agree, Problem: colored(2, 1, use(0, 1), use(1, 1)), Count: 1},
		{Name: "two colours", Reason: differ, Problem: colored(2, 1, use(0, 1), use(1, 2))},
		{Name: "a colour and none", Reason: "an option that has an item without a colour excludes all others with it",
			Problem: colored(2, 1, use(0, 1), use(1, 0))},
		{Name: "none and a colour", Reason: "an option that has an item without a colour excludes all others with it",
			Problem: colored(2, 1, use(0, 0), use(1, 1))},
		{Name: "no colour", Reason: "an item without a colour is in one option, whatever other options do",
			Problem: colored(2, 1, use(0, 0), use(1, 0), use(0, 1), use(1, 2))},
		{Name: "Knuth's example of colours", Reason: "options of a cover agree in all items that they share",
			Problem: colored(3, 2, []part{{0, 0}, {1, 0}, {3, 1}, {4, 1}}, []part{{0, 0}, {2, 0}, {3, 2}, {4, 2}},
				[]part{{3, 1}, {4, 2}}, []part{{1, 0}, {3, 2}}, []part{{2, 0}, {4, 2}}), Count: 1},
		{Name: "free options with colours", Reason: "an option without a primary item commits nothing to a colour",
			Problem: colored(2, 1, []part{{2, 2}}, use(0, 1), use(1, 1), []part{{2, 1}}), Count: 1},
		{Name: "no primary items, but colours", Reason: "options without a primary item are in no cover",
			Problem: colored(0, 1, []part{{0, 1}}, []part{{0, 2}}), Count: 1},
		{Name: "an item without options among colours", Reason: "an item without options allows no cover",
			Problem: colored(3, 1, []part{{0, 0}, {3, 1}}, []part{{1, 0}, {3, 1}}), Quick: true},
		{Name: "colours 256 apart", Reason: "a colour can exceed 8 bits", Problem: colored(2, 1, use(0, 1), use(1, 257))},
		{Name: "colours 65,536 apart", Reason: "a colour can exceed 16 bits", Problem: colored(2, 1, use(0, 1), use(1, 65_537))},
		{Name: "the largest colour", Reason: "a colour can be any positive number",
			Problem: colored(2, 1, use(0, math.MaxInt32), use(1, math.MaxInt32), use(1, 1)), Count: 1},
		{Name: "300 colours of an item", Reason: differ, Problem: palette(300), Count: 300},
		{Name: "12 choices of two colours", Reason: "an item stays committed to its colour until the first option that has it is given up",
			Problem: voting(12), Count: 2<<12 - 1},
		{Name: "a path of colours", Reason: "items are committed to their colours one after another", Problem: path(20), Count: 3},
	}
	return append(cases, randomCases("random with colours", 200, 49, RandomColored)...)
}

// palette returns a matrix of two items that each have n options, one for each colour of a secondary
// item: n covers.
func palette(n int32) *solvers.Matrix {
	m := colored(2, 1)
	for color := range n {
		m.AddColored([]int32{0, 2}, []int32{0, color + 1})
		m.AddColored([]int32{2, 1}, []int32{n - color, 0})
	}
	return m
}

// voting returns a matrix in which n items vote on the colour of one secondary item. Each of the n items has three
// options: one gives the secondary item colour 1, one gives it colour 2, and one abstains, which means that it does not
// contain the secondary item. In a cover, all votes must be for the same colour. If this is colour 1, each item votes
// for it or abstains, which makes 2^n covers. Colour 2 has 2^n covers, too. The cover in which all items abstain is
// counted for both colours, so there are 2*2^n - 1 covers in all.
func voting(n int) *solvers.Matrix {
	m := colored(n, 1)
	for i := range int32(n) {
		m.AddColored([]int32{i, int32(n)}, []int32{0, 1})
		m.Add([]int32{i})
		m.AddColored([]int32{int32(n), i}, []int32{2, 0})
	}
	return m
}

// path returns a matrix in which a colour is passed along a path. There are n primary items in a row, and n+1 secondary
// items: before, between and after them. Each primary item has three options, one for each of three colours, and an
// option gives its colour to both secondary items beside the primary item. So neighbours must choose the same colour,
// and there are only 3 covers, one for each colour.
func path(n int) *solvers.Matrix {
	m := colored(n, n+1)
	for i := range int32(n) {
		for color := range int32(3) {
			m.AddColored([]int32{i, int32(n) + i, int32(n) + i + 1}, []int32{0, color + 1, color + 1})
		}
	}
	return m
}

// RandomColored returns a small random matrix with colours. Its options have the primary items of a
// RandomMatrix, and each of up to five secondary items with a probability of a half, in a random
// colour or in none.
func RandomColored(rng *rand.Rand) *solvers.Matrix {
	plain := RandomMatrix(rng)
	m, most := colored(plain.Primary, 1+rng.IntN(5)), 1+rng.IntN(3)
	for _, option := range plain.All() {
		var items, colors []int32
		for _, item := range option {
			if int(item) < m.Primary {
				items, colors = append(items, item), append(colors, 0)
			}
		}
		for i := range m.Secondary {
			if rng.IntN(2) == 0 {
				items, colors = append(items, int32(m.Primary+i)), append(colors, int32(min(rng.IntN(most+2), most)))
			}
		}
		m.AddColored(items, colors)
	}
	return m
}
