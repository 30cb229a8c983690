// Package bench judges and measures contestants on test sets.
//
//  1. A Session is one loop over contestants and sets, for two verbs. Its method Judge judges every contestant on every set
//     that it meets. The verb judge ends then.
//  2. The verb bench goes on with Measure, for the accepted contestants. A Sampler prepares each of them: it warms up, and
//     an audit looks for solvers that keep answers between passes or do not count the solutions that were asked for.
//  3. A Schedule orders rounds from a seed. Each round visits every benchmark once. Every other round has a new random
//     order, and the round after it has the mirrored order.
//  4. A Sampler takes samples. The clock runs during whole passes over the set. The answers are checked while it does not
//     run.
//  5. Package results records results and samples as they come. An interrupted session is resumed at the next benchmark to
//     judge, or at the next sample.
//  6. A Server runs in a build of gridjudge that compare measures. It judges, takes parts of samples and sends them. A
//     Worker is the handle of such a process in the process of compare: it sends Requests. So compare can measure two
//     builds round by round.
package bench
