package corpus

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"gridjudge/corpus/covers"
)

// coverOracle counts covers. It shares no code with the solvers, with solvers.Matrix.Check or with the judge's own
// search. For every set of covered items that it has met, it remembers the count, because the options that are left
// depend only on this set.
type coverOracle struct {
	primary int
	options [][]int // the items of each option
	of      [][]int // the options of each item
	covered []byte  // for each item, 1 if a chosen option has it
	blocked []int   // for each option, how many of its items are covered

	limit  uint64 // the number of covers to count
	budget int    // the search calls that are left; below 0 if they were not enough
	known  map[string]uint64
}

func newCoverOracle(c *covers.Case) *coverOracle {
	o := &coverOracle{primary: c.Primary, of: make([][]int, c.Items()), covered: make([]byte, c.Items())}
	o.blocked = make([]int, c.Options())
	for i := range c.Options() {
		var items []int
		useful := false
		for _, item := range c.Option(i) {
			items = append(items, int(item))
			useful = useful || int(item) < c.Primary
		}
		o.options = append(o.options, items)
		for _, item := range items {
			if useful {
				o.of[item] = append(o.of[item], i)
			}
		}
	}
	return o
}

// count counts the covers up to limit. It returns false if budget search calls are too few.
func (o *coverOracle) count(limit uint64, budget int) (n uint64, decided bool) {
	o.limit, o.budget, o.known = limit, budget, map[string]uint64{}
	n = o.search()
	return n, o.budget >= 0 || n >= limit
}

func (o *coverOracle) search() (found uint64) {
	key := string(o.covered)
	if n, met := o.known[key]; met {
		return n
	}
	if o.budget--; o.budget < 0 {
		return 0
	}
	item, open := o.narrowest()
	if item < 0 {
		return 1
	}
	for _, option := range open {
		o.choose(option, 1)
		found += o.search()
		o.choose(option, -1)
		if found >= o.limit || o.budget < 0 {
			break
		}
	}
	if o.budget >= 0 {
		o.known[key] = min(found, o.limit)
	}
	return min(found, o.limit)
}

// choose covers the items of an option, by 1, or uncovers them, by -1.
func (o *coverOracle) choose(option, by int) {
	for _, item := range o.options[option] {
		o.covered[item] ^= 1
		for _, other := range o.of[item] {
			o.blocked[other] += by
		}
	}
}

// narrowest returns the primary item with the fewest options that are left, and these options. The item is -1 if all
// primary items are covered.
func (o *coverOracle) narrowest() (best int, open []int) {
	best = -1
	least := len(o.options) + 1
	for item := 0; item < o.primary && least > 0; item++ {
		if o.covered[item] == 1 {
			continue
		}
		n := 0
		for _, option := range o.of[item] {
			if o.blocked[option] == 0 {
				n++
			}
		}
		if n < least {
			best, least = item, n
		}
	}
	if best >= 0 {
		for _, option := range o.of[best] {
			if o.blocked[option] == 0 {
				open = append(open, option)
			}
		}
	}
	return best, open
}

// fingerprint visits all covers and returns their fingerprint, which covers.Case defines.
func (o *coverOracle) fingerprint(chosen []int) (sum uint64) {
	item, open := o.narrowest()
	if item < 0 {
		numbers := strings.Trim(fmt.Sprint(slices.Sorted(slices.Values(chosen))), "[]")
		h := fnv.New64a()
		h.Write([]byte(numbers))
		return h.Sum64()
	}
	for _, option := range open {
		o.choose(option, 1)
		sum += o.fingerprint(append(slices.Clone(chosen), option+1))
		o.choose(option, -1)
	}
	return sum
}

// covers returns why rows, whose numbers count from 1, are not a cover; "" if they are one.
func (o *coverOracle) covers(rows []int) string {
	times := make([]int, len(o.of))
	for _, row := range rows {
		if row < 1 || row > len(o.options) {
			return fmt.Sprintf("there is no row %d", row)
		}
		for _, item := range o.options[row-1] {
			times[item]++
		}
	}
	for item, n := range times {
		if n > 1 || n == 0 && item < o.primary {
			return fmt.Sprintf("item %d is covered %d times", item+1, n)
		}
	}
	return ""
}
