// Package stream solves puzzles as they arrive: the filter behind the verb solve.
//
//  1. A Stream reads puzzles into batches, in any layout that package corpus reads
//     (source.go, batch.go).
//  2. If Jobs is at most 1, one goroutine reads, solves and writes. Otherwise one goroutine reads, Jobs others solve
//     batches, and the caller's goroutine writes (parallel.go). The number of batches is fixed, so the memory is
//     bounded.
//  3. The Stream writes the first solution of each puzzle in the order of the input
//     (answers.go). If a puzzle has no solution, the Stream writes the puzzle itself. With
//     Stats, it also writes one line of CSV per puzzle: counters and time (stats.go).
//  4. The program that sends the input may wait for answers before it sends more. So if a read may wait for more
//     input, the Stream does not hold back the answers to the puzzles before it. If Jobs is at most 1, it writes them
//     out before the read. Otherwise it hands the puzzles over before the read, and writes the answers out as soon as
//     they are known.
package stream
