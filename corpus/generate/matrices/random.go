package matrices

import (
	"math/rand/v2"
	"slices"

	"gridjudge/solvers"
)

// Random describes matrices with random options. The same values give the same
// matrix on every machine.
type Random struct {
	Seed      uint64
	Primary   int // number of primary items
	Secondary int // number of secondary items
	Size      int // primary items per option, at least 2
	Options   int // number of options
	Colors    int // number of colours of each secondary item; 0 for none
}

// Planted makes a matrix that has at least one cover, because a cover is hidden among its random options. To make the
// hidden cover, Planted divides the primary items among options of Size items; if Size does not divide Primary, the
// last of these options is smaller. Then it adds random options, and shuffles all options. If there are secondary
// items, about half of the options also contain one of them. In the hidden cover no two options share a secondary item,
// because then it would not be a cover.
//
// With colours, each secondary item has a hidden colour, and the options of the hidden cover may share the item in this
// colour. Then the other options give it a random one. With one colour, no option is hidden because of it. The more
// colours there are, the fewer options agree, until nearly none do, as if the items were covered.
func Planted(r Random) *solvers.Matrix {
	rng := rand.New(rand.NewPCG(r.Seed, 0))
	var options [][]int32
	free := rng.Perm(r.Secondary)
	colors := make([]int32, r.Secondary)
	for i := range colors {
		colors[i] = r.color(rng)
	}
	for hidden := range slices.Chunk(rng.Perm(r.Primary), r.Size) {
		option := items(hidden...)
		if len(free) > 0 && rng.IntN(2) == 0 {
			option = append(option, int32(r.Primary+free[0])|colors[free[0]])
			if free = free[1:]; r.Colors > 0 {
				free = rng.Perm(r.Secondary)
			}
		}
		options = append(options, option)
	}
	for len(options) < r.Options {
		options = append(options, r.option(rng))
	}
	return r.shuffled(rng, options)
}

// Infeasible makes a matrix that has no cover, for a reason that a solver does not see. It marks an odd number of the
// primary items, for example 5 of them, and only makes options that contain an even number of marked items. A cover
// would consist of options that do not overlap, so together they would cover an even number of marked items, and never
// exactly 5. The marks are not stored in the matrix.
func Infeasible(r Random) *solvers.Matrix {
	rng := rand.New(rand.NewPCG(r.Seed, 1))
	var options [][]int32
	marked := make([]bool, r.Primary)
	for _, i := range rng.Perm(r.Primary)[:r.Primary/2|1] {
		marked[i] = true
	}
	for len(options) < r.Options {
		option, odd := r.option(rng), false
		for _, i := range option {
			odd = odd != (int(i) < r.Primary && marked[i])
		}
		if !odd {
			options = append(options, option)
		}
	}
	return r.shuffled(rng, options)
}

// option returns Size different primary items, and perhaps a secondary one.
func (r Random) option(rng *rand.Rand) []int32 {
	var option []int32
	for len(option) < r.Size {
		if i := int32(rng.IntN(r.Primary)); !slices.Contains(option, i) {
			option = append(option, i)
		}
	}
	if r.Secondary > 0 && rng.IntN(2) == 0 {
		option = append(option, int32(r.Primary+rng.IntN(r.Secondary))|r.color(rng))
	}
	return option
}

// colorBit is the value of colour 1 in the number of an item before the matrix is made.
const colorBit = 1 << 20

// color returns a random colour, in units of colorBit; 0 if there are no colours.
func (r Random) color(rng *rand.Rand) int32 {
	if r.Colors == 0 {
		return 0
	}
	return (1 + rng.Int32N(int32(r.Colors))) * colorBit
}

// shuffled makes the matrix from options. It sorts the items of each option, and shuffles the options.
func (r Random) shuffled(rng *rand.Rand, options [][]int32) *solvers.Matrix {
	for _, option := range options {
		slices.Sort(option)
	}
	rng.Shuffle(len(options), func(i, j int) { options[i], options[j] = options[j], options[i] })
	m := &solvers.Matrix{Primary: r.Primary, Secondary: r.Secondary}
	for _, option := range options {
		var colors []int32
		for i := range option {
			if r.Colors > 0 {
				colors = append(colors, option[i]/colorBit)
				option[i] %= colorBit
			}
		}
		m.AddColored(option, colors)
	}
	return m
}
