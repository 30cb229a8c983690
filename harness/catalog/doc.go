// Package catalog describes what can be judged and measured: the solvers, the
// problems, and the embedded test sets.
//
//  1. Solvers, Problems and Sets return a table of all solvers, problems and sets.
//  2. Describe writes everything about one test set: origin, what it measures, numbers
//     of solutions and of givens, and the nodes that a solver spends on its cases.
package catalog
