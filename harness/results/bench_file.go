package results

import (
	"bytes"
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/perf/benchfmt"
)

// failing matches the lines that go test prints when a benchmark fails, or when the process of the benchmarks ends
// badly.
var failing = regexp.MustCompile(`^(--- FAIL: |FAIL(\s|$)|panic: |fatal error: |exit status \d|signal: )`)

// unitFailed is the unit of the lines with which markFailures replaces the lines about failures.
const unitFailed = "failed"

// markFailures prepares the output of go test for benchfmt.Reader. If a benchmark fails, go test prints lines such as
// "panic: ..." between the results, and benchfmt.Reader would take such a line for a line of the configuration. So
// markFailures replaces each line about a failure:
//   - If it is known which benchmark failed, the new line is a result of this benchmark with the unit unitFailed. The
//     configuration of this result is in the lines above it, as usual.
//   - Otherwise the new line is empty.
//
// The second result is the number of the first line about a failure, or 0 if there is none.
func markFailures(data []byte) (marked []byte, first int) {
	lines := bytes.Split(data, []byte("\n"))
	running, empty := "", 0 // a benchmark that has no result yet, and its line: a panic leaves one with 0 iterations
	for i, line := range lines {
		name, text := "", string(bytes.TrimSpace(line))
		if bytes.HasPrefix(line, []byte("Benchmark")) {
			name = strings.Fields(text)[0]
			text = strings.TrimSpace(text[len(name):])
		}
		if !failing.MatchString(text) {
			switch {
			case name == "":
			case text == "", strings.Fields(text)[0] == "0": // go test -v announces it, or it panicked later
				running, empty = name, i
			default:
				running = ""
			}
			continue
		}
		first = cmp.Or(first, i+1)
		if named, ok := strings.CutPrefix(text, "--- FAIL: "); ok {
			name, _, _ = strings.Cut(named, " ")
		} else if name == "" && running != "" {
			name, lines[empty] = running, nil
		}
		lines[i], running = nil, ""
		if strings.HasPrefix(name, "Benchmark") {
			lines[i] = []byte(name + "\t1\t1 " + unitFailed)
		}
	}
	return bytes.Join(lines, []byte("\n")), first
}

// applyFailures marks the results of benchmarks that failed, so that none of them counts as accepted. Its argument has
// one result for each line about a failure. If the run has no other result of the benchmark, this one is added to the
// run.
//
// go test may measure a benchmark with several values of GOMAXPROCS (-cpu 1,4). If the first call of the benchmark
// fails, the line does not say which value it had. The benchmark then counts as failed with all of them.
func (r *Run) applyFailures(all []*Result) {
	for _, f := range all {
		r.warn("%s: %s", f.Benchmark, f.failure)
		found := false
		for _, res := range r.Results {
			if res.Benchmark == f.Benchmark && res.configuration() == f.configuration() && (f.procs == "" || res.procs == f.procs) {
				res.Verdict, res.Passed, res.failure, found = f.Verdict, 0, f.failure, true
			}
		}
		if !found {
			r.Results = append(r.Results, f)
		}
	}
}

// procsKey is used like a key of the configuration. It stands for GOMAXPROCS, the suffix -N of a name.
const procsKey = "/gomaxprocs"

// value returns the value that the configuration of a result's lines has for a key. The key may be procsKey.
func (r *Result) value(key string) string {
	if key == procsKey {
		return cmp.Or(r.procs, "1")
	}
	return (&benchfmt.Result{Config: r.config}).GetConfig(key)
}

// Apart says in what the machines and builds of two results differ so that their times are not comparable, for example
// the processor. It returns "" if no such difference is known. Incomparable compares whole runs, but the results of a
// merged run may come from several machines.
func (r *Result) Apart(other *Result) string {
	for _, key := range ConfigKeys {
		if a, b := r.value(key), other.value(key); a != "" && b != "" && a != b && key != "corpus" {
			return fmt.Sprintf("they were measured with another %s: %q and %q", key, a, b)
		}
	}
	return ""
}

