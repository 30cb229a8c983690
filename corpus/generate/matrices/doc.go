// Package matrices makes exact cover problems: classical ones, whose numbers of covers are known, and
// random ones from a seed.
//
//  1. Queens, Langford and the other functions that are named after problems, up to Sudoku, each make
//     the matrix of one problem. The order of items and options is a part of the matrix, because
//     solvers break ties by it. If Knuth has a program that writes the same problem, the order is the
//     same as in the output of his program.
//  2. Planted and Infeasible make random matrices. They hide a cover in the matrix, or a proof that
//     there is none, so that the answer is known without a solver.
//  3. MacMahon and Armies make matrices with colours, and so do Planted and Infeasible if they are
//     asked for colours.
//  4. Instances lists the matrices on which solvers are compared, with their numbers of covers.
//     testdata/knuth.csv lists how many nodes, updates and memory accesses Knuth's programs dlx1 and
//     ssxcc need to count these covers; testdata/colors.csv has the same of dlx2 and ssxcc for matrices
//     with colours.
//  5. Tiers makes the cases of the embedded sets. Each problem has easy, hard, infeasible and
//     degenerate cases, and some problems have further tiers. The worst cases of HUST 1017 and luogu
//     P4929 are made by Strip, and the cases of xc are classical problems.
//  6. WorstHUST lists the hardest matrices that a search has found within the limits of an online judge.
package matrices
