// Package judge gives verdicts on the runs of contestants.
//
// A verdict is made in four steps:
//
//  1. A contestant is run and observed. For a built-in solver, a Pass does this in this process; for a program, package
//     program does it. The observations, for example the time and the exit status, are kept as Facts.
//  2. The answers are checked. The family of the cases (package corpus/cases) does this, because it knows the rules of
//     the puzzles. The result is a Finding, for example that the answer to case 3 is wrong. It is stored in the Facts.
//  3. Derive turns Facts and Limits into a Verdict and its reason. It is a pure function, so verdicts can be derived
//     again from stored facts under other limits.
//  4. A Fold receives the cases of a test set in order, and sums them up as the Outcome of the pass, such as "97 cases
//     accepted, 3 wrong". Columns keep the values of each single case, such as its time, for a caller that needs them.
//
// The judge shares no code with any solver.
package judge
