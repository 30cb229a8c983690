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

// Key sets the bits of key to the remaining items, and then writes the colours of the removed ones.
// Items that do not make a difference are left out: secondary items without remaining options, and
// removed items that no remaining option has. If two states of a search have the same key, they also
// have the same remaining options.
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

// matters reports whether the colour of a removed item still makes a difference, which it does if some remaining option
// contains the item. Only options that give the item the same colour can remain, and all of them are in the item's set,
// together with options that were hidden. To tell whether one of them remains, matters looks for the option in the set
// of one of its remaining items.
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
