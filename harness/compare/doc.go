// Package compare finds the changes between two builds of gridjudge, two external programs or two recorded runs, and
// says how certain they are. Where only external programs are meant, this package calls them so: a program here is either side.
//
//  1. Revisions builds two git revisions; Programs takes two external programs. Each becomes a Target.
//  2. An Experiment has both judge their benchmarks, and takes their samples in turns, round by round. Each side is
//     recorded as a run of package results.
//  3. Compare turns the results of two sides into one Comparison per benchmark and unit, and Decide gives each its
//     verdict. The noise floor comes from a Calibration, or from the samples themselves. Two recorded runs begin here
//     (Recorded), and so do the steps of a history (History).
//  4. An Experiment measures the benchmarks again that seem to have changed, and lets only the new samples decide.
//  5. Table lays the comparisons out, and Answer sums them up in one sentence. Weightiest gives the exit status.
//
// Calibrate measures this program against itself and stores the noise floor. README.md explains the statistics.
package compare
