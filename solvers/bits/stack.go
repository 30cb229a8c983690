package bits

// stack has the memory of the lists of masks, one list below another. It is made in segments of one size, so it grows
// without a copy: a list lies in one segment, and the next one behind it, if there is room, or else in the next segment.
type stack struct {
	segments [][]uint64
	size     int    // words of a segment; a list of all options fits in
	budget   uint64 // bytes of all segments
}

// leastSegment is the least number of words in a segment.
const leastSegment = 1 << 10

// segment returns a segment; nil if the budget does not allow it.
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

// below returns room for what filter makes of a list, and the number of its segment, for a list in this segment. The capacity
// of a list ends where its segment does. The room is nil if the budget does not allow it.
func (k *stack) below(segment int, list []uint64) (int, []uint64) {
	if free := list[len(list):cap(list)]; len(free) >= len(list)+slack {
		return segment, free
	}
	return segment + 1, k.segment(segment + 1)
}
