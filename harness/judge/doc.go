// Package judge gives verdicts on the runs of contestants.
//
//  1. A run is observed: in this process by Run, as a program by package
//     program. The observations are kept as Facts.
//  2. The answers are checked: by Compare in the output of a program, by CheckResult
//     in the Result of a Solver. That gives a Finding, a part of the Facts.
//  3. Derive turns Facts and Limits into a Verdict and its reason. It is a pure
//     function: from stored facts, verdicts can be derived again under other limits.
//  4. The Outcomes of the cases of a set are summed up in a SetResult; a Scoreboard
//     ranks the results of all contestants and lays them out as a table.
//
// The judge shares no code with any solver. It checks answers with
// solvers.Check, and claims that a puzzle has no solution with a counter of its own.
package judge
