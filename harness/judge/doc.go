// Package judge gives verdicts on the runs of contestants.
//
//  1. A run of a contestant is observed. A Pass runs and observes a built-in solver in this process, and package
//     program runs and observes a program. The observations are kept as Facts, for example the time and the exit
//     status.
//  2. The family of the cases (package corpus/cases) knows the rules of the puzzles and checks the answers. It
//     returns a Finding, for example that the answer to case 3 is wrong. The Finding is a part of the Facts.
//  3. Derive turns Facts and Limits into a Verdict and its reason. It is a pure function, so verdicts can be derived
//     again from stored facts under other limits.
//  4. A Fold receives the cases of a test set in order and computes the Outcome of the pass, such as "97 cases
//     accepted, 3 wrong". The values of the single cases, such as their times, are kept in Columns if the caller asks
//     for them.
//
// The judge shares no code with any solver.
package judge
