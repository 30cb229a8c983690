package cdcl

import "slices"

// lists holds a list for each number from 0, all of them in a single slice. They are made in two passes over the items,
// the first one to learn how long each list is:
//
//	for t.begin(n); t.pass(); {
//		... t.add(list, item) for each item
//	}
type lists[T any] struct {
	start  []uint32 // list n is items[start[n]:start[n+1]]
	items  []T
	passes int
}

// of returns list n.
func (t *lists[T]) of(n uint32) []T { return t.items[t.start[n]:t.start[n+1]] }

// begin makes n empty lists.
func (t *lists[T]) begin(n int) {
	t.start = slices.Grow(t.start[:0], n+1)[:n+1]
	clear(t.start)
	t.passes = 0
}

// pass reports whether there is another pass, and prepares it.
func (t *lists[T]) pass() bool {
	t.passes++
	if t.passes == 2 {
		sum := uint32(0)
		for i, count := range t.start {
			sum += count
			t.start[i] = sum
		}
		t.items = slices.Grow(t.items[:0], int(sum))[:sum]
	}
	return t.passes <= 2
}

// add adds an item to a list.
func (t *lists[T]) add(list uint32, item T) {
	if t.passes == 1 {
		t.start[list]++
		return
	}
	t.start[list]--
	t.items[t.start[list]] = item
}
