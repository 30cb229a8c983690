package results

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"golang.org/x/perf/benchfmt"
)

// Run is a recorded run. Its results have origins: several of a merged run, none of a bare file in the Go
// benchmark format.
type Run struct {
	Label    string // as the user named it
	Dir      string // its folder; "" for a bare file
	Manifest *Manifest
	Origins  []*Manifest // of the shards of a merged run; otherwise Manifest itself
	Results  []*Result
	Sampled  []Benchmark // the benchmark of each sample, in the order in which they were recorded
	Warnings []string    // what was odd but did not prevent reading

	// Part says what the lines of the run have in common, if a bare file has lines of several configurations:
	// " (cpu: A)".
	Part string

	// OneByOne: a bare file in which all samples of one benchmark were taken before those of the next, as go test -bench
	// -count does it. Such samples are no rounds, and their ratios mean nothing: a drift of the machine lies between two
	// benchmarks.
	OneByOne bool

	shards  []*Run // that a merged run is of, until it is written
	content digest // of the samples
	failed  string // of a bare file: the place where go test says that something failed
}

// The arms of a comparison.
const OldArm, NewArm = "old", "new"

// InHistory reports whether a run has a place among others by its start: that of a bare file is not known, and the old
// arm of a comparison is of older sources than its start.
func (r *Run) InHistory() bool { return r.Manifest != nil && r.Manifest.Arm != OldArm }

// readFound reads the runs at a path (Find, Read).
func readFound(path string) (runs []*Run, err error) {
	dirs, err := Find(path)
	for _, dir := range dirs {
		run, err := Read(dir)
		if err != nil {
			return nil, err
		}
		runs = append(runs, run)
	}
	return runs, err
}

// Read reads a run's folder or a .bench file. A run of another version is read as a bare file, with a warning.
func Read(path string) (*Run, error) {
	run := &Run{Label: path}
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		return run.readBare(path)
	}
	m, err := ReadManifest(path)
	switch {
	case errors.Is(err, errVersion):
		run.warn("only its samples are read: %v", err)
		return run.readBare(filepath.Join(path, SamplesFile))
	case errors.Is(err, fs.ErrNotExist):
		return run.readBare(filepath.Join(path, SamplesFile))
	case err != nil:
		return nil, err
	}
	if run, err = readFolder(path, m); err != nil {
		return nil, err
	}
	run.Warnings = append(run.Warnings, m.Notes...)
	if m.Ended.IsZero() {
		run.warn("the run has not ended: it is still measured, or it was interrupted")
	}
	if !m.Shard.IsZero() {
		run.Warnings = append(run.Warnings, fmt.Sprintf("%s is shard %s of a run: gridjudge merge puts the shards together", path, m.Shard))
	}
	return run, nil
}

func (r *Run) warn(format string, args ...any) {
	r.Warnings = append(r.Warnings, r.Label+": "+fmt.Sprintf(format, args...))
}

// readFolder reads the results and the samples of a run.
func readFolder(dir string, m *Manifest) (*Run, error) {
	run := &Run{Label: dir, Dir: dir, Manifest: m, Origins: m.Origins}
	if len(run.Origins) == 0 {
		run.Origins = []*Manifest{m}
	}
	judged, err := readLines[Result](filepath.Join(dir, JudgedFile))
	if err != nil {
		return nil, err
	}
	at, known := map[Benchmark]int{}, m.Plan.Benchmarks(Shard{})
	for i, r := range judged {
		r.asked = &m.Request
		if err := r.damage(run, known); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", filepath.Join(dir, JudgedFile), i+1, err)
		}
		if asked := m.Wanted(); asked > 1 && r.Solutions == 0 && !r.Process { // of an older gridjudge
			r.Solutions = asked
		}
		r.completeStart()
		if info, err := os.Stat(filepath.Join(dir, CarriedName(r.Set))); err == nil && info.Mode().IsRegular() {
			r.Carried = CarriedName(r.Set)
		}
		if i, again := at[r.Benchmark]; again { // it failed after it was accepted
			run.Results[i] = r
			continue
		}
		at[r.Benchmark] = len(run.Results)
		run.Results = append(run.Results, r)
	}
	if err := run.readSamples(filepath.Join(dir, SamplesFile), false); err != nil {
		return nil, err
	}
	run.sort()
	for _, r := range run.Results {
		if rounds := run.Origins[r.Origin].Rounds; m.Verb == "bench" && !m.Ended.IsZero() && r.Accepted() && len(r.Samples) != rounds {
			run.warn("%s has %d samples of %d rounds: the record is damaged", r.Benchmark, len(r.Samples), rounds)
		}
	}
	return run, nil
}

