// Package doctor finds facts about this machine and this build.
//
//  1. ThisMachine, ThisEnvironment, Revision and ProgramDigest describe both for the
//     manifest of a run.
//  2. Examination.Examine looks for facts that make times or verdicts unreliable. Each
//     Finding says what its fact spoils and what to do about it.
package doctor
