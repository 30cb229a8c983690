package corpus

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"

	"gridjudge/corpus/covers"
)

// coverOracle counts covers. It shares no code with the solvers, with solvers.Matrix.Check or with the judge's own
// search. For every state of the items that it has met, it remembers the count, because the options that are left
// depend only on this state.
type coverOracle struct {
	primary int
	options [][]int   // the items of each option
	colors  [][]int32 // and their colours; 0 for none
	of      [][]use   // the options of each item
	state   []int32   // for each item, 0 if no chosen option has it, -1 if one has it without a colour, otherwise the colour
	uses    []int     // for each item, how many chosen options have it
	blocked []int     // for each option, how many of its items are in a state that excludes it

	limit  uint64 // the number of covers to count
	budget int    // the search calls that are left; below 0 if they were not enough
	known  map[string]uint64
}

// use is an option that has an item, and the colour that it gives the item.
type use struct {
	option int
	color  int32
}

func newCoverOracle(c *covers.Case) *coverOracle {
	o := &coverOracle{primary: c.Primary, of: make([][]use, c.Items()), state: make([]int32, c.Items()), uses: make([]int, c.Items())}
	o.blocked = make([]int, c.Options())
	for i := range c.Options() {
		var items []int
		var colors []int32
		useful := false
		for n, item := range c.Option(i) {
			items = append(items, int(item))
			colors = append(colors, 0)
			if len(c.Colors) > 0 {
				colors[n] = c.Colors[len(c.Members[:c.Ends[i]])-len(c.Option(i))+n]
			}
			useful = useful || int(item) < c.Primary
		}
		o.options, o.colors = append(o.options, items), append(o.colors, colors)
		for n, item := range items {
			if useful {
				o.of[item] = append(o.of[item], use{i, colors[n]})
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
	var words []byte
	for _, state := range o.state {
		words = binary.LittleEndian.AppendUint32(words, uint32(state))
	}
	key := string(words)
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

// choose gives an option its items, by 1, or takes them back, by -1.
func (o *coverOracle) choose(option, by int) {
	for n, item := range o.options[option] {
		if o.uses[item] += by; o.uses[item] > max(by, 0) {
			continue // another chosen option has it, too, in the same colour
		}
		color := o.colors[option][n]
		for _, other := range o.of[item] {
			if color == 0 || other.color != color {
				o.blocked[other.option] += by
			}
		}
		switch {
		case by < 0:
			color = 0
		case color == 0:
			color = -1
		}
		o.state[item] = color
	}
}

// narrowest returns the primary item with the fewest options that are left, and these options. The item is -1 if all
// primary items are covered.
func (o *coverOracle) narrowest() (best int, open []int) {
	best = -1
	least := len(o.options) + 1
	for item := 0; item < o.primary && least > 0; item++ {
		if o.uses[item] > 0 {
			continue
		}
		n := 0
		for _, other := range o.of[item] {
			if o.blocked[other.option] == 0 {
				n++
			}
		}
		if n < least {
			best, least = item, n
		}
	}
	if best >= 0 {
		for _, other := range o.of[best] {
			if o.blocked[other.option] == 0 {
				open = append(open, other.option)
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
