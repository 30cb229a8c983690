// Package stream solves puzzles as they arrive: the filter behind the verb solve.
//
//  1. A Stream reads puzzles in the layout of a problem into batches (read.go).
//  2. A batch is solved: on the goroutine that reads, or, with Jobs, on one of several
//     (parallel.go). The number of batches is fixed, and so is the memory.
//  3. The first solution of each puzzle is written, or the puzzle itself where there is
//     none, in the order of the input (write.go). With Stats, each puzzle also gives a
//     line of CSV with its counters and its time.
//  4. Before it waits for more input, everything that was solved is written out: the
//     program at the other end may be waiting for the answers.
package stream
