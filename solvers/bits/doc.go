// Package bits solves exact cover problems of any shape with bit masks: no links, nothing
// to undo. Each level of the search has its own list of the options left, which is a copy of the
// list above it without the options that the choice excludes.
//
//  1. load makes a mask of each option, with a bit for each of its items, and a mask of the
//     items needed.
//  2. The options are counted for all items at once, by bit-sliced counters: adding a
//     mask to them counts one option for each item in it (counters).
//  3. An item without options ends the branch. Items with one option each take it, all of them
//     in one step (force). Otherwise the first item with the fewest options is chosen, and its
//     options are tried in the order of the matrix.
//  4. A step keeps the options that have no bit in common with the mask taken, in a new frame
//     above the old one. To go back is to forget the frame.
//  5. As soon as the items that still matter fit into half the words, squeeze numbers them
//     anew. When 64 are left a mask is one word, and code for that case takes over: descend,
//     filter, fewest. A search spends nearly all of its time there.
//
// An example, with the items a to d and a bit for each, a being the last:
//
//	options left    dcba      counters          dcba
//	{a, c}          0101      plane 1 (twos)    0011
//	{b, d}          1010      plane 0 (ones)    1110
//	{a}             0001
//	{b}             0010      so a: 10 = 2, b: 11 = 3, c: 01 = 1, d: 01 = 1
//	{b}             0010
//
// c and d have one option each. {a, c} and {b, d} are taken at once: their masks have no bit in
// common, and together they are the mask of the items needed, which is a cover.
//
// Why copy? To drop an option costs links some ten memory accesses per item in it, and again to
// put it back. Here it costs one comparison, whatever its items, and the list is read in
// order. In return an option that stays costs as much, so the list should shrink
// quickly, as it does where options exclude many others. The 6x10 pentominoes, all
// 9,356 covers, take 0.22 of the time of Knuth's ssxcc and 0.14 of that of his dlx1; the 10x10
// Y pentominoes, where the masks stay at two words for half the depth, 0.9 of ssxcc's.
//
// # Tally
//
// With one word per mask, filter counts only up to three: an item has no option, one, two, or
// more. That decides most nodes, for three operations per mask. Only if every needed item has
// three or more are they counted in full.
//
// # Counters
//
// Nodes counts search calls: one for the whole matrix, one for each step, and so for each cover.
// A step that takes several options counts once. Updates counts the options that steps
// excluded, those taken among them.
//
// # Memory
//
// A frame has a word per option left for each 64 items that still matter, and the frames of one path
// are kept at once. So a matrix of many thousand items and options, each with few items,
// costs more memory here than with links: a bit per item and option.
package bits
