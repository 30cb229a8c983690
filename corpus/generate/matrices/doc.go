// Package matrices makes exact cover problems: classical ones, whose numbers of covers are
// known, and random ones from a seed.
//
//  1. Queens to Sudoku state one problem each. The order of items and options is part of
//     an instance, because a solver breaks ties by it: where Knuth has a program
//     that writes the instance, it is that program's order.
//  2. Planted and Infeasible are random: a cover, or the proof that there is none, is hidden
//     in the matrix, so the answer needs no solver.
//  3. Instances lists what solvers are compared on, with the numbers of covers.
//     testdata/knuth.csv has what Knuth's dlx1 and ssxcc take to count them.
//  4. Tiers makes the cases of the embedded sets: of each problem easy ones to worst, infeasible and degenerate ones.
//     Strip is what its worst ones are made of.
//  5. WorstHUST lists what a search found hard within the limits of an online judge.
package matrices
