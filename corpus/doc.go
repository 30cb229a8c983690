// Package corpus defines the problems, reads and writes their files, and embeds
// the sets of cases that contestants are judged on.
//
//  1. A Problem has a grid size, limits, and the layout of its input and output,
//     as in an online judge.
//  2. A Reader turns a stream into Cases, one at a time in constant memory. It
//     detects the layout by content; the Problem, if given, decides between
//     layouts that all fit. An *Error has file, line and column.
//  3. A Writer writes grids in the layout of the problem's output.
//  4. A Set is a pair of embedded files, NAME.in and NAME.out, in the folder of
//     its problem. Its entry in sets.toml adds time limit, expected verdicts,
//     certified counts, digest, origin and meaning.
//  5. SelectSets selects sets by glob. Set.Load reads one and checks its digest.
//
// None of this needs a solver: the counts were certified when a set was made, and
// an oracle in the tests confirms them. README.md describes formats and sets.
package corpus
