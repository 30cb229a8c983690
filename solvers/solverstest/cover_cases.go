package solverstest

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gridjudge/solvers"
)

// CoverCase is a matrix whose number of covers is known.
type CoverCase = Case[*solvers.Matrix]

func matrix(primary, secondary int, options ...[]int32) *solvers.Matrix {
	return solvers.NewMatrix(primary, secondary, options)
}

// CoverCases returns the matrices that every contestant for matrices must get right. All have few
// covers, so that these can be visited one by one.
func CoverCases() []CoverCase {
	cases := []CoverCase{
		{Name: "nothing", Reason: "the empty cover counts", Problem: matrix(0, 0), Count: 1},
		{Name: "no items", Reason: "empty options are in no cover", Problem: matrix(0, 0, nil, nil), Count: 1},
		{Name: "no primary items", Reason: "options without a primary item are in no cover",
			Problem: matrix(0, 2, []int32{0}, []int32{1}, []int32{0, 1}), Count: 1},
		{Name: "one item", Reason: "an option alone can cover all", Problem: matrix(1, 0, []int32{0}), Count: 1},
		{Name: "no options", Reason: "an item without options allows no cover", Problem: matrix(1, 0), Quick: true},
		{Name: "the last item without options", Reason: "an item without options allows no cover",
			Problem: matrix(3, 0, []int32{0}, []int32{1}, []int32{0, 1}), Quick: true},
		{Name: "40 choices, and an item without options", Reason: "an item without options needs no search",
			Problem: hopeless(40), Quick: true},
		{Name: "a secondary item without options", Reason: "it changes nothing",
			Problem: matrix(2, 1, []int32{0}, []int32{1}), Count: 1},
		{Name: "free options", Reason: "options without a primary item do not double the count",
			Problem: matrix(2, 2, []int32{2}, []int32{0, 1}, nil, []int32{3, 2}, []int32{3}), Count: 1},
		{Name: "equal options", Reason: "equal options are different",
			Problem: matrix(2, 0, []int32{0, 1}, []int32{0, 1}, []int32{1, 0}, []int32{0}, []int32{1}, []int32{1}), Count: 5},
		{Name: "equal options with a secondary item", Reason: "equal options are different",
			Problem: matrix(1, 1, []int32{0, 1}, []int32{1, 0}, []int32{0}), Count: 3},
		{Name: "a secondary item wanted twice", Reason: "it is covered at most once",
			Problem: matrix(2, 1, []int32{0, 2}, []int32{1, 2})},
		{Name: "a secondary item that decides", Reason: "it need not be covered",
			Problem: matrix(2, 1, []int32{0, 2}, []int32{1, 2}, []int32{1}, []int32{0}), Count: 3},
		{Name: "Knuth's example", Reason: "a search that must go back ends right",
			Problem: matrix(7, 0, []int32{2, 4}, []int32{0, 3, 6}, []int32{1, 2, 5}, []int32{0, 3, 5},
				[]int32{1, 6}, []int32{3, 4, 6}), Count: 1},
		{Name: "six choices", Reason: "independent choices multiply", Problem: Choices(6), Count: 64},
		{Name: "ladder", Reason: "dependent choices add", Problem: Ladder(5), Count: 31},
		{Name: "300 items", Reason: "the numbers of items and options can exceed 8 bits", Problem: items(300), Count: 8},
		{Name: "secondary items 64 apart", Reason: "an item is told from one that a machine word does not hold",
			Problem: distant(64), Count: 4},
		{Name: "secondary items 256 apart", Reason: "the number of an item can exceed 8 bits", Problem: distant(256), Count: 4},
		{Name: "12 choices with a secondary item", Reason: "a secondary item is covered once at every depth of the search",
			Problem: sharing(12), Count: 13},
		{Name: "matchings of 8", Reason: "equal subproblems are reached in many ways", Problem: Pairs(8), Count: 105},
	}
	return append(cases, randomCases("random", 120, 11, RandomMatrix)...)
}

// randomCases returns n cases whose matrices the function random makes.
func randomCases(name string, n int, seed uint64, random func(*rand.Rand) *solvers.Matrix) (cases []CoverCase) {
	rng := rand.New(rand.NewPCG(seed, 1))
	for i := range n {
		m := random(rng)
		cases = append(cases, CoverCase{
			Name: fmt.Sprintf("%s %d", name, i+1), Reason: "counts of random matrices agree with a plain search",
			Problem: m, Count: CountCovers(m, math.MaxUint64),
		})
	}
	return cases
}

