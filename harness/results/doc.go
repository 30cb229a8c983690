// Package results writes and reads recorded runs.
//
//  1. A Plan says which contestants take part on which test sets. A Shard is every Nth of these sets.
//  2. A Result says what a contestant did on a test set: the Outcome of judging it, and the Samples of measuring it.
//  3. A Writer records Results, Samples and values of single cases as soon as they are known. It locks the folder of
//     the run, and an interrupted run can be resumed. The folder has a file for each kind of record: judged.jsonl has
//     a line for each judged benchmark, solve.bench has a line for each sample in the Go benchmark format, which
//     benchstat reads, and run.json, the Manifest, says what was asked, and where and when it was run. Values of
//     single cases and facts of processes have files of their own.
//  4. Find and Read read runs again. Merge joins the shards of a run. A recorded run is never edited.
package results
