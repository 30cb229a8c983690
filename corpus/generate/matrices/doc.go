// Package matrices makes exact cover problems: classical ones, whose numbers of covers are known, and
// random ones from a seed.
//
//  1. Queens, Langford and the other functions named after problems, up to Sudoku, each state one problem.
//     The order of items and options is a part of an instance, because solvers break ties by it. If Knuth
//     has a program that writes the instance, the order is the same as in that program.
//  2. Planted and Infeasible are random. A cover, or the proof that there is none, is hidden in the matrix,
//     so that it does not take a solver to know the answer.
//  3. Instances lists the matrices on which solvers are compared, with their numbers of covers.
//     testdata/knuth.csv has what Knuth's dlx1 and ssxcc need to count them.
//  4. Tiers makes the cases of the embedded sets. Each problem has easy to worst cases, infeasible and
//     degenerate ones. The worst cases are made of Strip.
//  5. WorstHUST lists the hardest matrices that a search has found within the limits of an online judge.
package matrices
