package cdcl

import "unsafe"

// budget is the memory that the lists of learned clauses may take as they grow. It is charged what a new solver would
// allocate, so the result of a used one is the same.
type budget struct {
	left  uint64 // bytes
	spent bool   // a list could not grow: something was not learned, and the search has to stop
}

// held is the memory of the lists of learned clauses, which later searches use again.
type held struct {
	store   []literal
	watches [][]watch
	ranks   []uint32
}

// enlarge makes room for n more elements at the end of list, whose memory is held. It reports whether the budget allows that;
// if not, nothing changes, and the budget is spent.
func enlarge[T any](list, held *[]T, n int, b *budget) bool {
	room := max(4, cap(*list))
	for room < len(*list)+n {
		room *= 2
	}
	if room == cap(*list) {
		return true
	}
	bytes := uint64(room) * uint64(unsafe.Sizeof(*new(T)))
	if bytes > b.left {
		b.spent = true
		return false
	}
	b.left -= bytes
	if cap(*held) < room {
		*held = append(make([]T, 0, room), *list...)
	}
	*list = (*held)[:len(*list):room]
	return true
}