// damage returns an error if a result cannot be one of the run.
func (r *Result) damage(run *Run, known []Benchmark) error {
	switch {
	case !slices.Contains(known, r.Benchmark):
		return fmt.Errorf("%s is not a benchmark of this run", r.Benchmark)
	case r.Origin < 0 || r.Origin >= len(run.Origins):
		return fmt.Errorf("%s is of part %d, and the run has %d", r.Benchmark, r.Origin, len(run.Origins))
	case r.Accepted() && r.Passed != r.Cases:
		return fmt.Errorf("%s is accepted, with %d of %d cases", r.Benchmark, r.Passed, r.Cases)
	}
	return nil
}

// sort puts the results into the order of the plan.
func (r *Run) sort() {
	order := map[Benchmark]int{}
	for i, b := range r.Manifest.Plan.Benchmarks(Shard{}) {
		order[b] = i
	}
	slices.SortStableFunc(r.Results, func(a, b *Result) int { return order[a.Benchmark] - order[b.Benchmark] })
}

// readBare reads a file in the Go benchmark format.
func (r *Run) readBare(path string) (*Run, error) {
	if err := r.readSamples(path, true); err != nil {
		return nil, err
	}
	if len(r.Results) == 0 {
		return nil, fmt.Errorf("%s:1: no line of Benchmark%s in it that names problem, set and solver: want Benchmark%s/problem=P/set=S/solver=NAME, as `gridjudge bench` and `go test -bench` write it", path, BaseName, BaseName)
	}
	process := map[string]bool{} // the line of a program that was not timed does not tell
	for _, res := range r.Results {
		process[res.Solver] = process[res.Solver] || res.Process
	}
	for _, res := range r.Results {
		res.Process = process[res.Solver]
		res.completeStart()
		if wanted := res.asked.Wanted(); wanted > 1 && !res.Process {
			res.Solutions = wanted
		}
	}
	return r, nil
}

// lineKey is the key of a sample. In the record of a run, the benchmark is known by its name. In a bare file, a line
// belongs to what it says itself and to the configuration before it.
type lineKey struct {
	Benchmark
	procs, configuration string
}

