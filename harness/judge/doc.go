// Package judge says what a contestant's run is worth.
//
//  1. A run is observed: in this process by Run, as a program by package
//     program. What was seen is kept as Facts.
//  2. What came out is checked: Compare for the output of a program, CheckResult
//     for the Result of a Solver. The outcome is a Finding, part of the Facts.
//  3. Derive turns Facts and Limits into a Verdict and its reason. It is a pure
//     function: verdicts can be derived again, under other limits, from stored facts.
//  4. The Outcomes of the cases of a set are summed up in a SetResult; a Scoreboard
//     ranks the results of all contestants and lays them out as a table.
//
// The judge shares no code with any solver. It checks answers with
// solvers.Check, and claims that a puzzle has no solution with a counter of its own.
package judge