// LargeCoverCases returns matrices that have too many covers to visit, many items, or a deep
// search. A contestant does not have to finish counting their covers, but it must not give a wrong
// count.
func LargeCoverCases() []CoverCase {
	more := Ladder(64)
	more.Add(more.Option(0))
	const beyond = "a count may not fit into 64 bits"
	return []CoverCase{
		{Name: "secondary items 65,536 apart", Reason: "the number of an item can exceed 16 bits", Problem: distant(1 << 16), Count: 4},
		{Name: "an option of 65,536 items", Reason: "the number of an item can exceed 16 bits", Problem: wide(1 << 16), Count: 2},
		{Name: "70 choices with a secondary item", Reason: "a secondary item is covered once at every depth of the search",
			Problem: sharing(70), Count: 71},
		{Name: "32 choices", Reason: "a count can exceed 32 bits", Problem: Choices(32), Count: 1 << 32},
		{Name: "33 choices and a ladder of 30", Reason: "a count can exceed 53 bits",
			Problem: both(Choices(33), Ladder(30)), Count: (1 << 33) * (1<<30 - 1)},
		{Name: "63 choices", Reason: "a count can exceed 63 bits", Problem: Choices(63), Count: 1 << 63},
		{Name: "a ladder of 64", Reason: "the largest count of 64 bits can be told",
			Problem: Ladder(64), Count: math.MaxUint64},
		{Name: "a ladder of 64 and 1", Reason: beyond, Problem: more, Count: math.MaxUint64, Beyond: true},
		{Name: "64 choices", Reason: beyond, Problem: Choices(64), Count: math.MaxUint64, Beyond: true},
		{Name: "200 choices", Reason: beyond, Problem: Choices(200), Count: math.MaxUint64, Beyond: true},
	}
}

// Choices returns a matrix of n items with two options each: 2^n covers.
func Choices(n int) *solvers.Matrix {
	m := matrix(n, 0)
	for i := range int32(n) {
		m.Add([]int32{i})
		m.Add([]int32{i})
	}
	return m
}

// hopeless returns Choices(n) with one more item at the end, which is not in any option.
func hopeless(n int) *solvers.Matrix {
	m := Choices(n)
	m.Primary++
	return m
}

// items returns a matrix of n items with one option each, and three more options: two for items
// that are 64 or 256 apart, and one for the last item. It has 8 covers.
func items(n int32) *solvers.Matrix {
	m := matrix(int(n), 0)
	for i := range n {
		m.Add([]int32{i})
	}
	m.Add([]int32{0, 256})
	m.Add([]int32{1, 65})
	m.Add([]int32{n - 1})
	return m
}

// distant returns a matrix with 4 covers, which shows whether a solver confuses items whose numbers are far apart. It
// has two secondary items, near and far, and the number of far is the number of near plus apart. If apart is 256, for
// example, near is item 2 and far is item 258. A solver that stores these numbers in 8 bits stores 2 for both items. A
// solver that confuses the items counts 3 covers, and a solver that loses the far item counts 5.
func distant(apart int32) *solvers.Matrix {
	near, next, far := int32(2), int32(3), 2+apart
	return matrix(2, int(apart)+1, []int32{0, near}, []int32{0, next}, []int32{0, far}, []int32{1, next}, []int32{1, far})
}

// wide returns a matrix with an option of n items, and with one more item that has two options. It
// has 2 covers.
func wide(n int32) *solvers.Matrix {
	m := matrix(int(n)+1, 0)
	var option []int32
	for i := range n {
		option = append(option, i)
	}
	m.Add(option)
	m.Add([]int32{n})
	m.Add([]int32{n})
	return m
}

// sharing returns a matrix in which options clash at every depth of the search, in whatever order a
// solver chooses the items. There are n primary items and one secondary item. Each primary item has
// two options, one of which also contains the secondary item. A cover can use at most one of the
// options with the secondary item, so there are n+1 covers.
func sharing(n int) *solvers.Matrix {
	m := matrix(n, 1)
	for i := range int32(n) {
		m.Add([]int32{i, int32(n)})
		m.Add([]int32{i})
	}
	return m
}

