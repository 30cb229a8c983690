// Package results writes recorded runs, and reads them again.
//
//   - A Plan lists the test sets of a run, and the contestants that take part on each of them. A run can be divided
//     into shards, so that several machines share the work. For example, shard 2/3 gets every third test set, starting
//     with the second one.
//   - A Result belongs to one contestant on one test set. It contains the Outcome of judging the contestant, and the
//     Samples of measuring its time.
//   - A Writer records results, samples and values of single cases as soon as they are known, so that an interrupted
//     run can be resumed. It locks the folder of the run against other writers.
//   - Find and Read read recorded runs, and Merge joins the shards of a run. A recorded run is never edited.
//
// The folder of a run has a file for each kind of record. The file run.json holds the Manifest: what was asked, and
// where and when it was run. The file judged.jsonl has a line for each judged benchmark. The file solve.bench has a
// line for each sample, in the Go benchmark format, which benchstat reads. Values of single cases and facts of
// processes have files of their own.
package results
