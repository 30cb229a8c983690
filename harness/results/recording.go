package results

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"gridjudge/harness/machine"
	"gridjudge/harness/report"
)

// Recording is a run that is being written: its folder, which no other process
// writes to until Close.
type Recording struct {
	Dir      string
	Manifest *Manifest
	Done     []Benchmark // of a resumed run: the benchmark of each recorded sample, in order

	samples   *Recorder
	cases     appender
	counted   map[Benchmark]bool // benchmarks whose counters are recorded
	caseTimes *os.File           // for the times of single cases; nil: not wanted
}

// Create makes a new folder for a run below parent. If it fails, it leaves nothing.
func Create(parent string, m *Manifest) (*Recording, error) {
	if err := os.MkdirAll(parent, 0o777); err != nil {
		return nil, err
	}
	dir, err := makeDir(filepath.Join(parent, m.DirName()))
	if err != nil {
		return nil, err
	}
	r := &Recording{Dir: dir, Manifest: m}
	if err = m.Save(dir); err == nil {
		err = r.open(&tail{}, 0)
	}
	if err != nil {
		r.Discard()
		return nil, err
	}
	return r, nil
}

// makeDir makes a new folder. It appends a number to the name if the name is taken.
func makeDir(path string) (string, error) {
	dir := path
	for n := 2; ; n++ {
		err := os.Mkdir(dir, 0o777)
		if !errors.Is(err, fs.ErrExist) {
			return dir, err
		}
		dir = fmt.Sprintf("%s-%d", path, n)
	}
}

// ErrComplete is the error of a run that needs no resuming.
var ErrComplete = errors.New("the run is complete")

// Resume opens an unfinished run. It cuts the files after their last whole line and
// removes temporary files, which a killed process may have left.
func Resume(dir string) (*Recording, error) {
	if _, err := readUnfinished(dir); err != nil { // a folder that is no run gets no file
		return nil, err
	}
	// The lock comes before the look at the files: another writer may append, or end the run.
	samples, err := openLocked(filepath.Join(dir, SamplesFile))
	if err != nil {
		return nil, err
	}
	r := &Recording{Dir: dir}
	if err := r.resume(samples); err != nil {
		samples.Close()
		return nil, err
	}
	return r, nil
}

// readUnfinished reads the manifest of a run that has not ended.
func readUnfinished(dir string) (*Manifest, error) {
	m, err := ReadManifest(dir)
	if err == nil && !m.Ended.IsZero() {
		err = fmt.Errorf("%s: %w", dir, ErrComplete)
	}
	return m, err
}

func (r *Recording) resume(samples *os.File) (err error) {
	if r.Manifest, err = readUnfinished(r.Dir); err != nil {
		return err
	}
	if err := removeTemporary(r.Dir); err != nil {
		return err
	}
	t, err := readTail(filepath.Join(r.Dir, SamplesFile))
	if err != nil {
		return err
	}
	lines, size, err := readCaseLines(filepath.Join(r.Dir, caseLinesFile), len(t.benchmarks))
	switch {
	case err != nil:
		return err
	case len(lines) < len(t.benchmarks):
		return fmt.Errorf("%s: its %s has %d lines for %d samples: it cannot be resumed", r.Dir, caseLinesFile, len(lines), len(t.benchmarks))
	}
	r.counted = map[Benchmark]bool{}
	for i, line := range lines {
		if line.Benchmark() != t.benchmarks[i] {
			return fmt.Errorf("%s:%d: the line is of %s, the sample of %s: the file is not of this run",
				filepath.Join(r.Dir, caseLinesFile), i+1, report.Escape(line.Benchmark().String()), report.Escape(t.benchmarks[i].String()))
		}
		r.counted[line.Benchmark()] = true
	}
	r.Done = t.benchmarks
	return r.openAt(samples, t, size)
}

// openLocked opens a file to append to it, as its only writer.
func openLocked(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o666)
	if err != nil {
		return nil, err
	}
	alone, err := lock(f)
	if err == nil && !alone {
		err = fmt.Errorf("%s: another gridjudge is writing to this run: wait until it ends, or interrupt it first", filepath.Dir(path))
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// open opens both files of a run.
func (r *Recording) open(t *tail, size int64) error {
	r.counted = map[Benchmark]bool{}
	samples, err := openLocked(filepath.Join(r.Dir, SamplesFile))
	if err != nil {
		return err
	}
	return r.openAt(samples, t, size)
}

// openAt cuts both files and writes the head of new samples.
func (r *Recording) openAt(samples *os.File, t *tail, size int64) error {
	if err := samples.Truncate(t.size); err != nil {
		return err
	}
	cases, err := os.OpenFile(filepath.Join(r.Dir, caseLinesFile), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o666)
	if err != nil {
		return err
	}
	r.cases = appender{cases, size}
	if err := cases.Truncate(size); err != nil {
		return err
	}
	r.samples, err = NewRecorder(samples, t.size, r.Manifest.Machine.Config(r.Manifest.Corpus))
	return err
}

// Append records one sample. It writes the line of cases.jsonl before that of
// solve.bench: after a kill, every sample still has a line of cases.
func (r *Recording) Append(s *Sample) error {
	c := casesOf(s)
	b := c.Benchmark()
	if r.counted[b] && c.Round > 0 {
		c.Nodes, c.Updates, c.Verdicts = nil, nil, nil
	}
	line, err := json.Marshal(c)
	if err != nil {
		return err
	}
	if err := r.cases.append(append(line, '\n')); err != nil {
		return err
	}
	r.counted[b] = true
	return r.samples.Append(s)
}

// Save writes the manifest.
func (r *Recording) Save() error { return r.Manifest.Save(r.Dir) }

// Finish ends the run. It writes the times of single cases to the file of
// CreateCaseTimes, if there is one. In the folder of the run it replaces cases.jsonl by
// cases.json.gz, which has the median time of every case.
func (r *Recording) Finish() error {
	path := filepath.Join(r.Dir, caseLinesFile)
	lines, _, err := readCaseLines(path, -1)
	if err != nil {
		return err
	}
	if err := r.finishCaseTimes(lines); err != nil {
		return err
	}
	if err := writeCases(filepath.Join(r.Dir, CasesFile), lines); err != nil {
		return err
	}
	if !r.Manifest.Shard.IsZero() {
		if r.Manifest.Lines, err = machine.FileDigest(filepath.Join(r.Dir, SamplesFile)); err != nil {
			return err
		}
	}
	if err := r.Save(); err != nil { // now it has an end, and is not resumed any more
		return err
	}
	return errors.Join(r.cases.file.Close(), os.Remove(path))
}

// Close closes the files.
func (r *Recording) Close() error {
	err := errors.Join(r.removeCaseTimes(), r.samples.Close())
	if closed := r.cases.file.Close(); !errors.Is(closed, fs.ErrClosed) {
		err = errors.Join(err, closed)
	}
	return err
}

// Discard removes a run in which nothing has been measured.
func (r *Recording) Discard() error {
	if r.samples != nil {
		r.Close()
	}
	return os.RemoveAll(r.Dir)
}
