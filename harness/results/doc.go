// Package results holds recorded runs: what was measured, on what, and how.
//
//  1. A Sample is one measurement of one Benchmark: a solver on a test set.
//  2. A Recorder appends each Sample to solve.bench as one line in the Go
//     benchmark format, which benchstat reads.
//  3. The manifest, run.json, holds everything else that there is to know.
//  4. Find and ReadRun read runs again. A recorded run is never edited.
package results
