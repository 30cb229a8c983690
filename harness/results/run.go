package results

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"gridjudge/harness/machine"
	"gridjudge/harness/report"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchunit"
)

// Run is what one run, or one file in the Go benchmark format, holds.
type Run struct {
	Label    string    // as the user named it
	Manifest *Manifest // nil for a bare file
	Results  []*benchfmt.Result

	// Warnings are what was odd but did not prevent reading.
	Warnings []string
}

// ReadRun reads a run's folder or a .bench file. It leaves out a last line without a
// newline, because its writer was killed, and warns of it. A file without any line of
// bench is an error, unless the run is an empty shard.
func ReadRun(path string) (*Run, error) {
	run := &Run{Label: report.Escape(path)}
	file := path
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		file = filepath.Join(path, SamplesFile)
		run.Manifest, err = readManifest(path, escapeJSON)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	if whole := bytes.LastIndexByte(data, '\n') + 1; whole < len(data) {
		run.Warnings = append(run.Warnings, fmt.Sprintf("%s: its last line is cut short and was left out", run.Label))
		data = data[:whole]
	}
	foreign := 0
	label := report.Escape(path)
	if err := scan(data, file, label, func(res *benchfmt.Result) error {
		if _, ok := ParseName(res.Name); !ok {
			foreign++
			return nil
		}
		res = res.Clone()
		res.Name = benchfmt.Name(report.Escape(res.Name.String()))
		for i := range res.Config {
			res.Config[i].Value = []byte(report.Escape(string(res.Config[i].Value)))
		}
		run.Results = append(run.Results, res)
		return nil
	}); err != nil {
		return nil, err
	}
	run.leaveOutDropped()
	if run.Manifest != nil {
		run.sort()
	}
	if len(run.Results) == 0 && !run.isEmptyShard() {
		return nil, fmt.Errorf("%s:1: no line of Benchmark%s in it: is it a file that `gridjudge bench` or `go test -bench` wrote?", file, BaseName)
	}
	if run.Manifest != nil {
		run.Warnings = append(run.Warnings, run.Manifest.Notes...)
	}
	if run.Manifest != nil && run.Manifest.Ended.IsZero() {
		run.Warnings = append(run.Warnings, fmt.Sprintf("%s: the run has not ended: it is still measured, or it was interrupted (gridjudge bench --resume continues it)", run.Label))
	}
	if run.Manifest != nil && !run.Manifest.Shard.IsZero() {
		run.Warnings = append(run.Warnings, fmt.Sprintf("%s is shard %s of a run: gridjudge merge puts the shards together", run.Label, run.Manifest.Shard))
	}
	if foreign > 0 {
		run.Warnings = append(run.Warnings, fmt.Sprintf("%s: %d lines of other benchmarks were left out", run.Label, foreign))
	}
	return run, nil
}

// isEmptyShard reports whether the run is a shard without a benchmark.
func (r *Run) isEmptyShard() bool {
	return r.Manifest != nil && !r.Manifest.Shard.IsZero() && len(r.Manifest.Benchmarks) == 0
}

// leaveOutDropped removes the samples of every benchmark that failed after some of its
// samples were taken: its answers cannot be relied on. It warns of each.
func (r *Run) leaveOutDropped() {
	_, penalised := benchunit.Tidy(1, UnitPAR2)
	isRejection := func(res *benchfmt.Result) bool {
		_, ok := res.Value(penalised)
		return ok
	}
	rejected, dropped := map[Benchmark]bool{}, map[Benchmark]int{}
	for _, res := range r.Results {
		if b, _ := ParseName(res.Name); isRejection(res) {
			rejected[b] = true
		}
	}
	r.Results = slices.DeleteFunc(r.Results, func(res *benchfmt.Result) bool {
		b, _ := ParseName(res.Name)
		drop := rejected[b] && !isRejection(res)
		if drop {
			dropped[b]++
		}
		return drop
	})
	for _, res := range r.Results {
		if b, _ := ParseName(res.Name); dropped[b] > 0 {
			r.Warnings = append(r.Warnings, fmt.Sprintf("%s: %s failed while it was measured; its %d samples are left out", r.Label, b, dropped[b]))
			delete(dropped, b)
		}
	}
}

// sort puts the results into the order of the run's benchmarks. Those of one
// benchmark stay in the order of their rounds.
func (r *Run) sort() {
	order := map[Benchmark]int{}
	for i := range r.Manifest.Benchmarks {
		order[r.Manifest.Benchmarks[i].Benchmark()] = i
	}
	slices.SortStableFunc(r.Results, func(a, b *benchfmt.Result) int {
		x, _ := ParseName(a.Name)
		y, _ := ParseName(b.Name)
		return order[x] - order[y]
	})
}

// Provenance returns one line with the commit, the machine and the settings of a run.
func (r *Run) Provenance() string {
	if a := r.Manifest; a != nil {
		commit := a.Commit
		if len(commit) > 12 {
			commit = commit[:12]
		}
		if a.Dirty {
			commit += " with changes"
		}
		if a.Commit == machine.Unknown && a.Program != "" {
			commit += " (executable " + a.Program + ")"
		}
		line := fmt.Sprintf("%s: commit %s, %s, %d cores, %s/%s, %s, %d rounds",
			filepath.Base(r.Label), commit, a.Machine.CPU, a.Machine.Cores, a.Machine.GOOS, a.Machine.GOARCH, a.Machine.Go, a.Rounds)
		// A sample of a program is one pass, whatever --time is.
		if a.MinTime > 0 && slices.ContainsFunc(a.Benchmarks, func(b BenchmarkInfo) bool { return !b.Process }) {
			line += fmt.Sprintf("; a sample of a solver is as many passes as fill %v", a.MinTime)
		}
		return line
	}
	line := filepath.Base(r.Label) + ":"
	for _, key := range []string{"cpu", "goos", "goarch", "goversion"} {
		if v := r.Results[0].GetConfig(key); v != "" {
			line += " " + v
		}
	}
	return line
}

// IsProcess reports whether a result is that of a program: its times are those of whole
// processes, start included. They do not compare with times of solving alone.
func IsProcess(res *benchfmt.Result) bool {
	_, ok := res.Value(UnitRSS)
	return ok
}

// Values returns the values of every benchmark in one unit, in the order in which they
// were recorded. unit is a unit as solve.bench has it, such as ns/op, and the values are
// in this unit.
func (r *Run) Values(unit string) map[Benchmark][]float64 {
	factor, tidy := benchunit.Tidy(1, unit)
	out := map[Benchmark][]float64{}
	for _, res := range r.Results {
		b, _ := ParseName(res.Name)
		if v, ok := res.Value(tidy); ok {
			out[b] = append(out[b], v/factor)
		}
	}
	return out
}

// Incomparable returns a sentence for each of ConfigKeys in which the runs differ.
func Incomparable(runs []*Run) []string {
	var out []string
	for _, key := range ConfigKeys {
		seen := map[string]string{}
		var first, other string
		for _, run := range runs {
			for _, res := range run.Results {
				v := res.GetConfig(key)
				if v == "" || seen[v] != "" {
					continue
				}
				seen[v] = run.Label
				if first == "" {
					first = v
				} else if other == "" {
					other = v
				}
			}
		}
		if other != "" {
			out = append(out, fmt.Sprintf("the runs differ in %s: %q and %q", key, first, other))
		}
	}
	return out
}
