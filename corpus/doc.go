// Package corpus knows the problems, reads and writes their files, and holds
// the sets of cases that contestants are judged on.
//
//  1. A Problem is what an online judge calls one: a grid size, limits, and the
//     layout of its input and output.
//  2. A Reader turns a stream into Cases, one at a time in constant memory. It
//     detects the layout by content; a Problem that is given decides what
//     content leaves open. What is wrong is an *Error: file, line, column.
//  3. A Writer renders grids as the problem's output demands.
//  4. A Set is a pair of embedded files, NAME.in and NAME.out, in the folder of
//     its problem, with an entry in sets.toml for what the pair cannot say: time
//     limit, expected verdicts, certified counts, digest, origin, meaning.
//  5. SelectSets picks sets by glob; Set.Load reads one, and checks its digest.
//
// No solver is needed for any of this: what is certified was certified when the
// set was made, and is confirmed by an oracle in the tests.
package corpus
