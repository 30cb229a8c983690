// Package program judges programs in any language: contestants that are commands, not Go types that implement
// solvers.Solver.
//
//  1. A Contestant describes a program: its command, its build command and its limits. It comes from the command line
//     (ParseExec) or from a TOML file (ReadFile). Check finds what is wrong with it before anything runs.
//  2. Prepare runs the build command. If the build fails, the verdict is CE (compile error), and the user sees the
//     compiler's messages.
//  3. Judge runs the program on the cases (puzzles) of a test set, in one process for all cases or in one process per
//     case. The program gets its input in the format of a problem that it accepts. Judge compares the output with the
//     cases, and records what happened as Facts, such as the exit status and the times.
//  4. Package judge derives the verdict from the Facts.
//
// Package sandbox runs the processes.
package program
