// Package bench judges and measures contestants on test sets.
//
//  1. A Session is one loop over contestants and sets, for two verbs. Judge judges every contestant on every set that
//     it meets. The verb judge ends then.
//  2. Measure goes on with the accepted. A Sampler prepares: it warms up, and an audit looks for answers that are kept
//     between passes.
//  3. A Schedule orders rounds from a seed. Each round visits every benchmark once.
//     Every other round has a new random order, and the round after it has the
//     mirrored order.
//  4. A Sampler takes samples. The clock runs during whole passes over the set. The
//     answers are checked while it does not run.
//  5. Results and samples are recorded by package results as they come. An interrupted session is resumed at the next
//     benchmark to judge, or at the next sample.
//  6. A Server runs in a build of gridjudge that compare measures. It judges, takes parts of samples and
//     sends them. A Worker is the handle of such a process in the process of compare: it
//     sends Requests. So compare can measure two builds round by round.
package bench
