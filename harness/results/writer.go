package results

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"time"

	"gridjudge/harness/judge"
	"gridjudge/harness/machine"
)

// Writer records a run: in its folder, which no other process writes to until Close. A kill at any moment loses at most
// the line that is being written.
type Writer struct {
	Dir      string
	Manifest *Manifest

	judged, samples, cases appender
	procs                  string
	begun                  map[Benchmark]bool // benchmarks with a block of this process
}

// File is the destination of lines: an *os.File, or a failing one in a test.
type File interface {
	io.WriteCloser
	Truncate(size int64) error
}

// appender appends whole lines to a file, each with one write, so that a kill at
// any moment loses at most the last line. A write that fails half-way is undone.
type appender struct {
	file File
	size int64
}

// append appends all of data with one write, or nothing.
func (a *appender) append(data []byte) error {
	n, err := a.file.Write(data)
	if err == nil && n < len(data) {
		err = io.ErrShortWrite
	}
	if err != nil {
		if undo := a.file.Truncate(a.size); undo != nil {
			return fmt.Errorf("%w; and the half-written line could not be removed: %v", err, undo)
		}
		return err
	}
	a.size += int64(n)
	return nil
}

func (a *appender) appendJSON(line any) error {
	data, err := json.Marshal(line)
	if err != nil {
		return err
	}
	return a.append(append(data, '\n'))
}

// Create makes a new folder for a run below parent. If it fails, it leaves nothing.
func Create(parent string, m *Manifest) (*Writer, error) {
	if err := os.MkdirAll(parent, 0o777); err != nil {
		return nil, err
	}
	dir, err := makeDir(filepath.Join(parent, m.dirName()))
	if err != nil {
		return nil, err
	}
	w := newWriter(dir)
	w.Manifest = m
	err = m.Save(dir)
	if err == nil {
		err = w.open()
	}
	if err == nil {
		err = w.samples.append(head(m.Machine.Config(m.Plan.corpus())))
	}
	if err != nil {
		return nil, errors.Join(err, w.Discard())
	}
	return w, nil
}

