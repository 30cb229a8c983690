// Package corpus defines the problems, and embeds the sets of cases on which contestants are judged.
//
//  1. A Problem is the task of an online judge. It holds the limits of the judge, and a cases.Family, which reads,
//     writes and checks the files of the problem.
//  2. Open opens a file that the user gives. The content of the file decides which layout it has. If several layouts
//     fit, Open takes the layout of the problem that the user has named, or returns an error if none is named.
//  3. A Set is a named list of cases on which contestants are judged. Two embedded files in the folder of the problem
//     hold its content: NAME.in holds the cases, and NAME.out holds the answers. Everything else is in the set's entry
//     in sets.toml, for example the time limit, the certified numbers of solutions, and a digest of the cases.
//  4. SelectSets selects sets by globs such as "poj3076/*". Set.Load reads the cases of a set and checks their digest.
//
// The code here does not run solvers, with one exception: if nothing else decides a case, a special judge asks two
// contestants. The certified numbers of a set were proven when the set was made. The tests confirm them by independent
// programs, called oracles; for larger puzzles they do so only as far as the budget of an oracle goes. README.md
// describes the layouts, the sets and the proofs.
package corpus
