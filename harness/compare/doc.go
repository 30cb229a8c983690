// Package compare finds out what changed between two builds of gridjudge, two external programs or two recorded runs,
// and says how certain each change is. In these comments "program" means either side of a comparison, so external
// programs are always called external programs.
//
//  1. Revisions and Programs prepare the two sides of a comparison. Revisions builds two git revisions, and Programs
//     takes two external programs. Each side becomes a Target, which is something that can be judged and timed.
//  2. An Experiment judges the answers of both targets. It then times them in turns, round by round, and records each
//     side as a run of package results.
//  3. Compare turns the results of the two sides into one Comparison per benchmark and unit.
//  4. Decide gives each Comparison its verdict. A small change of a time may be noise. So a change counts only if it
//     exceeds the noise floor, which comes from a Calibration or is estimated from the samples.
//  5. The Experiment measures the benchmarks that seem to have changed a second time. Only the new samples decide about
//     these benchmarks.
//  6. Table shows the comparisons, and Answer sums them up in one sentence. Weightiest returns the verdict that needs
//     the most attention, and the exit status follows from this verdict.
//
// If nothing is measured, the work begins at step 3: Recorded compares two recorded runs, and History compares each run
// with an earlier one.
//
// Calibrate measures this program against itself and stores the noise floor. README.md explains the statistics.
package compare
