// Package program judges programs in any language: contestants that are commands, not
// Go types that implement solvers.Solver.
//
//  1. A Contestant comes from the command line (ParseExec) or from a TOML file
//     (ReadFile); Check finds what is wrong with it before anything runs.
//  2. Prepare runs its build command. A failure is CE, with the compiler's
//     messages.
//  3. Judge runs it on the cases of a set, in one process for all cases or one
//     process per case. The input has the format of a problem that the program
//     accepts. The output is compared with the cases, and package judge derives
//     the verdict from the Facts.
//
// Package sandbox runs the processes.
package program
