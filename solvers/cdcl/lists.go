package cdcl

import "slices"

// lists holds a list for each number from 0, all of them in a single slice. To make n lists, call reset(n), then count
// for each item, then allocate, and then put for each item.
type lists[T any] struct {
	start []uint32 // list n is items[start[n]:start[n+1]]
	items []T
}

// of returns list n.
func (t *lists[T]) of(n uint32) []T { return t.items[t.start[n]:t.start[n+1]] }

// reset prepares n empty lists.
func (t *lists[T]) reset(n int) {
	t.start = slices.Grow(t.start[:0], n+1)[:n+1]
	clear(t.start)
}

// count notes that a list will get one more item.
func (t *lists[T]) count(list uint32) { t.start[list]++ }

// allocate makes room for the items that were counted.
func (t *lists[T]) allocate() {
	sum := uint32(0)
	for i, count := range t.start {
		sum += count
		t.start[i] = sum
	}
	t.items = slices.Grow(t.items[:0], int(sum))[:sum]
}

// put adds an item to a list.
func (t *lists[T]) put(list uint32, item T) {
	at := t.start[list] - 1
	t.start[list], t.items[at] = at, item
}
