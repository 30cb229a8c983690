package zdd

import (
	"math"
	"math/bits"
	"slices"
)

const (
	perChunk   = 1 << 11         // words in a chunk
	chunkBytes = 8*perChunk + 64 // bytes of a chunk, including its share of the growing list of chunks
	firstSlots = 1 << 10         // slots of an empty store
	slotBytes  = 16              // bytes per slot: 8, and as many for the smaller tables before, which together are as large
)

// store is a hash table that maps the key of a subproblem, which is the set of its remaining items,
// to the count of its covers. Each entry is a record: the count, followed by the words of the key.
//
// To find a record, the store looks up the hash of its key in a table of slots, which refer to the
// records. The table uses open addressing: if the slot for a hash is taken by another record, the
// next free slot is used. At most three quarters of the slots are taken.
//
// The records themselves are stored one after another in chunks, and a record may begin in one
// chunk and end in the next. A chunk never moves, so the records are not copied when the store
// grows.
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

// reset empties the store, but keeps its memory.
func (s *store) reset(words int, budget uint64) {
	s.words, s.records, s.budget = words, 0, budget
	s.slots = emptied(s.slots, firstSlots)
}

// emptied returns n empty slots. It reuses the memory of slots if that is large enough.
func emptied(slots []slot, n int) []slot {
	slots = slices.Grow(slots[:0], n)[:n]
	clear(slots)
	return slots
}

// find returns the record of key, and whether the store already had it. If not, find adds it with a
// count of 0. If that would exceed the budget, record is negative.
func (s *store) find(key []uint64) (record int, known bool) {
	hash := hashOf(key)
	at := hash & uint32(len(s.slots)-1)
	for ; s.slots[at].record != 0; at = (at + 1) & uint32(len(s.slots)-1) {
		if s.slots[at].hash != hash {
			continue
		}
		if r := int(s.slots[at].record) - 1; s.has(r, key) {
			return r, true
		}
	}
	record = s.records
	if !s.grow() {
		return -1, false
	}
	s.place(slot{hash, uint32(s.records)})
	*s.count(record) = 0
	for at := s.key(record); len(key) > 0; {
		n := copy(s.chunks[at/perChunk][at%perChunk:], key)
		key, at = key[n:], at+n
	}
	return record, false
}

// count returns a pointer to the count of a record.
func (s *store) count(record int) *uint64 {
	at := s.key(record) - 1
	return &s.chunks[at/perChunk][at%perChunk]
}

// key returns where the key of a record begins, in words from the beginning of the first chunk.
func (s *store) key(record int) int { return record*(1+s.words) + 1 }

// has reports whether a record has this key.
func (s *store) has(record int, key []uint64) bool {
	for at := s.key(record); len(key) > 0; {
		part := s.chunks[at/perChunk][at%perChunk:]
		n := min(len(part), len(key))
		if !slices.Equal(part[:n], key[:n]) {
			return false
		}
		key, at = key[n:], at+n
	}
	return true
}

// grow makes room for one more record. It returns false if the budget does not allow it.
func (s *store) grow() bool {
	more := s.records+1 > len(s.slots)/4*3
	slots := len(s.slots)
	if more {
		slots *= 2
	}
	chunks := ((s.records+1)*(1+s.words) + perChunk - 1) / perChunk
	if uint64(slots)*slotBytes+uint64(chunks)*chunkBytes > s.budget || uint64(s.records)+1 == math.MaxUint32 {
		return false
	}
	for len(s.chunks) < chunks {
		s.chunks = append(s.chunks, make([]uint64, perChunk))
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
	if held := 8*(cap(s.slots)+cap(s.spare)) + len(s.chunks)*chunkBytes; uint64(held) > s.budget {
		s.shed(chunks)
	}
	return true
}

// shed frees the memory that earlier matrices needed and this one does not. chunks is the number of
// chunks in use.
func (s *store) shed(chunks int) {
	s.slots, s.spare = slices.Clone(s.slots), nil
	s.chunks = slices.Clone(s.chunks[:chunks])
}

// place puts a slot into the table.
func (s *store) place(new slot) {
	at := new.hash & uint32(len(s.slots)-1)
	for s.slots[at].record != 0 {
		at = (at + 1) & uint32(len(s.slots)-1)
	}
	s.slots[at] = new
}

// hashOf mixes the words of a key by 128-bit multiplications.
func hashOf(key []uint64) uint32 {
	h := uint64(0)
	for _, word := range key {
		high, low := bits.Mul64(h^word^0x9e3779b97f4a7c15, 0xd1342543de82ef95)
		h = high ^ low
	}
	return uint32(h ^ h>>32)
}
