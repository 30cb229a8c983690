// Package bits solves exact cover problems of any shape with bit masks. There are no links, and
// where most of the time goes, there is nothing to restore on the way back.
//
// An item is live if it is uncovered and primary, or if it is uncovered, secondary and in two or
// more of the remaining options. The other items can be ignored, because they cannot rule out any
// option.
//
//  1. load copies the matrix without the options that cannot be in a cover, and lists the options of
//     each item.
//  2. While more than 64 items are live, the function search does the search. It chooses the first item
//     with the fewest options. take chooses one of the options, and removes all options that it
//     excludes; undo puts them back. Most matrices spend little time in this phase.
//  3. As soon as at most 64 items are live, narrow assigns a bit to each. From then on, an option is a
//     mask of one word.
//  4. descend is the search with masks. Each level has a list of the masks of the remaining options. To
//     choose an option, filter copies this list for the next level, and leaves out the masks that share
//     a bit with the option. To go back, the search drops the copy.
//  5. Counters tell how many options each item has. All of them are counted at once, because they are
//     bit-sliced: one addition of a mask adds one to the counter of each item in the mask.
//
// Both phases store how many covers a problem has (memo), so that they do not search it again.
//
// An item without options ends the branch. If items have a single option each, the search takes all
// of these options in one step. There is one exception: while colours still matter, the search with
// masks takes one of them at a time.
//
// # Colours
//
// Before the search begins, the colours of an item are written as pairs of items (see pairing). An
// option then excludes an item that it does not contain itself: if its colour has the digit 0 in
// some place, it covers the item that stands for the digit 1 there. So an option has two masks. The
// items of the first one must not be covered yet, and the items of the second one are covered when
// the option is chosen. The lists store only the first mask. covers makes the second one of it, by
// exchanging the two bits of each pair. Without colours, both masks are the same, and nothing else
// changes.
//
// A pair is live if some remaining options contain its one item, and some contain the other one.
//
// # Bit-sliced counters
//
// Each of the items a to d has a bit, and a has the lowest:
//
//	remaining       dcba      planes            dcba
//	{a, c}          0101      1 (twos)          0011
//	{b, d}          1010      0 (ones)          1110
//	{a}             0001
//	{b}             0010      so a: 10 = 2, b: 11 = 3, c: 01 = 1, d: 01 = 1
//	{b}             0010
//
// c and d have one option each, so {a, c} and {b, d} are taken at once. Their masks do not have a
// bit in common, and together they cover all four items. So this is a cover.
//
// Most nodes do not need the full counts. A tally counts only up to three, which takes three
// operations per mask. That is enough to know which items have no option, one or two. Only if every
// item has three or more options does the search add up all planes.
//
// # Why copy
//
// To remove an option, links needs ten memory accesses for each item in it, and as many to put it
// back. Here, removing an option is one comparison of a word, however many items it has, and the
// words are read in order. The price is that an option that stays costs as much. With AVX-512,
// filter compares and copies eight masks at once.
//
// The table shows the time to count all covers, divided by the time of the one of Knuth's programs
// that the row names (user time, gcc -O2, medians of three alternating runs):
//
//	                                        portable   AVX-512
//	6x10 pentominoes, against ssxcc           0.17      0.07
//	8x8 pentominoes, against ssxcc            0.23      0.08
//	13 queens, against ssxcc                  0.30      0.27
//	Langford pairs of 11, against ssxcc       0.31      0.29
//	8x8 dominoes, against dlx1               0.003     0.004
//
// The dominoes take bits less time than the start of its process.
//
// Tried and rejected:
//
//   - Masks of several words at the top of the tree. An empty 25x25 grid, with 2,500 items and 15,625
//     options, then took 2.7 s of user time instead of 0.003 s, because nearly all words of its masks
//     are zero.
//   - A single loop in filterPortable that copies and tallies. This took 1.4 times as long on the 6x10
//     pentominoes, because each mask has to wait until the place of the one before is known.
//   - AVX2. It cannot compress a vector, which is half of what filter does.
//   - A first pass in filterAVX512 that only finds the items which keep an option, so that no list is
//     made if a primary item keeps none. The 6x10 pentominoes then took 1.03 times as long, and queens,
//     Langford pairs and random matrices 1.05 to 1.15 times as long.
//
// # The memo
//
// Different choices can cover the same items, and so leave the same problem. On a chessboard, for
// example, dominoes can fill the first two rows in 34 ways, and each of them leaves the same six rows.
// Therefore the search stores how many covers a problem has (memo). When it comes to the same problem
// again, it adds the stored number.
//
// This needs a key that says which problem it is. While more than 64 items are live, the key is the
// set of covered items. Of the items of pairs, it has those without a remaining option (see markPairs).
// The search with masks has a key that costs nothing: the items that have an option left, which is one
// word of the tally. An option remains if and only if all of its items are in this word.
//
//   - The 12,988,816 tilings of a chessboard take 2,336 nodes, and 47 million without the memo.
//   - The cases of hust1017/worst are boards in several parts, one of which dominoes cannot fill. They
//     take 3,862 nodes. Without the memo they did not end within 18 million, because the search ran into
//     the same contradiction after each tiling of the other parts.
//   - Where problems hardly ever repeat, a look-up is all that a node gains: counting queens and Langford
//     pairs takes 2 to 7 per cent longer.
//
// The memo has a fixed size, so it forgets. Package zdd does not, and takes fewer nodes where a problem
// has more than 64 items and subproblems repeat: for the tilings of a board of 10 x 10 cells, bits takes
// 1.4 million nodes and 46 ms, zdd 14,478 nodes and 2 ms.
//
// Tried and rejected:
//
//   - Looking up only problems in which every item has three options or more. The tilings of a
//     chessboard then take all of their nodes again, because a cell rarely has more than two.
//   - Looking up only problems with eight options or more: 1 per cent less time on queens, and twice as
//     many nodes on matchings.
//
// # Nodes and updates
//
// Nodes is the number of search calls: one for the whole matrix, and one for each step, including
// the steps that complete a cover. A step that takes several options counts once. Updates is the
// number of options that the steps removed, including the ones that they took.
package bits
