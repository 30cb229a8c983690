// Package covers reads exact cover problems in the text formats of online judges and of
// other programs, and writes Knuth's.
//
//	HUST 1017             "N M", then N rows "C c1 .. cC", columns from 1; many cases
//	luogu P4929           "N M", then N rows of M digits 0 or 1
//	POJ 3740              the same, many cases
//	Knuth                 a line of primary item names, "|" and secondary ones, then options
//	p ec                  "p ec N", then options "s c1 c2 ..", items from 1
//	p xc                  "p xc P S", then options "c1 c2 .. 0", the secondary items last
//
// NewReader reads all of them and takes the format from the content:
//
//  1. Lines that begin with "c " or "|" are comments where the format has them, and blank
//     lines are nothing.
//  2. Unless the first line is two numbers, it decides: "p ec" and "p xc", perhaps behind
//     comments, are what they say, and all else is Knuth's.
//  3. Two numbers begin a HUST 1017, luogu P4929 or POJ 3740 case. Its first row that fits
//     only one of "C and C columns" and "M digits" decides. If all rows fit both, which
//     takes M = 2 and rows of "1 1" alone, the content has two meanings and is an error.
//
// The option with number i is line i of the options, from 0: an option without items, or
// without a primary one, keeps its number, though it is in no cover. Colours and
// multiplicities, which a solvers.Matrix has not, are errors.
package covers
