package cdcl

import "unsafe"

// budget is the memory that the lists of learned clauses may take as they grow. It is always
// charged what a new solver would allocate, even if a used solver has the memory already, so that
// both give the same result.
type budget struct {
	left  uint64 // bytes
	spent bool   // a list could not grow: something was not learned, and the search has to stop
}

// held is the memory of the lists of learned clauses, kept so that later searches can use it again.
type held struct {
	store   []literal
	watches [][]watch
	ranks   []uint32
}

// enlarge makes room for n more elements at the end of list. It takes the memory from held if that
// is large enough. If the budget does not allow it, enlarge changes nothing except that the budget
// is spent, and returns false.
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
