// Package bits solves exact cover problems of any shape with bit masks: no links, and,
// where the time goes, nothing to restore.
//
//  1. load copies the matrix without the options that can be in no cover, and lists the
//     options of each item.
//  2. While more than 64 items matter, search chooses the first item with the fewest options,
//     and take drops the options that its option excludes. back restores
//     them. Most problems spend little time here.
//     A problem that turned out to have no cover is stored (failed), and not searched again.
//  3. As soon as at most 64 items matter, narrow gives each a bit. An option is a mask
//     of one word then. Those items matter that are still to be covered, and the secondary
//     ones that two options have.
//  4. descend is search with masks. Each level has a list of the masks left, which is a copy
//     of the list above without those that have a bit in common with the mask taken (filter).
//     To go back is to forget the list.
//  5. The options are counted for all items at once: adding a mask to a bit-sliced
//     counter counts one option for each item in it.
//
// An item without options ends the branch. Items with one option each take it, all of them in
// one step.
//
// # Counters, bit-sliced
//
// The items a to d have a bit each, a the lowest:
//
//	options left    dcba      planes            dcba
//	{a, c}          0101      1 (twos)          0011
//	{b, d}          1010      0 (ones)          1110
//	{a}             0001
//	{b}             0010      so a: 10 = 2, b: 11 = 3, c: 01 = 1, d: 01 = 1
//	{b}             0010
//
// c and d have one option each. {a, c} and {b, d} are taken at once: their masks have no bit in
// common, and their union is the mask of the items needed. That is a cover.
//
// Most nodes need less than the full count. A tally counts up to three, in three operations
// per mask: is there an item without options, with one, with two? Only if every item has three
// or more are all planes added up.
//
// # Why copy
//
// To drop an option costs links ten memory accesses for each item in it, and as many to put
// it back. Here it is one comparison, whatever its items, of words that lie in order.
// In return an option that stays costs as much. With AVX-512, filter compares and copies
// eight masks at once. Times of all covers, in those of Knuth's programs (user time, gcc -O2, medians
// of three alternating runs):
//
//	                                        portable   AVX-512
//	6x10 pentominoes, of ssxcc's              0.18      0.08
//	13 queens, of ssxcc's                     0.26      0.24
//	8x8 dominoes, of dlx1's                   0.49      0.46
//	10x10 Y pentominoes, of ssxcc's           0.46      0.28
//	nine classical problems, of the better    0.30      0.20  (geometric mean)
//
// On random matrices of 1,000 options (matrices.WorstHUST), where most nodes have hundreds
// of items left, a node costs one and a half to two times as much as with links, for half the nodes.
//
// Tried and rejected: masks of several words at the top of the tree (an empty 25x25 grid,
// with 2,500 items and 15,625 options, took 2.7 s of user time in place of 0.003 s, because
// nearly all words of its masks are zero); one loop in filterPortable that copies and tallies
// (1.4 times the time on the 6x10 pentominoes: each mask waits for the place of the one
// before). AVX2 is not used: it cannot compress a vector, which is half of filter.
//
// # Stored failures
//
// Different choices can cover the same items, and leave the same problem. On a board that dominoes
// do not cover (matrices.Strip) the search would try all tilings of one part again and again,
// because the contradiction is in another: the cases of hust1017/worst take 3,835 nodes, and
// did not end within 18 million. Where at most 64 items matter nothing is stored, since a node
// takes less time there than a look-up. Nor are counts stored: zdd does that.
//
// # Nodes and updates
//
// Nodes counts search calls: one for the whole matrix and one for each step, covers included. A
// step that takes several options counts once. Updates counts the options that steps removed,
// those taken among them.
package bits
