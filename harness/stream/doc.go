// Package stream solves puzzles as they arrive: the filter behind the verb solve.
//
//  1. A Stream reads puzzles in the layout of a problem, solves each one, and writes
//     its first solution, or the puzzle itself where there is none.
//  2. Before it waits for more input, everything that was solved is written out: the
//     program at the other end may be waiting for the answers.
//  3. With Stats, each puzzle also gives a line of CSV with its counters and its time.
package stream