func newWriter(dir string) *Writer {
	return &Writer{Dir: dir, procs: strconv.Itoa(runtime.GOMAXPROCS(0)), begun: map[Benchmark]bool{}}
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

// open opens the files of a run. It locks the first one before it looks at any: another writer may append.
func (w *Writer) open() error {
	for i, a := range []*appender{&w.judged, &w.samples, &w.cases} {
		path := filepath.Join(w.Dir, []string{JudgedFile, SamplesFile, caseLinesFile}[i])
		f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o666)
		if err != nil {
			return err
		}
		a.file = f
		if i > 0 {
			continue
		}
		alone, err := lock(f)
		if err == nil && !alone {
			err = fmt.Errorf("%s: another gridjudge is writing to this run: wait until it ends, or interrupt it first", w.Dir)
		}
		if err == nil && w.Manifest == nil { // of a run that another process may have ended until now
			w.Manifest, err = unfinished(w.Dir)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// unfinished reads the manifest of a run that can be resumed.
func unfinished(dir string) (*Manifest, error) {
	m, err := ReadManifest(dir)
	if err == nil && !m.Ended.IsZero() {
		err = fmt.Errorf("%s: %w", dir, ErrComplete)
	}
	return m, err
}

// ErrComplete is the error of a run that needs no resuming.
var ErrComplete = errors.New("the run is complete")

// Resume opens an unfinished run, and returns what it has recorded. It cuts the files after their last whole line.
func Resume(dir string) (*Writer, *Run, error) {
	w := newWriter(dir)
	if _, err := unfinished(dir); err != nil {
		return nil, nil, err
	}
	if err := w.open(); err != nil {
		return nil, nil, errors.Join(err, w.Close())
	}
	run, err := w.resume()
	if err != nil {
		return nil, nil, errors.Join(err, w.Close())
	}
	w.Manifest.Resumed++
	return w, run, nil
}

func (w *Writer) resume() (run *Run, err error) {
	if err := removeTemporary(w.Dir); err != nil {
		return nil, err
	}
	if run, err = readFolder(w.Dir, w.Manifest); err != nil {
		return nil, err
	}
	for i, a := range []*appender{&w.judged, &w.samples, &w.cases} {
		path := filepath.Join(w.Dir, []string{JudgedFile, SamplesFile, caseLinesFile}[i])
		if a.size, err = readLines(path, func([]byte) error { return nil }); err != nil {
			return nil, err
		}
		if err := a.file.Truncate(a.size); err != nil {
			return nil, err
		}
	}
	return run, w.complete(run)
}

// complete writes what a kill has left out of solve.bench: its head, and lines of benchmarks that are judged and have
// no samples.
func (w *Writer) complete(run *Run) error {
	if head := head(w.Manifest.Machine.Config(w.Manifest.Plan.corpus())); w.samples.size < int64(len(head)) {
		if err := w.samples.file.Truncate(0); err != nil {
			return err
		}
		w.samples.size = 0
		if err := w.samples.append(head); err != nil {
			return err
		}
	}
	for _, r := range run.Results {
		if !r.Accepted() && !run.untimed[r] {
			if err := w.samples.append(r.line(nil, w.procs)); err != nil {
				return err
			}
		}
	}
	return nil
}

// readLines passes the whole lines of a file to visit and returns their size in bytes. A last line without a newline,
// which a kill left, does not count. Errors name file and line.
func readLines(path string, visit func(line []byte) error) (size int64, err error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return 0, err
	}
	n := 0
	for line := range bytes.Lines(data) {
		if n++; line[len(line)-1] != '\n' {
			break
		}
		if err := visit(line); err != nil {
			return 0, fmt.Errorf("%s:%d: %w", path, n, err)
		}
		size += int64(len(line))
	}
	return size, nil
}

// Block records values of the cases of a block of the judged pass.
func (w *Writer) Block(r *Result, k *judge.Columns) error {
	c := casesOf(r.Benchmark, k, r.Process)
	c.First = !w.begun[r.Benchmark]
	w.begun[r.Benchmark] = true
	return w.cases.appendJSON(c)
}

// Judged records the result of judging a benchmark, or that an accepted one failed later (Result.Dropped). One that is
// not accepted also has a line in solve.bench, for benchstat.
func (w *Writer) Judged(r *Result) error {
	if err := w.judged.appendJSON(r); err != nil {
		return err
	}
	if r.Accepted() {
		return nil
	}
	return w.samples.append(r.line(nil, w.procs))
}

// Sampled records a sample. ns are the times of its cases, if they are known.
func (w *Writer) Sampled(r *Result, s *Sample, ns []int64) error {
	if len(ns) > 0 {
		if err := w.cases.appendJSON(&Cases{Benchmark: r.Benchmark, Round: s.Round + 1, NS: ns}); err != nil {
			return err
		}
	}
	w.Manifest.Forced += s.Forced
	return w.samples.append(r.line(s, w.procs))
}

// Save writes the manifest.
func (w *Writer) Save() error { return w.Manifest.Save(w.Dir) }

// End ends the run: no line follows. cases.jsonl becomes cases.json.gz, which has the median time of every case.
func (w *Writer) End() error {
	path := filepath.Join(w.Dir, caseLinesFile)
	lines, err := readCaseLines(path)
	if err != nil {
		return err
	}
	if err := writeCases(filepath.Join(w.Dir, CasesFile), medians(lines)); err != nil {
		return err
	}
	w.Manifest.Ended, w.Manifest.Load[1] = time.Now().UTC(), machine.Load()
	if err := w.Save(); err != nil { // now it has an end, and is not resumed any more
		return err
	}
	return errors.Join(w.cases.file.Close(), os.Remove(path))
}

// Close closes the files.
func (w *Writer) Close() (err error) {
	for _, a := range []*appender{&w.cases, &w.samples, &w.judged} {
		if a.file == nil {
			continue
		}
		if closed := a.file.Close(); !errors.Is(closed, fs.ErrClosed) {
			err = errors.Join(err, closed)
		}
	}
	return err
}

// Empty reports whether no benchmark is recorded.
func (w *Writer) Empty() bool { return w.judged.size == 0 }

// Discard removes a run in which nothing was recorded.
func (w *Writer) Discard() error { return errors.Join(w.Close(), os.RemoveAll(w.Dir)) }

// Fact appends what a run of a program showed to the facts of the recorded run, at once: an interrupt must not lose it.
func (w *Writer) Fact(record any) error {
	file, err := os.OpenFile(filepath.Join(w.Dir, FactsFile), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	return errors.Join(json.NewEncoder(file).Encode(record), file.Close())
}
