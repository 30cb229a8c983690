// Package compare finds what changed between two programs, and how surely.
//
//  1. Revisions builds two git revisions; Programs takes two external programs; Recorded reads two recorded runs.
//  2. An Experiment measures two arms, old and new. Interleave takes their samples in turns, round by round.
//  3. Compare turns the samples of the two arms into one Comparison per benchmark and unit. The noise floor comes from
//     a Calibration, or from the samples themselves.
//  4. Decide gives each Comparison its verdict. Benchmarks that seem to have changed are measured again (Retest).
//  5. Table lays the comparisons out. Outcome says what they amount to.
//
// Calibrate measures a program against itself. README.md tells the statistics.
package compare
