// Package bench measures contestants.
//
//  1. A Plan lists the benchmarks of a run: each contestant on each test set.
//  2. A Sampler prepares a benchmark: package judge judges the contestant, and an
//     audit looks for answers that are kept between passes. Only an accepted
//     contestant is timed.
//  3. A Schedule orders rounds from a seed: each round visits every benchmark once,
//     in a fresh order, mirrored on the next round.
//  4. A Sampler takes Samples: whole passes over the set inside the clock. Every
//     answer is checked outside of it.
//  5. A Session runs the schedule over the samplers into a recording of package
//     results, and resumes an interrupted run.
//  6. A Server answers a Worker over a pipe, so that compare can measure two builds of
//     this program round by round.
package bench
