// Package judge gives verdicts on the runs of contestants.
//
//  1. A run is observed: a built-in solver by a Pass, in this process, and a program by package program. The
//     observations are kept as Facts.
//  2. The family of the cases checks the answers (package corpus/cases). It returns a Finding, which is a part of the
//     Facts.
//  3. Derive turns Facts and Limits into a Verdict and its reason. It is a pure function, so verdicts can be derived
//     again from stored facts under other limits.
//  4. A Fold takes the cases of a test set in order and makes the Outcome of the pass. Columns have the values of single
//     cases.
//
// The judge shares no code with any solver.
package judge
