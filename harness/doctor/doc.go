// Package doctor finds facts about this machine and this build.
//
//  1. ThisMachine, Revision and ProgramDigest describe both for the manifest of a run.
//  2. Examine reads what makes measuring or judging unreliable: each Finding says what
//     it spoils and what to do about it.
package doctor
