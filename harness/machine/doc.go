// Package machine finds out facts about this machine and about the build of this program.
//
//  1. ThisMachine, ThisEnvironment, Revision and ProgramDigest describe the machine and the build. The descriptions
//     are stored in the manifest of a run, so that readers know where its times come from.
//  2. Examination.Examine looks for facts that make times or verdicts unreliable, such as other processes that keep
//     the processors busy. For each fact, a Finding says what the fact affects, and what can be done about it.
//  3. Findings shows all of these facts in a table, and says whether the machine is fit to measure.
package machine
