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

// Key writes a key for the present state of the search. Two states of a search that have the same key also have the
// same remaining options. The key begins with one bit for each item, which is set if the item remains. After these bits
// come the colours of the removed items. Two kinds of items are left out, because they do not make a difference:
// secondary items without remaining options, and removed items that no remaining option contains.
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
		if s.given[item] > 0 && s.colorMatters(item) {
			n := item - s.primary
			colors[n/2] |= uint64(s.given[item]) << (n % 2 * 32)
		}
	}
}

// colorMatters reports whether the colour of a removed item still makes a difference. It does if an option that
// contains the item remains. Such an option gives the item the colour with which the item was removed.
//
// To find such an option, colorMatters goes through the set of the item, but this set is out of date. Options that were
// hidden after the item was removed are still in it. The sets of items that remain are up to date. So for each option
// with the right colour, colorMatters looks for another item of the option that remains. If the set of this other item
// contains the option, the option remains, too.
func (s *Sets) colorMatters(item uint32) bool {
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
