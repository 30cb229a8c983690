// Package catalog describes what can be judged and measured: the solvers, the
// problems, and the embedded test sets.
//
//  1. Solvers, Problems and Sets are tables of them.
//  2. Describe tells everything about one test set: origin, givens, and the nodes
//     that a solver spends on its cases.
package catalog
