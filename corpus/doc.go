// Package corpus defines the problems, reads and writes their files, and embeds
// the sets of cases that contestants are judged on.
//
//  1. A Problem has a grid size, limits, and the layout of its input and output,
//     as in an online judge.
//  2. A Reader reads Cases from a stream, one at a time, in constant memory. It detects
//     the layout by the content. If several layouts fit, the Problem decides; without a
//     Problem that is an error. An *Error has file, line and column.
//  3. A Writer writes grids in the layout of the problem's output or input, or one per
//     line.
//  4. A Set is a pair of embedded files, NAME.in and NAME.out, in the folder of
//     its problem. Its entry in sets.toml adds time limit, expected verdicts,
//     certified numbers of solutions, digest, origin, and what the set measures.
//  5. SelectSets selects sets by glob. Set.Load reads the cases of a set and checks
//     their digest.
//
// No code here runs a solver. The certified numbers of a set were proven when the set was
// made. An oracle in the tests confirms those that it can count within its budget. README.md
// describes the layouts, the sets and the proofs.
package corpus
