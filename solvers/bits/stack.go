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

// below finds room for the list of the next level, which filter makes from the given list. The
// argument segment is the number of the segment that contains the given list. The capacity of that
// list must reach to the end of the segment, because this tells below how much room is left there.
// below returns the number of the segment that contains the room, and the room itself. The room is
// nil if the memory budget does not allow another segment.
func (k *stack) below(segment int, list []uint64) (int, []uint64) {
	if free := list[len(list):cap(list)]; len(free) >= len(list)+slack {
		return segment, free
	}
	return segment + 1, k.segment(segment + 1)
}
