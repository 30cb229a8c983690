// Package program judges programs in any language: contestants that are
// commands, not Solvers.
//
//  1. A Contestant comes from the command line (ParseExec) or from a TOML file
//     (ReadFile); Check finds what is wrong with it before anything runs.
//  2. Build runs its build command. A failure is CE, with the compiler's words.
//  3. Judge runs it on the cases of a set, as one process for all of them or
//     one for each, on the canonical input of the problem that it speaks, and
//     compares its output. The Facts go to package judge for the verdict.
//
// Package process does the running; nothing here gives a verdict by itself.
package program
