package sparse

import "gridjudge/solvers"

// KeyWords returns the number of words of a key of matrix: a bit for each item and, if there are
// colours, half a word for each secondary item.
func KeyWords(matrix *solvers.Matrix) int {
	words := (matrix.Items() + 63) / 64
	if matrix.Colored() {
		words += (matrix.Secondary + 1) / 2
	}
	return words
}

// Key writes what distinguishes the present state of the search from others: first a bit for each remaining item, and
// then the colours of the removed items. Two kinds of items are left out, because they do not make a difference:
// secondary items without remaining options, and removed items that no remaining option contains. If two states of a
// search have the same key, they also have the same remaining options.
func (s *Sets) Key(key []uint64) {
	clear(key)
	for _, item := range s.active[:s.left] {
		if item < s.primary || s.sets[item].size > 0 {
			key[item>>6] |= 1 << (item & 63)
		}
	}
	if len(s.colors) == 0 {
		return
	}
	colors := key[(len(s.sets)+63)/64:]
	for _, item := range s.active[s.left:] {
		if s.given[item] > 0 && s.matters(item) {
			n := item - s.primary
			colors[n/2] |= uint64(s.given[item]) << (n % 2 * 32)
		}
	}
}

// matters reports whether the colour of a removed item still makes a difference. It does if some remaining option
// contains the item. Such an option gives the item the same colour, and is in the set of the item. But the set also
// contains options that have been hidden since the item was removed. So for each option that agrees, matters looks at
// another item of the option, one that remains: if the set of that item still contains the option, the option remains,
// too.
func (s *Sets) matters(item uint32) bool {
	set := s.sets[item]
	for _, i := range s.cells[set.first : set.first+set.size] {
		if s.colors[i] != s.given[item] {
			continue
		}
		for j := i + 1; j != i; j++ {
			n := s.nodes[j]
			if uint(n.item) >= uint(len(s.sets)) {
				j += n.item - 1
				continue
			}
			if other := &s.sets[n.item]; other.pos < s.left {
				if n.loc < other.first+other.size {
					return true
				}
				break
			}
		}
	}
	return false
}
