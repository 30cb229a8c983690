package results

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchunit"

	"gridjudge/harness/machine"
)

// Run is a recorded run. A merged one has several parts. A bare file in the Go benchmark format has none.
type Run struct {
	Label    string // as the user named it
	Dir      string // its folder; "" for a bare file
	Manifest *Manifest
	Parts    []*Manifest
	Results  []*Result
	Sampled  []Benchmark // the benchmark of each sample, in the order in which they were recorded
	Warnings []string    // what was odd but did not prevent reading

	config  map[*Result][]benchfmt.Config
	untimed map[*Result]bool // with a line in solve.bench that has no time
	cases   []*Cases         // of a merged run, until it is written
}

// Read reads a run's folder or a .bench file. A run of another version is read as a bare file, with a warning.
func Read(path string) (*Run, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case !info.IsDir():
		return readFile(path, path)
	}
	m, err := ReadManifest(path)
	if old := new(VersionError); errors.As(err, &old) || errors.Is(err, fs.ErrNotExist) {
		run, e := readFile(filepath.Join(path, SamplesFile), path)
		if e == nil && old.Path != "" {
			run.Warnings = append(run.Warnings, fmt.Sprintf("%s: only its samples are read: %v", path, old))
		}
		return run, e
	}
	if err != nil {
		return nil, err
	}
	run, err := readFolder(path, m)
	if err != nil {
		return nil, err
	}
	run.Warnings = append(run.Warnings, m.Notes...)
	switch {
	case !m.Ended.IsZero():
	case m.Arm != "":
		run.Warnings = append(run.Warnings, fmt.Sprintf("%s: the run has not ended: it is still measured, or it was interrupted", path))
	default:
		run.Warnings = append(run.Warnings, fmt.Sprintf("%s: the run has not ended: it is still measured, or it was interrupted (gridjudge %s --resume continues it)", path, m.Verb))
	}
	if !m.Shard.IsZero() {
		run.Warnings = append(run.Warnings, fmt.Sprintf("%s is shard %s of a run: gridjudge merge puts the shards together", path, m.Shard))
	}
	return run, nil
}

