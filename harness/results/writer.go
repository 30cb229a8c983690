package results

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"syscall"
	"time"

	"gridjudge/harness/judge"
	"gridjudge/harness/machine"
)

// Writer records a run in its folder. No other process can write to the folder until Close. If this process is killed,
// at any moment, at most the line that it is writing is lost.
type Writer struct {
	Dir      string
	Manifest *Manifest

	judged, samples, cases, facts appender

	procs   string
	begun   map[Benchmark]bool // benchmarks with a block that this process has recorded
	counted map[string]bool    // units of counters whose metadata this process has written
}

// appender appends whole lines to a file. It writes each line in one piece, so that a kill at any moment loses at most
// the last line. If a write fails half-way, appender undoes it.
type appender struct {
	file interface {
		io.WriteCloser
		Truncate(size int64) error
	}
	size int64
}

// append appends all of data in one piece, or nothing.
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
	if parent == "-" {
		return nil, fmt.Errorf("a run is a folder, and - is none: %w", syscall.ENOTDIR)
	}
	if err := os.MkdirAll(parent, 0o777); err != nil {
		return nil, err
	}
	dir := filepath.Join(parent, m.dirName())
	err := os.Mkdir(dir, 0o777)
	for n := 2; errors.Is(err, fs.ErrExist); n++ {
		dir = filepath.Join(parent, fmt.Sprintf("%s-%d", m.dirName(), n))
		err = os.Mkdir(dir, 0o777)
	}
	if err != nil {
		return nil, err
	}
	w := newWriter(dir)
	w.Manifest = m
	if err = w.open(os.O_CREATE | os.O_EXCL); err == nil {
		err = w.samples.append(m.head())
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
	return &Writer{Dir: dir, procs: strconv.Itoa(runtime.GOMAXPROCS(0)), begun: map[Benchmark]bool{}, counted: map[string]bool{}}
}

