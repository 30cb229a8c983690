// Package bench judges and measures contestants on test sets.
//
//  1. A Session visits all contestants on all test sets. Two verbs of the command line use it. Its method Judge
//     judges every contestant on every set that the contestant can solve. The verb judge ends then.
//  2. The verb bench goes on with Measure, which measures the accepted contestants. A Sampler prepares each of them:
//     it warms up the solver, and an audit looks for solvers that keep answers between passes or do not count the
//     solutions that were asked for.
//  3. A Schedule decides the order of the measurements from a seed. They are made in rounds, and each round visits
//     every benchmark (one contestant on one set) once. Every other round has a new random order, and the round after
//     it has the reverse order, so that a slow drift of the machine affects all benchmarks alike.
//  4. A Sampler takes the samples of one benchmark. The clock runs during whole passes over the set. The answers are
//     checked while it does not run.
//  5. Package results records results and samples as they come. So an interrupted session can be resumed at the next
//     benchmark to judge, or at the next sample.
//  6. The verb compare measures two builds of gridjudge round by round. For this, it starts processes of both builds.
//     In each process, a Server judges, takes parts of samples, and sends the results. In the process of compare, a
//     Worker stands for such a process and sends it Requests.
package bench
