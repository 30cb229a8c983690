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
)

// Run is a recorded run, or a bare file: a file in the Go benchmark format without the folder of a run. A recorded run
// has one origin, or several origins if it was merged. A bare file has none.
type Run struct {
	Label    string // as the user named it
	Dir      string // its folder; "" for a bare file
	Manifest *Manifest
	Origins  []*Manifest // the manifests of the shards of a merged run; otherwise Manifest itself
	Results  []*Result
	Sampled  []Benchmark // the benchmark of each sample, in the order in which they were recorded
	Warnings []string    // what was odd, but did not prevent reading

	// Part is set if a bare file has lines of several configurations, each of which becomes a run. It says what the
	// lines of this run have in common, for example " (cpu: A)".
	Part string

	// OneByOne says that this is a bare file without rounds: all samples of one benchmark come before the samples of
	// the next one, as go test -bench -count writes them. The first sample of one benchmark and the first sample of
	// another one were then taken at different times. Their ratio means nothing, because the machine may have become
	// slower in between.
	OneByOne bool

	waited  float64 // how long solvers waited for a processor, see waiting; 0 if it was not computed yet
	byPath  bool    // its Name is its path, because another run has the same name
	shards  []*Run  // the shards of a merged run, until it is written
	content digest  // digest of the samples
	failed  string  // the place in a bare file where go test says that something failed
}

// Name returns a short name for people: the last part of its path. If this would also be the name of another run, Name
// returns the whole path.
func (r *Run) Name() string {
	if r.byPath {
		return r.Label + r.Part
	}
	return filepath.Base(r.Label) + r.Part
}

// The arms of a comparison. Each is a run of its own.
const OldArm, NewArm = "old", "new"

// InHistory reports whether a run has a place in the history of a solver, in which runs are ordered by the time of
// their start. A bare file has no place, because nobody knows when it was made. Recorded runs have a place, except some
// runs of comparisons. A comparison records two runs, which are called its old arm and its new arm:
//   - The old arm has no place. It measures an old revision, but it was started at the time of the comparison, so it
//     would come too late in the history.
//   - If two programs were compared, both arms have no place. Both programs are called "program", so the arms do not
//     belong to the history of one program.
func (r *Run) InHistory() bool {
	if r.Manifest == nil || r.Manifest.Arm == OldArm {
		return false
	}
	return r.Manifest.Arm == "" || !slices.ContainsFunc(r.Results, func(r *Result) bool { return r.Process })
}

// readFound reads all runs at a path (Find, Read).
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

// Read reads the folder of a run, or a .bench file. If another version of gridjudge recorded the run, only its samples
// are read, as a bare file, and the run gets a warning.
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

// readFolder reads the results and the samples of a run in a folder.
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
		if asked := m.Wanted(); asked > 1 && r.Solutions == 0 && !r.Process { // an older gridjudge did not record it
			r.Solutions = asked
		}
		r.completeStart()
		if info, err := os.Stat(filepath.Join(dir, CarriedName(r.Set))); err == nil && info.Mode().IsRegular() {
			r.Carried = CarriedName(r.Set)
		}
		if i, again := at[r.Benchmark]; again { // a second line says that it failed after it was accepted, or what its start took
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
	SettleStarts(run.Results)
	for _, r := range run.Results {
		if rounds := run.Origins[r.Origin].Rounds; m.Verb == "bench" && !m.Ended.IsZero() && r.Accepted() && len(r.Samples) != rounds {
			run.warn("%s has %d samples of %d rounds: the record is damaged", r.Benchmark, len(r.Samples), rounds)
		}
	}
	return run, nil
}

// damage returns an error if a result does not fit the run, which shows that the record is damaged.
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
	process := map[string]bool{} // the line of a program that was not timed does not say that it is a program
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

// readLines reads a file of JSON values, one on each line. A missing file has no lines. A last line without a newline
// does not count, because a kill left it. Errors name file and line.
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

// Config returns a value of the configuration that the lines of the run have, such as goos or cpu; "" if there is no
// such line.
func (r *Run) Config(key string) string {
	for _, res := range r.Results {
		if res.config != nil { // an accepted benchmark that is not measured yet has no line
			return res.value(key)
		}
	}
	return ""
}

// Find lists the paths of runs. If the given path is a file or the folder of a run, the list contains only this path.
// Otherwise the path is a folder that contains runs, and Find lists the folders of these runs. It also looks one level
// deeper: for example, in the folder results, it finds the runs results/RUN and results/baseline/RUN.
func Find(path string) (runs []string, err error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("%w; want a run: a folder that gridjudge bench or judge recorded (--out), or a file of go test -bench", err)
	}
	if _, err := os.Stat(filepath.Join(path, SamplesFile)); err == nil || !info.IsDir() {
		return []string{path}, nil
	}
	for _, level := range []string{"*/", "*/*/"} {
		// The path may have any characters, so it must not be a part of the pattern. A folder without a manifest is the
		// folder of a run that was killed before it began.
		found, _ := fs.Glob(os.DirFS(path), level+ManifestFile) // the only error is a bad pattern
		for _, manifest := range found {
			dir := filepath.Join(path, filepath.Dir(filepath.FromSlash(manifest)))
			if _, err := os.Stat(filepath.Join(dir, SamplesFile)); err == nil { // the record of an experiment does not have it
				runs = append(runs, dir)
			}
		}
	}
	if len(runs) == 0 {
		return nil, fmt.Errorf("%s: there is no run in this folder: a run is a folder with %s, which gridjudge bench makes", path, ManifestFile)
	}
	return runs, nil
}