// Ladder returns a matrix with 2^n - 1 covers. Each item except item 0 has two options of its own.
// Item 0 has n options: the first covers all items, and each next one covers one item less. With
// these options, there are 1, 2, 4, ... covers.
func Ladder(n int) *solvers.Matrix {
	m := matrix(n, 0)
	for i := range n {
		option := []int32{0}
		for item := 1; item < n-i; item++ {
			option = append(option, int32(item))
		}
		m.Add(option)
	}
	for item := 1; item < n; item++ {
		m.Add([]int32{int32(item)})
		m.Add([]int32{int32(item)})
	}
	return m
}

// Pairs returns the matrix of the perfect matchings of n points.
func Pairs(n int) *solvers.Matrix {
	m := matrix(n, 0)
	for a := range int32(n) {
		for b := a + 1; b < int32(n); b++ {
			m.Add([]int32{a, b})
		}
	}
	return m
}

// both returns a matrix that consists of two independent ones without secondary items. Its number
// of covers is the product of theirs.
func both(a, b *solvers.Matrix) *solvers.Matrix {
	m := matrix(0, 0)
	m.Set(a)
	m.Primary += b.Primary
	for _, option := range b.All() {
		var shifted []int32
		for _, item := range option {
			shifted = append(shifted, item+int32(a.Primary))
		}
		m.Add(shifted)
	}
	return m
}

// RandomMatrix returns a small random matrix: up to 9 primary and 4 secondary items, and up to 20
// random options, some of which may be equal, empty, or without a primary item. About half of the
// matrices have a cover.
func RandomMatrix(rng *rand.Rand) *solvers.Matrix {
	m := matrix(rng.IntN(10), rng.IntN(5))
	items := m.Items()
	most := 1 + rng.IntN(4)
	for range rng.IntN(20) {
		if m.Options() > 0 && rng.IntN(8) == 0 {
			m.Add(m.Option(rng.IntN(m.Options())))
			continue
		}
		var option []int32
		for _, item := range rng.Perm(items)[:min(items, rng.IntN(most+1))] {
			option = append(option, int32(item))
		}
		m.Add(option)
	}
	if rng.IntN(2) == 0 { // hide a cover
		order := rng.Perm(m.Primary)
		for len(order) > 0 {
			n := min(len(order), 1+rng.IntN(most))
			var option []int32
			for _, item := range order[:n] {
				option = append(option, int32(item))
			}
			order = order[n:]
			m.Add(option)
		}
	}
	return m
}

// Permuted returns m with its options, and the items in each, in random order, and with its items
// renamed: primary ones to primary ones, and secondary ones to secondary ones. It has as many
// covers as m.
func Permuted(m *solvers.Matrix, rng *rand.Rand) *solvers.Matrix {
	primary, secondary := rng.Perm(m.Primary), rng.Perm(m.Secondary)
	p := matrix(m.Primary, m.Secondary)
	for _, o := range rng.Perm(m.Options()) {
		var option, colors []int32
		for _, k := range rng.Perm(len(m.Option(o))) {
			item := int(m.Option(o)[k])
			if item < m.Primary {
				item = primary[item]
			} else {
				item = m.Primary + secondary[item-m.Primary]
			}
			option = append(option, int32(item))
			if m.Colored() {
				colors = append(colors, m.ColorOf(o, k))
			}
		}
		p.AddColored(option, colors)
	}
	return p
}

// CountCovers returns the number of covers of m, but at most limit. It covers the primary items in
// their order, and for each item tries every option that contains it and does not clash with the
// options chosen before. It is meant for small matrices, and shares no code with the contestants,
// so that it does not repeat their mistakes.
func CountCovers(m *solvers.Matrix, limit uint64) uint64 {
	return countCovers(m, make([][]int32, m.Items()), 0, limit)
}

// countCovers counts the covers of item and the primary items after it. uses lists, for each item, the
// colours with which the chosen options have it.
func countCovers(m *solvers.Matrix, uses [][]int32, item int32, limit uint64) (found uint64) {
	for int(item) < m.Primary && len(uses[item]) > 0 {
		item++
	}
	if int(item) >= m.Primary {
		return 1
	}
	for o, option := range m.All() {
		has, clashes := false, false
		for n, i := range option {
			has = has || i == item
			for _, color := range uses[i] {
				clashes = clashes || color == 0 || color != m.ColorOf(o, n)
			}
		}
		if !has || clashes {
			continue
		}
		for n, i := range option {
			uses[i] = append(uses[i], m.ColorOf(o, n))
		}
		found += countCovers(m, uses, item+1, limit-found)
		for _, i := range option {
			uses[i] = uses[i][:len(uses[i])-1]
		}
		if found >= limit {
			break
		}
	}
	return found
}