// readSamples reads a file in the Go benchmark format. It leaves out a last line without a newline, because its writer
// was killed. If the file is bare, its lines make the results, and lines of other benchmarks are left out.
func (r *Run) readSamples(path string, bare bool) error {
	read := readRegular
	if path == r.Label { // the user may name a pipe
		read = os.ReadFile
	}
	data, err := read(path)
	if err != nil {
		return err
	}
	r.content = sha256.Sum256(data)
	if bare {
		var first int
		if data, first = markFailures(data); first > 0 {
			r.failed = fmt.Sprintf("%s:%d", path, first)
			r.warn("go test failed: see line %d", first)
		}
	}
	whole := bytes.LastIndexByte(data, '\n') + 1
	if whole < len(data) {
		r.warn("its last line is cut short and was left out")
	}
	known := map[lineKey]*Result{}
	for _, res := range r.Results {
		known[lineKey{Benchmark: res.Benchmark}] = res
	}
	foreign := 0
	var failures []*Result
	reader := new(benchfmt.Reader)
	reader.Reset(bytes.NewReader(data[:whole]), path, ".file", path)
	for reader.Scan() {
		if wrong, ok := reader.Result().(*benchfmt.SyntaxError); ok {
			return fmt.Errorf("%w: is it in the Go benchmark format?", wrong)
		}
		line, ok := reader.Result().(*benchfmt.Result)
		if !ok {
			continue
		}
		file, n := line.Pos()
		b, procs, ok := readBenchmark(line.Name)
		_, fails := line.Value(unitFailed)
		if bare && !ok {
			if !fails {
				foreign++
			}
			continue
		}
		of, config := written(line), line.Clone().Config
		new := &Result{Benchmark: b, procs: procs, config: config}
		key := lineKey{Benchmark: b}
		if bare {
			key.procs, key.configuration = procs, new.configuration()
			if err := new.readAsked(); err != nil {
				return fmt.Errorf("%s:%d: %w", file, n, err)
			}
		}
		if bare && fails {
			new.failure = fmt.Sprintf("it failed: %s:%d", file, n)
			failures = append(failures, new)
			continue
		}
		if err := checkLine(line, of); err != nil {
			return err
		}
		res := known[key]
		switch {
		case res == nil && !bare:
			return fmt.Errorf("%s:%d: Benchmark%s is not a benchmark of this run", file, n, line.Name)
		case res == nil:
			res = new
			res.readFirst(of)
			known[key] = res
			r.Results = append(r.Results, res)
		case res.config == nil:
			res.config, res.procs = config, procs
		}
		if bare { // its lines may differ in what they solved: the worst counts
			res.setSolved(min(res.Passed, res.solvedIn(of)))
		}
		switch s := readSample(of, line.Iters, len(res.Samples)); {
		case s != nil:
			res.Samples = append(res.Samples, s)
			r.Sampled = append(r.Sampled, b)
		case bare:
			res.readUntimed(of)
		}
	}
	r.OneByOne = bare && oneByOne(r.Sampled)
	r.applyFailures(failures)
	if foreign > 0 {
		r.warn("%d lines of other benchmarks were left out", foreign)
	}
	for _, res := range r.Results {
		if !res.Accepted() && len(res.Samples) > 0 {
			r.warn("%s failed while it was measured; its %d samples are left out", res.Benchmark, len(res.Samples))
		}
	}
	return reader.Err()
}

// oneByOne reports whether there are benchmarks with several samples, and all samples of each follow each other.
func oneByOne(sampled []Benchmark) bool {
	repeated, last := false, map[Benchmark]int{}
	for i, b := range sampled {
		before, seen := last[b]
		if seen && before < i-1 {
			return false
		}
		repeated, last[b] = repeated || seen, i
	}
	return repeated
}

// readLines reads the whole lines of a file of JSON values; none if there is no file. A last line without a newline,
// which a kill left, does not count. Errors name file and line.
func readLines[T any](path string) (lines []*T, err error) {
	data, err := readRegular(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for line := range bytes.Lines(data[:bytes.LastIndexByte(data, '\n')+1]) {
		v := new(T)
		lines = append(lines, v)
		if err := json.Unmarshal(line, v); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, len(lines), err)
		}
	}
	return lines, nil
}

// Config returns the configuration of the lines of the run: goos, cpu and so on; "" if it has no line.
func (r *Run) Config(key string) string {
	for _, res := range r.Results {
		if res.config != nil { // else it is accepted, and not measured yet
			return res.value(key)
		}
	}
	return ""
}

// Find lists the runs at a path. If the path is a file or the folder of a run, the list
// is the path itself. Otherwise it is the folders of runs in it or one level below, such
// as results/ and results/baseline/.
func Find(path string) (runs []string, err error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("%w; want a run: a folder that gridjudge bench or judge recorded (--out), or a file of go test -bench", err)
	}
	if _, err := os.Stat(filepath.Join(path, SamplesFile)); err == nil || !info.IsDir() {
		return []string{path}, nil
	}
	for _, level := range []string{"*/", "*/*/"} {
		// The name of the folder may have any characters. Without a manifest a run was killed before it began.
		found, _ := fs.Glob(os.DirFS(path), level+ManifestFile) // the only error is a bad pattern
		for _, manifest := range found {
			dir := filepath.Join(path, filepath.Dir(filepath.FromSlash(manifest)))
			if _, err := os.Stat(filepath.Join(dir, SamplesFile)); err == nil { // else it is the record of an experiment
				runs = append(runs, dir)
			}
		}
	}
	if len(runs) == 0 {
		return nil, fmt.Errorf("%s: there is no run in this folder: a run is a folder with %s, which gridjudge bench makes", path, ManifestFile)
	}
	return runs, nil
}
