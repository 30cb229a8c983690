// Package bench measures contestants.
//
//  1. A Plan lists the benchmarks of a run: each contestant on each test set.
//  2. A Sampler prepares a benchmark: package judge judges the contestant, and an
//     audit looks for answers that are kept between passes. Only an accepted
//     contestant is timed.
//  3. A Schedule orders rounds from a seed. Each round visits every benchmark once.
//     Every other round has a new random order, and the round after it has the
//     mirrored order.
//  4. A Sampler takes Samples. The clock runs during whole passes over the set. The
//     answers are checked while it does not run.
//  5. A Session runs the schedule over the samplers into a recording of package
//     results, and resumes an interrupted run.
//  6. A Server runs in a build of gridjudge that compare measures. It takes samples and
//     sends them. A Worker is the handle of such a process in the process of compare: it
//     sends Requests and receives Samples. So compare can measure two builds round by
//     round.
package bench
