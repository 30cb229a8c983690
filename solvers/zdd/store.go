package zdd

import (
	"math"
	"math/bits"
	"slices"
)

const (
	perChunk   = 1 << 10 // records in a chunk
	firstSlots = 1 << 10 // slots of an empty store
)

// store has the count of each subproblem by its key. A record is the count, and then the
// words of the key. Chunks of records never move; the table of slots finds them by hash,
// by open addressing, and is at most three quarters full.
type store struct {
	words   int // of a key
	records int
	budget  uint64 // bytes
	chunks  [][]uint64
	slots   []slot // as many as a power of two
	spare   []slot // the memory of the former slots
}

// slot refers to a record.
type slot struct {
	hash   uint32
	record uint32 // counted from 1; 0 in an empty slot
}

// reset empties the store, and keeps its memory.
func (s *store) reset(words int, budget uint64) {
	s.words, s.records, s.budget = words, 0, budget
	s.slots = emptied(s.slots, firstSlots)
}

// emptied returns n empty slots, in the memory of slots if there is enough.
func emptied(slots []slot, n int) []slot {
	slots = slices.Grow(slots[:0], n)[:n]
	clear(slots)
	return slots
}

// find returns the record of key, and whether it was known. If it was not, it is now,
// with a count of 0. If that would exceed the budget, record is negative.
func (s *store) find(key []uint64) (record int, known bool) {
	hash := hashOf(key)
	at := hash & uint32(len(s.slots)-1)
	for ; s.slots[at].record != 0; at = (at + 1) & uint32(len(s.slots)-1) {
		if s.slots[at].hash != hash {
			continue
		}
		if r := int(s.slots[at].record) - 1; slices.Equal(s.at(r)[1:], key) {
			return r, true
		}
	}
	record = s.records
	if !s.grow() {
		return -1, false
	}
	s.place(slot{hash, uint32(s.records)})
	r := s.at(record)
	r[0] = 0
	copy(r[1:], key)
	return record, false
}

// count returns where the count of a record is.
func (s *store) count(record int) *uint64 { return &s.at(record)[0] }

// at returns the words of a record.
func (s *store) at(record int) []uint64 {
	size := 1 + s.words
	from := record % perChunk * size
	return s.chunks[record/perChunk][from : from+size]
}

// grow makes room for one more record. It reports whether the budget allows that.
func (s *store) grow() bool {
	more := s.records+1 > len(s.slots)/4*3
	slots := len(s.slots)
	if more {
		slots *= 2
	}
	chunks := s.records/perChunk + 1
	chunk := perChunk * (1 + s.words)
	// The former slots count, too: their memory is kept.
	if uint64(slots)*(8+4)+uint64(chunks)*uint64(chunk)*8 > s.budget || uint64(s.records)+1 == math.MaxUint32 {
		return false
	}
	if s.records%perChunk == 0 {
		if chunks > len(s.chunks) {
			s.chunks = append(s.chunks, nil)
		}
		s.chunks[chunks-1] = slices.Grow(s.chunks[chunks-1][:0], chunk)[:chunk]
	}
	s.records++
	if more {
		former := s.slots
		s.slots = emptied(s.spare, slots)
		for _, slot := range former {
			if slot.record != 0 {
				s.place(slot)
			}
		}
		s.spare = former
	}
	return true
}

// place puts a slot into the table.
func (s *store) place(new slot) {
	at := new.hash & uint32(len(s.slots)-1)
	for s.slots[at].record != 0 {
		at = (at + 1) & uint32(len(s.slots)-1)
	}
	s.slots[at] = new
}

// hashOf mixes the words of a key by multiplication to 128 bits.
func hashOf(key []uint64) uint32 {
	h := uint64(0)
	for _, word := range key {
		high, low := bits.Mul64(h^word^0x9e3779b97f4a7c15, 0xd1342543de82ef95)
		h = high ^ low
	}
	return uint32(h ^ h>>32)
}
