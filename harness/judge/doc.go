// Package judge gives verdicts on the runs of contestants.
//
// A verdict is made in four steps:
//
//  1. A run of a contestant is observed. A Pass runs and observes a built-in solver in this process, and package
//     program runs and observes a program. The observations are kept as Facts, for example the time and the exit
//     status.
//  2. The answers are checked. The family of the cases (package corpus/cases) knows the rules of the puzzles. It
//     returns a Finding, for example that the answer to case 3 is wrong, which becomes a part of the Facts.
//  3. Derive turns Facts and Limits into a Verdict and its reason. It is a pure function, so verdicts can be derived
//     again from stored facts under other limits.
//  4. A Fold receives the cases of a test set in order, and sums them up as the Outcome of the pass, such as "97 cases
//     accepted, 3 wrong". If the caller wants to know more about each single case, such as its time, Columns keep it.
//
// The judge shares no code with any solver.
package judge
