package results

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"

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

// ReadRun reads a run's folder or a .bench file. A last line without an end is
// a sample in flight when the writer was killed and does not count; a file
// without any line of bench is an error.
func ReadRun(path string) (*Run, error) {
	run := &Run{Label: path}
	file := path
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		file = filepath.Join(path, SamplesFile)
		run.Manifest, err = ReadManifest(path)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	if whole := bytes.LastIndexByte(data, '\n') + 1; whole < len(data) {
		run.Warnings = append(run.Warnings, fmt.Sprintf("%s: its last line is cut short and was left out", path))
		data = data[:whole]
	}
	foreign := 0
	reader := new(benchfmt.Reader)
	reader.Reset(bytes.NewReader(data), file, ".file", path)
	for reader.Scan() {
		switch rec := reader.Result().(type) {
		case *benchfmt.SyntaxError:
			return nil, fmt.Errorf("%w: is it in the Go benchmark format?", rec)
		case *benchfmt.Result:
			if _, ok := ParseName(rec.Name); !ok {
				foreign++
				continue
			}
			if err := plausible(rec); err != nil {
				return nil, err
			}
			run.Results = append(run.Results, rec.Clone())
		}
	}
	if err := reader.Err(); err != nil {
		return nil, err
	}
	if run.Manifest != nil {
		run.sort()
	}
	if len(run.Results) == 0 {
		return nil, fmt.Errorf("%s:1: no line of Benchmark%s in it: is it a file that `gridjudge bench` or `go test -bench` wrote?", file, BaseName)
	}
	if run.Manifest != nil && run.Manifest.Ended.IsZero() {
		run.Warnings = append(run.Warnings, fmt.Sprintf("%s: the run has not ended: it goes on, or was cut short (gridjudge bench --resume goes on with it)", path))
	}
	if foreign > 0 {
		run.Warnings = append(run.Warnings, fmt.Sprintf("%s: %d lines of other benchmarks were left out", path, foreign))
	}
	return run, nil
}

// plausible rejects values that nothing measured can have. The statistics would
// not end with some of them.
func plausible(res *benchfmt.Result) error {
	file, line := res.Pos()
	for _, v := range res.Values {
		switch {
		case math.IsNaN(v.Value) || math.IsInf(v.Value, 0) || v.Value < 0:
			return fmt.Errorf("%s:%d: %g %s: want a finite number that is not negative", file, line, v.Value, v.Unit)
		case v.Value == 0 && v.Unit == "sec/op":
			return fmt.Errorf("%s:%d: a pass cannot have taken no time", file, line)
		}
	}
	return nil
}

// sort puts the results into the order of the run's cells; those of one cell
// stay in the order of their rounds.
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

// Provenance says in one line what a run was made of, on what, and how.
func (r *Run) Provenance() string {
	if a := r.Manifest; a != nil {
		commit := a.Commit
		if len(commit) > 12 {
			commit = commit[:12]
		}
		if a.Dirty {
			commit += " with changes"
		}
		return fmt.Sprintf("%s: commit %s, %s, %d cores, %s/%s, %s, %d rounds in samples of at least %v",
			filepath.Base(r.Label), commit, a.Machine.CPU, a.Machine.Cores, a.Machine.GOOS, a.Machine.GOARCH, a.Machine.Go, a.Rounds, a.MinTime)
	}
	line := filepath.Base(r.Label) + ":"
	for _, key := range []string{"cpu", "goos", "goarch", "goversion"} {
		if v := r.Results[0].GetConfig(key); v != "" {
			line += " " + v
		}
	}
	return line
}

// Values are the values of every cell in one unit, in their order of recording.
// The unit may be given as it is written (ns/op) and the values are in it.
func (r *Run) Values(unit string) map[Benchmark][]float64 {
	factor, tidy := benchunit.Tidy(1, unit)
	out := map[Benchmark][]float64{}
	for _, res := range r.Results {
		cell, _ := ParseName(res.Name)
		if v, ok := res.Value(tidy); ok {
			out[cell] = append(out[cell], v/factor)
		}
	}
	return out
}

// Incomparable says in which configuration keys runs differ.
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
