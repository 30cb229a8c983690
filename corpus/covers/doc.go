// Package covers is the family of exact cover: matrices whose options are to be chosen.
//
//  1. A Format is the task of a problem, and how it writes matrices and answers: HUST1017, Luogu4929, POJ3740, XC.
//  2. A Reader reads matrices in any of the layouts below.
//  3. A List is the block of cases that judges and samplers get. A Runner runs a built-in solver on it.
//  4. A checker is the special judge: it checks the output of a program against the cases that were its input.
//
// The checker shares no code with any solver. What is not certified is decided by a search of its own (prove.go), and
// after that by two contestants that share no code (cases.Appoint).
//
// The layouts:
//
//	HUST 1017             "N M", then N rows "C c1 .. cC", columns from 1; many cases
//	luogu P4929           "N M", then N rows of M digits 0 or 1; many cases
//	POJ 3740              the same
//	Knuth                 a line of primary item names, "|" and secondary ones, then options; the comment "| end" between cases
//	p ec                  "p ec N", then options "s c1 c2 ..", items from 1; many cases
//	p xc                  "p xc P S", then options "c1 c2 .. 0", the secondary items last; many cases
//	CSV of 0 and 1        rows of digits with commas between them; one case
//
// A Reader tries the own layout of the problem first, with the first matrix of the file. Only if that fails, it tries the
// others, in the order of Layouts, and takes the first that fits. Blank lines are ignored. Lines that begin with "|" are
// comments, and so are, in all layouts but Knuth's, those that begin with "#" or the word "c". Where another layout is
// expected, two numbers are not Knuth's line of items, and at least one option has to follow one.
//
// The option with number i is line i of the options, from 0: an option without items, or
// without a primary one, keeps its number, though it is in no cover. Colours and
// multiplicities, which a solvers.Matrix has not, are errors.
package covers
