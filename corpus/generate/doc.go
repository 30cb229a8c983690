// Package generate makes puzzles from a seed, and proves how many solutions each of them has.
//
//  1. A Request names a size, a count, a seed and one kind of puzzle. Check rejects a request that no
//     puzzle can meet.
//  2. Run gives each puzzle a random stream of its own, derived from the seed and the number of the
//     puzzle. So the puzzles do not depend on how many goroutines make them. Run passes them on in
//     order.
//  3. fill makes a full grid of random digits. dig turns it into a puzzle, by removing givens as long
//     as the solution stays unique. If the request wants few givens, descend exchanges givens until few
//     are left. If it wants a puzzle that costs a contestant many nodes, climb searches for one.
//  4. This package does not have a solver of its own. It asks a contestant how many solutions a grid
//     has, up to a limit and without a budget of nodes. It does not use any other part of the
//     contestant's answer, except for a solution if that is the only one. So a puzzle does not depend
//     on which contestant is asked.
//  5. Each of the two contestants in Request.Provers counts the solutions of a finished puzzle. Run
//     fails if one of them does not find the requested number.
//
// Tiers and climbs also use the nodes of contestants. The nodes of dlx, of the contestants of
// dlxstruct, of pointer and of bitmask are fixed by the programs that these reproduce.
//
// The code does not read a clock and does not iterate over maps, so a request gives the same bytes on
// every machine. README.md says which random choices are uniform.
package generate
