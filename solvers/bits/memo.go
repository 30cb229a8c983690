package bits

import "math/bits"

// memo stores how many covers a problem has. The search can reach the same problem again by other
// choices, and then adds the stored number instead of searching again.
//
// A key identifies the problem. Its first word is the number of a set of problems, for example of
// all problems of one matrix, and the other words tell the problems of this set apart.
//
// The table must not grow without bound, so it has a fixed size, and forgets. A problem is stored
// in the slot that its hash leads to, and overwrites the problem that was stored there before. If
// the search reaches the overwritten problem again, it has to search it again, which costs time but
// does not change the result. A wrong number is never returned, because the whole key is compared.
type memo struct {
	key   []uint64 // of the current problem
	slots []uint64 // copies of keys, each followed by the number of covers
	set   uint64   // how many sets of problems there have been
	used  bool     // whether any slot holds a key
	room  int      // words of slots; 0 if nothing is to be stored
}

const (
	// wideWords is the number of words for problems with more than 64 live items, which makes 128
	// KiB. With a megabyte, random matrices took 10 per cent longer, because the look-ups missed the
	// cache.
	wideWords = 1 << 14

	// narrowWords is the number of words for the other problems, whose slots have three words. With
	// a quarter of them, the matchings of 16 points took 1.25 times as long; with four times as many,
	// pentominoes took 1.1 to 1.2 times as long.
	narrowWords = 3 << 14

	narrowKey = 2 // words
)

// wideKey returns the number of words of a key, for a matrix with this many items: the number of the
// matrix, and then one bit per item, which is set if the item is covered.
func wideKey(items int) int { return 1 + (items+63)/64 }

// reset begins a new set of problems, with keys of this many words. The stored ones are no longer
// found.
func (m *memo) reset(words int) {
	if m.used && words != len(m.key) { // in keys of another length, the number of this set might stand where they have items
		clear(m.slots[:cap(m.slots)])
		m.used = false
	}
	m.key = sized(m.key, words)
	clear(m.key)
	m.set++
	m.key[0] = m.set
	m.slots = sized(m.slots, m.room)
}

// flip marks an item as covered, or as uncovered if it is covered.
func (m *memo) flip(item int32) { m.key[1+uint32(item)/64] ^= 1 << (uint32(item) % 64) }

// mark marks an item as covered, or as uncovered.
func (m *memo) mark(item int32, covered bool) {
	if marked := m.key[1+uint32(item)/64]>>(uint32(item)%64)&1 > 0; marked != covered {
		m.flip(item)
	}
}

// slot returns the slot of the current problem, or nil if the memo is too small to hold a problem.
func (m *memo) slot() []uint64 {
	words := len(m.key) + 1
	if words > len(m.slots) {
		return nil
	}
	hash := uint64(0)
	for _, word := range m.key[1:] { // without the number of the set: what is kept must not depend on earlier matrices
		hash = (hash ^ word) * 0x9e3779b97f4a7c15 // 2^64 / the golden ratio
		hash ^= hash >> 32
	}
	at, _ := bits.Mul64(hash, uint64(len(m.slots)/words))
	return m.slots[int(at)*words:][:words]
}

// find returns the slot of the current problem, and whether the problem is stored there. If it is,
// the last word of the slot is the number of its covers.
func (m *memo) find() (slot []uint64, known bool) {
	slot = m.slot()
	known = len(slot) > 0
	for i, word := range slot[:max(len(slot)-1, 0)] { // with slices.Equal, a search took 1 per cent longer
		known = known && word == m.key[i]
	}
	return slot, known
}

// add stores the current problem in its slot.
func (m *memo) add(slot []uint64, covers uint64) {
	if len(slot) > 0 {
		slot[copy(slot, m.key)] = covers
		m.used = true
	}
}
