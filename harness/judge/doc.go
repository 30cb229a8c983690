// Package judge gives verdicts on the runs of contestants.
//
//  1. A run is observed: in this process by Run, as a program by package
//     program. The observations are kept as Facts.
//  2. Compare checks the answers in the output of a program. CheckResult checks the
//     Result of a Solver. Both return a Finding, which is a part of the Facts.
//  3. Derive turns Facts and Limits into a Verdict and its reason. It is a pure
//     function: from stored facts, verdicts can be derived again under other limits.
//  4. A Fold makes the Outcome of a test set from its cases.
//
// The judge shares no code with any solver. It checks answers with solvers.Check. If
// a contestant claims that a puzzle has no solution, a search of the judge's own
// checks the claim.
package judge
