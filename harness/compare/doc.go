// Package compare finds the changes between two builds of gridjudge, two external programs or two recorded runs, and
// says how certain they are. A program, in the words of this package, is a build or an external program.
//
//  1. Revisions builds two git revisions; Programs takes two external programs; Recorded reads two recorded runs.
//  2. An Experiment measures two arms, old and new. Interleave takes their samples in turns, round by round.
//  3. Compare turns the samples of the two arms into one Comparison per benchmark and unit. The noise floor comes from
//     a Calibration, or from the samples themselves.
//  4. Decide gives each Comparison its verdict. Benchmarks that seem to have changed are measured again (Retest).
//  5. Table lays the comparisons out. Outcome says whether one of them is a regression or inconclusive.
//
// Calibrate measures this program against itself and stores the noise floor. README.md explains the statistics.
package compare
