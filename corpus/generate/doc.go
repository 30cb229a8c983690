// Package generate makes puzzles from a seed and proves their numbers of solutions.
//
//  1. A Request names a size, a count, a seed and one kind of puzzle. Check rejects
//     requests that no puzzle can meet.
//  2. Run gives each puzzle a random stream, derived from the seed and the number of
//     the puzzle. Any number of goroutines makes the same puzzles, in order.
//  3. fill makes a full grid by a randomised search. dig makes a puzzle of it: it
//     takes givens away while the solution stays unique. descend exchanges givens to
//     make a puzzle with few givens. climb makes a puzzle that costs a contestant many
//     nodes.
//  4. Two searches that share no code prove the number of solutions: the prover of
//     this package, which learns clauses, and a contestant that the caller passes.
//     Run fails if the two numbers differ.
//
// No code here reads a clock or iterates over a map, so a request gives the same
// bytes on every machine. Budgets count conflicts, nodes and attempts. README.md
// says which random choices are uniform.
package generate
