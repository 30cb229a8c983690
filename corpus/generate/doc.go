// Package generate makes puzzles from a seed and proves their numbers of solutions.
//
//  1. A Request names a size, a count, a seed and one kind of puzzle. Check rejects
//     requests that no puzzle can meet.
//  2. Run gives each puzzle a random stream, derived from the seed and the number of
//     the puzzle. Any number of goroutines makes the same puzzles, in order.
//  3. fill makes a full grid of random digits. dig makes a puzzle of it: it takes
//     givens away while the solution stays unique. descend exchanges givens to make a
//     puzzle with few givens. climb makes a puzzle that costs a contestant many nodes.
//  4. This package has no solver. It asks a contestant how many solutions a grid has,
//     up to a limit and without a budget. It uses no other part of the answer, except a
//     solution that is the only one. So a puzzle does not depend on who is asked.
//  5. Every contestant in Request.Provers counts the solutions of a finished puzzle. Run
//     fails if two numbers differ.
//
// Tiers and climbs use the nodes of contestants, too. Those of dlx, dlx-struct, pointer
// and bitmask are fixed by the programs that they reproduce.
//
// No code here reads a clock or iterates over a map, so a request gives the same
// bytes on every machine. README.md says which random choices are uniform.
package generate