// readFolder reads the results and the samples of a run.
func readFolder(dir string, m *Manifest) (*Run, error) {
	run := &Run{Label: dir, Dir: dir, Manifest: m, Parts: m.Parts, config: map[*Result][]benchfmt.Config{}, untimed: map[*Result]bool{}}
	if len(run.Parts) == 0 {
		run.Parts = []*Manifest{m}
	}
	of := map[Benchmark]*Result{}
	if _, err := readLines(filepath.Join(dir, JudgedFile), func(line []byte) error {
		r := new(Result)
		if err := json.Unmarshal(line, r); err != nil {
			return err
		}
		if r.Part < 0 || r.Part >= len(run.Parts) {
			return fmt.Errorf("there is no part %d", r.Part)
		}
		if was := of[r.Benchmark]; was != nil {
			*was = *r // it failed after it was accepted
			return nil
		}
		of[r.Benchmark] = r
		run.Results = append(run.Results, r)
		return nil
	}); err != nil {
		return nil, err
	}
	path := filepath.Join(dir, SamplesFile)
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	cut := len(data)
	data = data[:bytes.LastIndexByte(data, '\n')+1]
	if len(data) < cut {
		run.Warnings = append(run.Warnings, fmt.Sprintf("%s: its last line is cut short and was left out", dir))
	}
	err = scan(data, path, func(line *benchfmt.Result) error {
		b, ok := parseName(line.Name)
		r := of[b]
		if !ok || r == nil {
			file, n := line.Pos()
			return fmt.Errorf("%s:%d: Benchmark%s is not a benchmark of this run", file, n, line.Name)
		}
		if run.config[r] == nil {
			run.config[r] = line.Clone().Config
		}
		if s := parse(line, r); s != nil {
			r.Samples = append(r.Samples, s)
			run.Sampled = append(run.Sampled, b)
		} else {
			run.untimed[r] = true
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, r := range run.Results {
		if r.Dropped > 0 && len(r.Samples) > 0 {
			run.Warnings = append(run.Warnings, fmt.Sprintf("%s: %s failed while it was measured; its %d samples are left out", dir, r.Benchmark, len(r.Samples)))
		}
	}
	run.sort()
	return run, nil
}

// sort puts the results into the order of the plan.
func (r *Run) sort() {
	order := map[Benchmark]int{}
	for i, b := range r.Manifest.Plan.Benchmarks(Shard{}) {
		order[b] = i
	}
	slices.SortStableFunc(r.Results, func(a, b *Result) int { return order[a.Benchmark] - order[b.Benchmark] })
}

// readFile reads a file in the Go benchmark format. It leaves out lines of other benchmarks, and a last line without a
// newline, because its writer was killed.
func readFile(path, label string) (*Run, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	run := &Run{Label: label, config: map[*Result][]benchfmt.Config{}}
	if whole := bytes.LastIndexByte(data, '\n') + 1; whole < len(data) {
		run.Warnings = append(run.Warnings, fmt.Sprintf("%s: its last line is cut short and was left out", label))
		data = data[:whole]
	}
	foreign := 0
	of := map[Benchmark]*Result{}
	if err := scan(data, path, func(line *benchfmt.Result) error {
		b, ok := parseName(line.Name)
		if !ok {
			foreign++
			return nil
		}
		r := of[b]
		if r == nil {
			r = &Result{Benchmark: b}
			of[b] = r
			run.config[r] = line.Clone().Config
			run.Results = append(run.Results, r)
		}
		describe(line, r)
		if s := parse(line, r); s != nil {
			r.Samples = append(r.Samples, s)
		} else if len(r.Samples) > 0 {
			run.Warnings = append(run.Warnings, fmt.Sprintf("%s: %s failed while it was measured; its %d samples are left out", label, b, len(r.Samples)))
			r.Samples = nil
		}
		return nil
	}); err != nil {
		return nil, err
	}
	process := map[string]bool{} // the line of a program that was not timed does not tell
	for _, r := range run.Results {
		process[r.Solver] = process[r.Solver] || r.Process
	}
	for _, r := range run.Results {
		r.Process = process[r.Solver]
	}
	if len(run.Results) == 0 {
		return nil, fmt.Errorf("%s:1: no line of Benchmark%s in it: is it a file that `gridjudge bench` or `go test -bench` wrote?", path, BaseName)
	}
	if foreign > 0 {
		run.Warnings = append(run.Warnings, fmt.Sprintf("%s: %d lines of other benchmarks were left out", label, foreign))
	}
	return run, nil
}

// Lines returns the lines of a result for filters and projections in benchstat's language: one for each sample, or one
// without a time.
func (r *Run) Lines(of *Result) (lines []*benchfmt.Result) {
	if !of.Accepted() || len(of.Samples) == 0 {
		return []*benchfmt.Result{of.Bench(-1, r.config[of], "1")}
	}
	for i := range of.Samples {
		lines = append(lines, of.Bench(i, r.config[of], "1"))
	}
	return lines
}

// Values returns the values of every accepted benchmark in one unit, in the order in which they
// were recorded. unit is a unit as solve.bench has it, such as ns/op, and the values are
// in this unit.
func (r *Run) Values(unit string) map[Benchmark][]float64 {
	out := map[Benchmark][]float64{}
	for _, res := range r.Results {
		if !res.Accepted() {
			continue
		}
		for _, s := range res.Samples {
			if v, ok := res.Value(s, unit); ok {
				out[res.Benchmark] = append(out[res.Benchmark], v)
			}
		}
	}
	return out
}

// Config returns the configuration of the lines of the run: goos, cpu and so on.
func (r *Run) Config(key string) string {
	for _, res := range r.Results {
		for _, c := range r.config[res] {
			if c.Key == key {
				return string(c.Value)
			}
		}
	}
	if r.Manifest != nil {
		return r.Manifest.Machine.Config(r.Manifest.Plan.corpus())[key]
	}
	return ""
}

// Provenance returns one line with the commit, the machine and the settings of a run.
func (r *Run) Provenance() string {
	m := r.Manifest
	if m == nil {
		line := filepath.Base(r.Label) + ":"
		for _, key := range []string{"cpu", "goos", "goarch", "goversion"} {
			if v := r.Config(key); v != "" {
				line += " " + v
			}
		}
		return line
	}
	commit := m.Plan.Commit[:min(len(m.Plan.Commit), 12)]
	if m.Plan.Dirty {
		commit += " with changes"
	}
	if m.Plan.Commit == machine.Unknown && m.Plan.Executable != "" {
		commit += " (executable " + m.Plan.Executable + ")"
	}
	line := fmt.Sprintf("%s: commit %s", filepath.Base(r.Label), commit)
	for i, part := range r.Parts {
		if i == 0 || part.Machine != r.Parts[i-1].Machine {
			line += fmt.Sprintf(", %s, %d cores, %s/%s, %s", part.Machine.CPU, part.Machine.Cores, part.Machine.GOOS, part.Machine.GOARCH, part.Machine.Go)
		}
	}
	if m.Verb == "judge" {
		return line + ", recorded by judge: each pass was timed once, without warming up"
	}
	line += fmt.Sprintf(", %d rounds", m.Plan.Rounds)
	// A sample of a program is one pass, whatever --time is.
	if m.Plan.MinTime > 0 && slices.ContainsFunc(r.Results, func(b *Result) bool { return !b.Process }) {
		line += fmt.Sprintf("; a sample of a solver is as many passes as fill %v", m.Plan.MinTime)
	}
	return line
}

// Incomparable returns a sentence for each of ConfigKeys in which the runs differ.
func Incomparable(runs []*Run) []string {
	var out []string
	for _, key := range ConfigKeys {
		var first, other string
		for _, run := range runs {
			switch v := run.Config(key); {
			case v == "":
			case first == "":
				first = v
			case v != first && other == "":
				other = v
			}
		}
		if other != "" {
			out = append(out, fmt.Sprintf("the runs differ in %s: %q and %q", key, first, other))
		}
	}
	return out
}

// Tidy returns a unit as package benchunit names it, and the factor of its values.
func Tidy(unit string) (tidy string, factor float64) {
	factor, tidy = benchunit.Tidy(1, unit)
	return tidy, factor
}
