package bits

// stack is the memory for the lists of masks, one list per level of the search. It consists of
// segments of equal size, so that it can grow by a segment without copying. Each list lies within
// one segment. The list of the next level comes directly after it if the segment has enough room
// left, and otherwise at the beginning of the next segment.
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

// below returns room for the list that filter makes from the given list, and the number of the
// segment that contains this room. The argument segment is the number of the segment that contains
// the given list. The capacity of that list must reach to the end of the segment, so that below can
// see how much room the segment has left. If the memory budget does not allow another segment, the
// returned room is nil.
func (k *stack) below(segment int, list []uint64) (int, []uint64) {
	if free := list[len(list):cap(list)]; len(free) >= len(list)+slack {
		return segment, free
	}
	return segment + 1, k.segment(segment + 1)
}
