package bits

import (
	"math/bits"
	"slices"
)

// failed stores problems that turned out to have no cover. The search can reach the same problem
// again by other choices, and then skips it. The set of covered items identifies a problem, because
// it determines which options remain.
//
// The table must not grow without bound, so it has a fixed size, and forgets. A problem is stored
// in the slot that its hash leads to, and overwrites the problem that was stored there before. If
// the search reaches the overwritten problem again, it has to search it again, which costs time but
// does not change the result.
type failed struct {
	key    []uint64 // of the current problem: the number of the matrix, then one bit per item, set if it is covered
	slots  []uint64 // copies of keys
	matrix uint64   // how many matrices there have been
	used   bool     // whether any slot holds a key
	room   int      // words of slots; 0 if nothing is to be stored
}

// failedWords is the number of words for slots, which makes 128 KiB. With a megabyte, random
// matrices took 10 per cent longer, because the look-ups missed the cache.
const failedWords = 1 << 14

// keyWords returns the number of words of a key, for a matrix with this many items.
func keyWords(items int) int { return 1 + (items+63)/64 }

// reset forgets all problems. The next matrix has this many items.
func (f *failed) reset(items int) {
	words := keyWords(items)
	if f.used && words != len(f.key) { // in keys of another length, this matrix's number might stand where they have items
		clear(f.slots[:cap(f.slots)])
		f.used = false
	}
	f.key = sized(f.key, words)
	clear(f.key)
	f.matrix++
	f.key[0] = f.matrix
	f.slots = sized(f.slots, f.room)
}

// flip marks an item as covered, or as uncovered if it is covered.
func (f *failed) flip(item int32) { f.key[1+uint32(item)/64] ^= 1 << (uint32(item) % 64) }

// slot returns the slot of the current problem, or nil if there is no room for any.
func (f *failed) slot() []uint64 {
	if len(f.key) > len(f.slots) {
		return nil
	}
	hash := uint64(0)
	for _, word := range f.key[1:] { // without the number of the matrix: what is kept must not depend on earlier matrices
		hash = (hash ^ word) * 0x9e3779b97f4a7c15 // 2^64 / the golden ratio
		hash ^= hash >> 32
	}
	at, _ := bits.Mul64(hash, uint64(len(f.slots)/len(f.key)))
	return f.slots[int(at)*len(f.key):][:len(f.key)]
}

// has reports whether the current problem is known not to have a cover.
func (f *failed) has() bool { return slices.Equal(f.slot(), f.key) }

// add stores the current problem.
func (f *failed) add() { f.used = copy(f.slot(), f.key) > 0 || f.used }
