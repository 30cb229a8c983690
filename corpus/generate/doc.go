// Package generate makes puzzles from a seed and proves how many solutions
// they have.
//
//  1. A Request says what is wanted: a size, a count, a seed and one kind.
//     Check rejects what is proven not to exist.
//  2. Run gives every puzzle a random stream of its own, derived from the seed
//     and the puzzle's number, so that any number of goroutines makes the same
//     puzzles; they are handed on in order.
//  3. A full grid comes from a randomised search (fill), a puzzle from taking
//     givens away while the solution stays unique (dig), few givens from
//     exchanging some and digging on (descend), a puzzle that costs one
//     contestant dearly from climbing (climb).
//  4. Two searches that share no code prove the number of solutions: the
//     package's own prover, which learns from dead ends, and a contestant that
//     comes in as a parameter. Where they differ, Run fails: one of them is wrong.
//
// No clock is read and no map is walked: a request gives the same bytes on
// every machine. Budgets count conflicts, nodes and attempts.
package generate
