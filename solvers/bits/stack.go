package bits

// stack is the memory for the lists of masks. Each level of the search has a list, and the list of
// the next level comes directly after it. How much memory a search needs is not known beforehand,
// so the stack grows by segments of equal size, which never move. A list has to lie within one
// segment: if the rest of a segment is too short for the list of the next level, that list begins
// the next segment.
type stack struct {
	segments [][]uint64
	size     int    // words of a segment, enough for a list of all options
	budget   uint64 // bytes for all segments
}

// leastSegment is the least number of words in a segment.
const leastSegment = 1 << 10

// segment returns a segment, or nil if the budget does not allow it.
func (k *stack) segment(number int) []uint64 {
	if uint64(number+1)*uint64(k.size)*8 > k.budget {
		return nil
	}
	if number == len(k.segments) {
		k.segments = append(k.segments, nil)
	}
	k.segments[number] = sized(k.segments[number], k.size)
	return k.segments[number][:k.size:k.size]
}

// below returns memory for the next list. The stack keeps the lists of all levels of the search one after the other, in
// large segments of memory. If the rest of the segment behind the given list is long enough, below returns this rest.
// Otherwise it returns a new segment, or nil if the memory budget does not allow one.
//
// The parameter segment is the number of the segment that contains the list. The capacity of the list must reach to the
// end of this segment, because below learns from it how long the rest is. The first result is the number of the segment
// that contains the returned memory.
func (k *stack) below(segment int, list []uint64) (int, []uint64) {
	if free := list[len(list):cap(list)]; len(free) >= len(list)+slack {
		return segment, free
	}
	return segment + 1, k.segment(segment + 1)
}
