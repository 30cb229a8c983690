// Package compare finds out what changed between two builds of gridjudge, two external programs or two recorded runs,
// and says how certain each change is. In these comments "program" means either side of a comparison, so external
// programs are always called external programs.
//
//  1. First, each of the two sides becomes a Target, which can judge and take samples. Revisions builds two git
//     revisions for this, and Programs takes two external programs.
//  2. An Experiment then has both targets judge their benchmarks, and takes their samples in turns, round by round. It
//     records each side as a run of package results.
//  3. After that, Compare turns the results of the two sides into one Comparison per benchmark and unit, and Decide
//     gives each Comparison its verdict. Small changes may be noise, so a change also has to exceed the noise floor,
//     which comes from a Calibration or is estimated from the samples.
//  4. The benchmarks that seem to have changed are measured a second time, and only these new samples decide.
//  5. At the end, Table lays the comparisons out, and Answer sums them up in one sentence. The exit status follows from
//     Weightiest, the verdict that needs the most attention.
//
// If nothing is measured, the work begins at step 3: Recorded compares two recorded runs, and History compares each run
// with an earlier one.
//
// Calibrate measures this program against itself and stores the noise floor. README.md explains the statistics.
package compare