// open opens the files of a run. It locks the run before it reads any of them, because another writer may still append.
func (w *Writer) open(flags int) error {
	for i, a := range []*appender{&w.judged, &w.samples, &w.cases, &w.facts} {
		path := filepath.Join(w.Dir, []string{JudgedFile, SamplesFile, caseLinesFile, FactsFile}[i])
		f, err := os.OpenFile(path, os.O_RDWR|os.O_APPEND|flags, 0o666)
		if err != nil {
			return err
		}
		a.file = f
		if i == 0 {
			if err := w.lock(f); err != nil {
				return fmt.Errorf("%s: %w", w.Dir, err)
			}
		}
		// Cut off the part of a line that a kill has left.
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

// lock locks the run with the lock of one of its files. If the run is resumed, lock then reads the manifest. It does
// not read the manifest earlier, because another process may write it until the run is locked.
func (w *Writer) lock(f *os.File) (err error) {
	if err := lock(f); err != nil {
		return fmt.Errorf("another gridjudge is writing to this run: wait until it ends, or interrupt it first (%w)", err)
	}
	if w.Manifest == nil {
		if w.Manifest, err = ReadManifest(w.Dir); err == nil && !w.Manifest.Ended.IsZero() {
			err = errComplete
		}
	}
	return err
}

var errComplete = errors.New("the run is complete")

// Resume opens an unfinished run, so that more can be recorded, and returns what has been recorded so far. It removes
// what the interrupted process has left half done:
//   - the beginning of a line at the end of a file;
//   - the facts of processes whose benchmark has no final result yet. (Such a benchmark will be judged again, with all
//     its repeats.)
func Resume(dir string) (w *Writer, run *Run, err error) {
	w = newWriter(dir)
	if err = w.open(0); err == nil {
		run, err = readFolder(dir, w.Manifest)
	}
	if err == nil {
		err = w.keepFacts(run)
	}
	if err != nil {
		return nil, nil, errors.Join(err, w.Close())
	}
	w.Manifest.Resumed++
	return w, run, nil
}

// keepFacts drops the facts of all processes except those whose benchmark has a final result.
func (w *Writer) keepFacts(run *Run) error {
	done := map[Benchmark]bool{}
	for _, r := range run.Results {
		done[r.Benchmark] = !r.Awaits(1, w.Manifest)
	}
	facts, err := factsOf(w.Dir, done)
	var data []byte
	for _, fact := range facts {
		data = append(append(data, *fact...), '\n')
	}
	if err != nil || int64(len(data)) == w.facts.size {
		return err
	}
	path := filepath.Join(w.Dir, FactsFile)
	if err := errors.Join(w.facts.file.Close(), WriteFile(path, data)); err != nil {
		return err
	}
	w.facts.size = int64(len(data))
	w.facts.file, err = os.OpenFile(path, os.O_RDWR|os.O_APPEND, 0)
	return err
}

// factsOf returns the facts of the processes of some benchmarks.
func factsOf(dir string, of map[Benchmark]bool) (kept []*json.RawMessage, err error) {
	facts, err := readLines[json.RawMessage](filepath.Join(dir, FactsFile))
	for _, fact := range facts {
		var about struct{ Set, Contestant string }
		if err == nil {
			err = json.Unmarshal(*fact, &about)
		}
		if of[Benchmark{about.Set, about.Contestant}] {
			kept = append(kept, fact)
		}
	}
	return kept, err
}

// Block records the values of some cases of the judged pass: the cases of a block.
func (w *Writer) Block(r *Result, k *judge.Columns) error {
	c := &Cases{Benchmark: r.Benchmark, First: !w.begun[r.Benchmark] || k.Anew}
	w.begun[r.Benchmark] = true
	if len(k.NS) > 0 && slices.Max(k.NS) > 0 {
		c.NS = k.NS
	}
	if !r.Process || len(r.Counted(judge.CounterNodes)) > 0 { // else some case of a program may lack nodes
		c.Nodes, c.Updates = k.Nodes, k.Updates
	}
	for _, v := range k.Verdicts {
		if n := len(c.Verdicts); n > 0 && c.Verdicts[n-1].Verdict == v {
			c.Verdicts[n-1].N++
		} else {
			c.Verdicts = append(c.Verdicts, VerdictRun{v, 1})
		}
	}
	return w.cases.appendJSON(c)
}

// Judged records the result of judging a benchmark as a line of judged.jsonl. If an accepted contestant fails later,
// while it is measured, Judged is called again, and adds a second line (see Result.Drop).
//
// If the result is not accepted, Judged also adds a line without a time to solve.bench. If this process is killed
// before it has written that line, little is lost, because only benchstat needs that line.
func (w *Writer) Judged(r *Result) error {
	recorded := *r
	recorded.File = Relative(r.File)
	if err := w.judged.appendJSON(&recorded); err != nil || r.Accepted() {
		return err
	}
	return w.samples.append(r.line(nil, w.procs))
}

// Sampled records samples, either all of them or none. If there is one sample, and the times of its single cases are
// known, ns lists these times.
func (w *Writer) Sampled(r *Result, ns []int64, samples ...*Sample) error {
	var lines []byte
	for _, s := range samples {
		w.Manifest.Forced += s.Forced
		for name := range s.Counters {
			if unit := CounterUnit(name); !slices.Contains(Units(), unit) && !w.counted[unit] {
				w.counted[unit] = true
				lines = append(lines, metadataOf(name)...)
			}
		}
		lines = append(lines, r.line(s, w.procs)...)
	}
	if len(ns) > 0 {
		if err := w.cases.appendJSON(&Cases{Benchmark: r.Benchmark, Round: samples[0].Round + 1, NS: ns}); err != nil {
			return err
		}
	}
	return w.samples.append(lines)
}

// Fact records the facts of one process.
func (w *Writer) Fact(record any) error { return w.facts.appendJSON(record) }

// Save writes the manifest.
func (w *Writer) Save() error { return w.Manifest.Save(w.Dir) }

// End completes the run: nothing is recorded after it.
func (w *Writer) End() error {
	w.Manifest.Load[1] = machine.Load()
	return w.end(time.Now().UTC())
}

// end completes the run. It turns cases.jsonl into cases.json.gz, which has the median time of every case.
func (w *Writer) end(at time.Time) error {
	lines, err := readLines[Cases](filepath.Join(w.Dir, caseLinesFile))
	if err != nil {
		return err
	}
	var data bytes.Buffer
	zipped, _ := gzip.NewWriterLevel(&data, gzip.BestCompression) // no error: this level exists
	if err := errors.Join(json.NewEncoder(zipped).Encode(medians(lines)), zipped.Close()); err != nil {
		return err
	}
	if err := WriteFile(filepath.Join(w.Dir, CasesFile), data.Bytes()); err != nil {
		return err
	}
	w.Manifest.Ended = at
	if err := w.Save(); err != nil { // from here on the run is complete, so it cannot be resumed
		return err
	}
	if w.facts.size == 0 { // no process was judged
		err = w.remove(&w.facts, FactsFile)
	}
	return errors.Join(err, w.remove(&w.cases, caseLinesFile))
}

func (w *Writer) remove(a *appender, name string) error {
	err := a.file.Close()
	a.file = nil
	return errors.Join(err, os.Remove(filepath.Join(w.Dir, name)))
}

// Close closes the files.
func (w *Writer) Close() (err error) {
	for _, a := range []*appender{&w.cases, &w.facts, &w.samples, &w.judged} {
		if a.file != nil {
			err = errors.Join(err, a.file.Close())
		}
	}
	return err
}

// Empty reports whether no benchmark has been recorded.
func (w *Writer) Empty() bool { return w.judged.size == 0 }

// Discard removes the folder of a run in which nothing was recorded.
func (w *Writer) Discard() error { return errors.Join(w.Close(), os.RemoveAll(w.Dir)) }
