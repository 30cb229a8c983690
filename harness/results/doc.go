// Package results writes and reads recorded runs.
//
//  1. A Plan is what was asked: which contestants take part on which test sets. A Shard is every Nth of these sets.
//  2. A Result is what a contestant did on a test set: the Outcome of judging it, and the Samples of measuring it.
//  3. A Writer records Results, Samples and values of single cases as they come. It locks its folder, and can be
//     resumed. judged.jsonl has a line per judged benchmark, solve.bench a line per sample in the Go benchmark format,
//     which benchstat reads, and run.json, the Manifest, everything else.
//  4. Find and Read read runs again. Merge joins the shards of a run. A recorded run is never edited.
package results
