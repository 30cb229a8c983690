// Package compare finds out what changed between two builds of gridjudge, two external programs or two recorded runs,
// and says how certain each change is. In these comments "program" means either side of a comparison, so external
// programs are always called external programs.
//
//  1. Revisions builds two git revisions; Programs takes two external programs. Each becomes a Target.
//  2. An Experiment has both judge their benchmarks, and takes their samples in turns, round by round. Each side is
//     recorded as a run of package results.
//  3. Compare turns the results of two sides into one Comparison per benchmark and unit, and Decide gives each its
//     verdict. The noise floor comes from a Calibration, or from the samples themselves. Comparing two recorded runs
//     (Recorded) begins here, and so do the steps of a history (History).
//  4. An Experiment measures again the benchmarks that seem to have changed, and lets only the new samples decide.
//  5. Table lays the comparisons out, and Answer sums them up in one sentence. Weightiest gives the exit status.
//
// Calibrate measures this program against itself and stores the noise floor. README.md explains the statistics.
package compare
