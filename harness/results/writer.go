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

// appender appends whole lines to a file, each with one write, so that a kill at
// any moment loses at most the last line. A write that fails half-way is undone.
type appender struct {
	file interface {
		io.WriteCloser
		Truncate(size int64) error
	}
	size int64
}

// append appends all of data with one write, or nothing.
func (a *appender) append(data []byte) error {
	n, err := a.file.Write(data)
	if err != nil {
		return errors.Join(err, a.file.Truncate(a.size))
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
	if err = w.open(); err == nil {
		err = w.samples.append(head(m.Machine.Config(m.Plan.corpus())))
	}
	if err == nil {
		err = w.Save() // last: a run that can be resumed has all of its files
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
		f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR|os.O_APPEND, 0o666)
		if err != nil {
			return err
		}
		a.file = f
		if i == 0 {
			if err := lock(f); err != nil {
				return fmt.Errorf("%s: another gridjudge is writing to this run: wait until it ends, or interrupt it first (%w)", w.Dir, err)
			}
			if w.Manifest == nil { // of a run that another process may have ended until now
				if w.Manifest, err = unfinished(w.Dir); err != nil {
					return err
				}
			}
		}
		// What a kill left of a line goes.
		data, err := io.ReadAll(f)
		if err != nil {
			return err
		}
		a.size = int64(bytes.LastIndexByte(data, '\n') + 1)
		if err := f.Truncate(a.size); err != nil {
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
	if _, err := unfinished(dir); err != nil { // opening makes files
		return nil, nil, err
	}
	w := newWriter(dir)
	err := w.open()
	var run *Run
	if err == nil {
		run, err = readFolder(dir, w.Manifest)
	}
	if err != nil {
		return nil, nil, errors.Join(err, w.Close())
	}
	w.Manifest.Resumed++
	return w, run, nil
}

// Block records values of the cases of a block of the judged pass.
func (w *Writer) Block(r *Result, k *judge.Columns) error {
	c := casesOf(r.Benchmark, k, r.Process)
	c.First = !w.begun[r.Benchmark]
	w.begun[r.Benchmark] = true
	return w.cases.appendJSON(c)
}

// Judged records the result of judging a benchmark, or that an accepted one failed later (Result.Dropped). One that is
// not accepted also has a line in solve.bench. It is for benchstat alone, and a kill between the two loses
// only that.
func (w *Writer) Judged(r *Result) error {
	if err := w.judged.appendJSON(r); err != nil || r.Accepted() {
		return err
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

// End ends the run: no line follows.
func (w *Writer) End() error {
	w.Manifest.Load[1] = machine.Load()
	return w.end(time.Now().UTC())
}

// end makes cases.json.gz of cases.jsonl. It has the median time of every case.
func (w *Writer) end(at time.Time) error {
	path := filepath.Join(w.Dir, caseLinesFile)
	lines, err := readLines[Cases](path)
	if err != nil {
		return err
	}
	if err := writeCases(filepath.Join(w.Dir, CasesFile), medians(lines)); err != nil {
		return err
	}
	w.Manifest.Ended = at
	if err := w.Save(); err != nil { // now it has an end, and is not resumed any more
		return err
	}
	err = w.cases.file.Close()
	w.cases.file = nil
	return errors.Join(err, os.Remove(path))
}

// Close closes the files.
func (w *Writer) Close() (err error) {
	for _, a := range []*appender{&w.cases, &w.samples, &w.judged} {
		if a.file != nil {
			err = errors.Join(err, a.file.Close())
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
