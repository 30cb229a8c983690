// Package covers is the family of exact cover: matrices whose options are to be chosen.
//
//  1. A Format describes the task of a problem, and how the problem writes matrices and answers: HUST1017, Luogu4929,
//     POJ3740, XC.
//  2. A Reader reads matrices in any of the layouts below.
//  3. A List is a block of cases, which judges and samplers receive. A Runner runs a built-in solver on it.
//  4. A checker is the special judge: it checks the output of a program against the cases that were its input.
//
// The checker shares no code with any solver. If an answer is not certified, a search of the checker's own decides
// (prove.go). If that search gives up, two contestants that share no code decide (cases.Appoint).
//
// The layouts:
//
//	HUST 1017             "N M", then N rows "C c1 .. cC", columns from 1; many cases
//	luogu P4929           "N M", then N rows of M digits 0 or 1; many cases
//	POJ 3740              the same
//	Knuth                 a line of primary item names, "|" and secondary ones, then options; the comment "| end" between cases
//	p ec                  "p ec N", then options "s c1 c2 ..", items from 1; many cases
//	p xc or p xcc         "p xc P S", then options "c1 c2 .. 0", the secondary items last; many cases
//	CSV of 0 and 1        rows of digits with commas between them; one case
//
// A Reader first tries the problem's own layout on the first matrix of the file. Only if this fails, it tries the other
// layouts in the order of Layouts, and takes the first one that fits. Blank lines are ignored. Lines that begin with
// "|" are comments. In all layouts except Knuth's, lines that begin with "#" or with the word "c" are also comments.
//
// Nearly any text fits Knuth's layout. Two more rules keep it from fitting by mistake if another layout is expected: a
// line of two numbers is not a line of items, and at least one option has to follow a line of items.
//
// The option with number i is line i of the options, counted from 0. An option without items, or without a primary
// item, keeps its number, although it is not in any cover.
//
// An option may give a secondary item a colour: "x:a" gives item x the colour a in Knuth's layout, and after "p xcc",
// "5 -2" gives item 5 the colour 2. The other layouts have no colours. Multiplicities are errors, because a
// solvers.Matrix cannot represent them.
package covers
