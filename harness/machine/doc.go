// Package machine finds out facts about this machine and about the build of this program.
//
//  1. ThisMachine, ThisEnvironment, Revision and ProgramDigest describe both, for the manifest of a run.
//  2. Examination.Examine looks for facts that make times or verdicts unreliable. Each Finding says what
//     its fact affects, and what can be done about it.
//  3. Findings lays them out in a table, and says whether the machine is fit to measure.
package machine