// configuration returns the whole configuration of the lines of a result.
func (r *Result) configuration() string {
	var all []string
	for _, c := range r.config {
		if c.File {
			all = append(all, fmt.Sprintf("%s: %s", c.Key, c.Value))
		}
	}
	slices.Sort(all)
	return strings.Join(all, "\n")
}

// differing lists the keys in which some results differ.
func differing(results []*Result) (keys []string) {
	for _, r := range results {
		for _, c := range slices.Concat(r.config, results[0].config, []benchfmt.Config{{Key: procsKey, File: true}}) {
			if c.File && r.value(c.Key) != results[0].value(c.Key) {
				keys = With(keys, c.Key)
			}
		}
	}
	return keys
}

// varied lists the keys in which results of the same benchmark differ, because it was measured several times.
func varied(results []*Result) (keys []string) {
	of := map[Benchmark][]*Result{}
	for _, r := range results {
		of[r.Benchmark] = append(of[r.Benchmark], r)
		keys = With(keys, differing(of[r.Benchmark])...)
	}
	return keys
}

// nameApart appends the values of keys to the names of the sets, so that results with different values have different
// names.
func nameApart(results []*Result, keys []string) {
	for _, r := range results {
		for _, key := range keys {
			if key == procsKey {
				r.Set += "-" + r.value(key)
			} else {
				r.Set += " " + key + ": " + r.value(key)
			}
		}
	}
}

// configurations divides a bare file into runs, one for each configuration. Usually a file has only one configuration.
// But if a user joins the output of two machines in one file, for example, the file has two. Each of them then becomes
// a run, as if it had a file of its own. A recorded run is not divided.
//
// A benchmark may also have been measured with several values of GOMAXPROCS. Its results get different names then,
// because the value is appended to the name of the set (nameApart): for example, "poj3074/easy-1" and "poj3074/easy-4".
func (r *Run) configurations() (all []*Run, err error) {
	if r.Manifest != nil {
		return []*Run{r}, nil
	}
	if !slices.ContainsFunc(r.Results, func(res *Result) bool { return res.failure == "" }) {
		return nil, fmt.Errorf("%s: go test failed, and there is no result", r.failed)
	}
	at := map[string]*Run{}
	keys := slices.DeleteFunc(differing(r.Results), func(key string) bool { return key == procsKey })
	for _, res := range r.Results {
		configuration := res.configuration()
		run := at[configuration]
		if run == nil {
			run = &Run{Label: r.Label, content: r.content, OneByOne: r.OneByOne}
			for _, key := range keys {
				run.Part += fmt.Sprintf(" (%s: %s)", key, res.value(key))
			}
			at[configuration], all = run, append(all, run)
		}
		run.Results = append(run.Results, res)
	}
	all[0].Warnings = r.Warnings
	for _, run := range all {
		nameApart(run.Results, varied(run.Results))
	}
	return all, nil
}

// Match makes sure that a comparison by name compares the right results. A name may not be enough for this: for
// example, go test -cpu 1,4 measures each benchmark with two values of GOMAXPROCS, so two results of a run have the
// same name. Match then appends the value to the names in both runs, so that results with the same value are compared.
//
// Match treats every part of the configuration like this, if results of one benchmark differ in it within a run. If
// only the two runs differ in it, for example in the processor, Match does not append it, because then no benchmark
// would have the same name in both runs.
//
// If go test failed in a bare file, Match adds to its run a failure for each benchmark that only the other run has.
func Match(old, new *Run) {
	keys := With(varied(old.Results), varied(new.Results)...)
	nameApart(old.Results, keys)
	nameApart(new.Results, keys)
	for _, pair := range [2][2]*Run{{old, new}, {new, old}} {
		run, other := pair[0], pair[1]
		has := ByBenchmark(run.Results)
		for _, r := range other.Results {
			if run.failed != "" && has[r.Benchmark] == nil {
				run.Results = append(run.Results, &Result{
					Benchmark: r.Benchmark, Process: r.Process, asked: r.asked, failure: "it has no result, and go test failed: " + run.failed,
				})
			}
		}
	}
}
