// Package results writes and reads recorded runs.
//
//  1. A Sample is one measurement of one Benchmark: a contestant on a test set.
//  2. A Recording appends each Sample to solve.bench as one line in the Go benchmark
//     format, which benchstat reads. It locks its folder, and can be resumed.
//  3. The Manifest, run.json, holds everything else: machine, commit, command, seed,
//     receipts of programs, and why a benchmark is not timed.
//  4. Cases, in cases.json.gz, hold the median time, the counters and the verdict of every case.
//     While a run is written, cases.jsonl has one line per Sample instead. Finish turns these
//     lines into cases.json.gz.
//  5. A Pair holds the samples of two builds or programs that were measured side by side.
//     An OutcomeLog records a judging case by case.
//  6. Find and ReadRun read runs again. A recorded run is never edited.
package results
