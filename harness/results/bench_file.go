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

// failing matches what go test prints where a benchmark fails, or the process of the benchmarks ends.
var failing = regexp.MustCompile(`^(--- FAIL: |FAIL(\s|$)|panic: |fatal error: |exit status \d|signal: )`)

// unitFailed is the unit of the lines that markFailures makes.
const unitFailed = "failed"

// markFailures replaces the lines about failures in the output of go test. Where they name a benchmark, they become a
// line of it in the unit unitFailed, so that the configuration before them holds for them. The others become empty,
// because "panic: ..." would be read as a configuration. first is the number of the first such line; 0 if there is none.
func markFailures(data []byte) (marked []byte, first int) {
	lines := bytes.Split(data, []byte("\n"))
	running, empty := "", 0 // a benchmark without a result, and the line of 0 iterations that a panic leaves of it
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

// applyFailures makes failures of the results of the benchmarks that failed, and adds those that have no other line. If
// the first call of a benchmark fails, go test does not say with which GOMAXPROCS: all of them failed.
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

// procsKey stands beside the keys of a configuration for the suffix -N of a name, GOMAXPROCS.
const procsKey = "/gomaxprocs"

// value returns the value of a key of the configuration of the lines of a result, or of procsKey.
func (r *Result) value(key string) string {
	if key == procsKey {
		return cmp.Or(r.procs, "1")
	}
	return (&benchfmt.Result{Config: r.config}).GetConfig(key)
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

// differing lists the keys in which results differ.
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

// varied lists the keys in which results of one benchmark differ: it was measured several times.
func varied(results []*Result) (keys []string) {
	of := map[Benchmark][]*Result{}
	for _, r := range results {
		of[r.Benchmark] = append(of[r.Benchmark], r)
		keys = With(keys, differing(of[r.Benchmark])...)
	}
	return keys
}

// nameApart makes the values of keys a part of the names of the sets.
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

// configurations returns the run, or, if the configuration changes within a bare file, a run for each of them, as if
// each had a file of its own. Where a benchmark was measured with several GOMAXPROCS, each is a set.
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

// Match prepares two runs for a comparison by name. What varies between the results of one benchmark within a run, such
// as GOMAXPROCS with go test -cpu 1,4, becomes a part of the names of both; other differences do not matter. If go test
// failed in a bare file, the benchmarks that only the other run has are failures in it.
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
