// Package judge gives verdicts on the runs of contestants.
//
//  1. A run is observed: in this process by a Pass, as a program by package
//     program. The observations are kept as Facts.
//  2. The family of the cases checks the answers: a cases.Checker the output of a program,
//     a cases.Runner the results of a built-in solver. Both return a Finding, which is a part of the Facts.
//  3. Derive turns Facts and Limits into a Verdict and its reason. It is a pure
//     function: from stored facts, verdicts can be derived again under other limits.
//  4. A Fold makes the Outcome of a test set from its cases.
//
// The judge shares no code with any solver.
package judge
