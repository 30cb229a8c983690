package bits

import (
	"math/bits"
	"slices"
)

// failed has problems without a cover, each by the items that are covered: they tell which
// options are left. A problem takes the slot of another one with its hash, which is searched
// again if it comes back. So the memory is bounded.
type failed struct {
	key    []uint64 // the number of the matrix, then a bit for each item: whether it is covered
	slots  []uint64 // copies of keys
	matrix uint64
	used   bool // a slot has a key
	room   int  // words of slots; 0: nothing is stored
}

// failedWords is the room for slots, 128 KiB. With a megabyte random matrices took 10 per cent
// longer: a look-up missed the cache.
const failedWords = 1 << 14

// keyWords returns the number of words in a key of a matrix with so many items.
func keyWords(items int) int { return 1 + (items+63)/64 }

// reset forgets all problems, for a matrix with so many items.
func (f *failed) reset(items int) {
	words := keyWords(items)
	if f.used && words != len(f.key) { // the number of this matrix might be where keys of another length have items
		clear(f.slots[:cap(f.slots)])
		f.used = false
	}
	f.key = sized(f.key, words)
	clear(f.key)
	f.matrix++
	f.key[0] = f.matrix
	f.slots = sized(f.slots, f.room)
}

// flip covers an item, or takes that back.
func (f *failed) flip(item int32) { f.key[1+uint32(item)/64] ^= 1 << (uint32(item) % 64) }

// slot returns the slot of the problem; nil if there is no room for any.
func (f *failed) slot() []uint64 {
	if len(f.key) > len(f.slots) {
		return nil
	}
	hash := uint64(0)
	for _, word := range f.key[1:] { // which nodes are saved must not depend on earlier matrices
		hash = (hash ^ word) * 0x9e3779b97f4a7c15 // 2^64 / the golden ratio
		hash ^= hash >> 32
	}
	at, _ := bits.Mul64(hash, uint64(len(f.slots)/len(f.key)))
	return f.slots[int(at)*len(f.key):][:len(f.key)]
}

// has reports whether the problem is known to have no cover.
func (f *failed) has() bool { return slices.Equal(f.slot(), f.key) }

// add adds the problem.
func (f *failed) add() { f.used = copy(f.slot(), f.key) > 0 || f.used }
