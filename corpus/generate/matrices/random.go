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
// items, about half of the options also contain one of them. No two options of the hidden cover contain the same
// secondary item, because together they would not be a cover.
//
// With colours, each secondary item has a hidden colour, and the options of the hidden cover may share the item in this
// colour. Then the other options give it a random one. With one colour, no option is hidden because of it. The more
// colours there are, the fewer options agree, until nearly none do, as if the items were covered.
func Planted(r Random) *solvers.Matrix {
	rng := rand.New(rand.NewPCG(r.Seed, 0))
	var options []option
	free := rng.Perm(r.Secondary)
	colors := make([]int32, r.Secondary)
	for i := range colors {
		colors[i] = r.color(rng)
	}
	for hidden := range slices.Chunk(rng.Perm(r.Primary), r.Size) {
		o := option{items: items(hidden...)}
		if len(free) > 0 && rng.IntN(2) == 0 {
			o.items, o.color = append(o.items, int32(r.Primary+free[0])), colors[free[0]]
			if free = free[1:]; r.Colors > 0 {
				free = rng.Perm(r.Secondary)
			}
		}
		options = append(options, o)
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
	var options []option
	marked := make([]bool, r.Primary)
	for _, i := range rng.Perm(r.Primary)[:r.Primary/2|1] {
		marked[i] = true
	}
	for len(options) < r.Options {
		o, odd := r.option(rng), false
		for _, i := range o.items {
			odd = odd != (int(i) < r.Primary && marked[i])
		}
		if !odd {
			options = append(options, o)
		}
	}
	return r.shuffled(rng, options)
}

// option is an option of a random matrix. It has at most one secondary item, and color is the colour that it gives to
// this item, or 0.
type option struct {
	items []int32
	color int32
}

// option returns Size different primary items, and perhaps a secondary one.
func (r Random) option(rng *rand.Rand) (o option) {
	for len(o.items) < r.Size {
		if i := int32(rng.IntN(r.Primary)); !slices.Contains(o.items, i) {
			o.items = append(o.items, i)
		}
	}
	if r.Secondary > 0 && rng.IntN(2) == 0 {
		o.items = append(o.items, int32(r.Primary+rng.IntN(r.Secondary)))
		o.color = r.color(rng)
	}
	return o
}

// color returns a random colour, or 0 if the matrix is made without colours.
func (r Random) color(rng *rand.Rand) int32 {
	if r.Colors == 0 {
		return 0
	}
	return 1 + rng.Int32N(int32(r.Colors))
}

// shuffled makes the matrix from options. It sorts the items of each option, and shuffles the options.
func (r Random) shuffled(rng *rand.Rand, options []option) *solvers.Matrix {
	rng.Shuffle(len(options), func(i, j int) { options[i], options[j] = options[j], options[i] })
	m := &solvers.Matrix{Primary: r.Primary, Secondary: r.Secondary}
	for _, o := range options {
		slices.Sort(o.items)
		if r.Colors == 0 {
			m.Add(o.items)
			continue
		}
		colors := make([]int32, len(o.items))
		colors[len(colors)-1] = o.color // the secondary item has the largest number
		m.AddColored(o.items, colors)
	}
	return m
}
