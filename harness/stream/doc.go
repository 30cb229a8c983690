// Package stream solves puzzles as they arrive: the filter behind the verb solve.
//
//  1. A Stream reads puzzles into batches, in any layout that package corpus reads
//     (source.go, batch.go).
//  2. The goroutine that reads also solves each batch. With Jobs, several goroutines solve
//     batches in parallel (parallel.go). The number of batches is fixed, so the memory is
//     bounded.
//  3. The Stream writes the first solution of each puzzle in the order of the input
//     (answers.go). If a puzzle has no solution, the Stream writes the puzzle itself. With
//     Stats, it also writes one line of CSV per puzzle: counters and time (stats.go).
//  4. Before each read that may wait for more input, the Stream writes out all answers so
//     far: the program that sends the input may be waiting for them.
package stream
