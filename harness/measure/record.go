package measure

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"

	"golang.org/x/perf/benchfmt"
)

// File is where samples go: an *os.File, or something in a test that fails.
type File interface {
	io.WriteCloser
	Truncate(size int64) error
}

// Recorder appends samples to a file in the Go benchmark format, each with one
// write, so that a kill at any moment loses at most the sample in flight. A
// write that fails half-way is taken back.
type Recorder struct {
	file   File
	size   int64
	buffer bytes.Buffer
	format *benchfmt.Writer
	config []benchfmt.Config
	procs  string
}

// NewRecorder goes on after the first size bytes of file, which hold whole
// lines that were written with the same configuration, or nothing.
func NewRecorder(file File, size int64, config map[string]string) (*Recorder, error) {
	r := &Recorder{file: file, size: size, procs: strconv.Itoa(runtime.GOMAXPROCS(0))}
	r.format = benchfmt.NewWriter(&r.buffer)
	for _, key := range ConfigKeys {
		if v := config[key]; v != "" {
			r.config = append(r.config, benchfmt.Config{Key: key, Value: []byte(v), File: true})
		}
	}
	for _, m := range metadata {
		unit := &benchfmt.UnitMetadata{OrigUnit: m.unit, Value: m.value}
		unit.Key = m.key
		if err := r.format.Write(unit); err != nil {
			return nil, err
		}
	}
	if size > 0 {
		// The file has its head already: the format is told so by one line
		// that goes nowhere.
		if err := r.format.Write(r.result(&Sample{Rejected: "-"})); err != nil {
			return nil, err
		}
		r.buffer.Reset()
		return r, nil
	}
	return r, r.flush()
}

func (r *Recorder) result(s *Sample) *benchfmt.Result {
	return &benchfmt.Result{
		Config: r.config, Name: benchfmt.Name(s.Cell.Name(r.procs)),
		Iters: max(s.Passes, 1), Values: s.values(),
	}
}

// Append writes one sample.
func (r *Recorder) Append(s *Sample) error {
	if err := r.format.Write(r.result(s)); err != nil {
		return err
	}
	return r.flush()
}

func (r *Recorder) flush() error {
	n, err := r.file.Write(r.buffer.Bytes())
	if err == nil && n < r.buffer.Len() {
		err = io.ErrShortWrite
	}
	r.buffer.Reset()
	if err != nil {
		if undo := r.file.Truncate(r.size); undo != nil {
			return fmt.Errorf("%w; and the half-written line could not be taken back: %v", err, undo)
		}
		return err
	}
	r.size += int64(n)
	return nil
}

// Close closes the file.
func (r *Recorder) Close() error { return r.file.Close() }

// Tail is what a run's file held when it was opened to go on.
type Tail struct {
	Cells []Cell // of all whole lines, in order
	Size  int64  // bytes up to the last whole line
}

// readTail reads the whole lines of a file; what a kill left of a line after
// them does not count.
func readTail(path string) (*Tail, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	data = data[:bytes.LastIndexByte(data, '\n')+1]
	t := &Tail{Size: int64(len(data))}
	reader := benchfmt.NewReader(bytes.NewReader(data), path)
	for reader.Scan() {
		switch rec := reader.Result().(type) {
		case *benchfmt.SyntaxError:
			return nil, rec
		case *benchfmt.Result:
			cell, ok := ParseName(rec.Name)
			if !ok {
				file, line := rec.Pos()
				return nil, fmt.Errorf("%s:%d: Benchmark%s is not a line of bench", file, line, rec.Name)
			}
			t.Cells = append(t.Cells, cell)
		}
	}
	return t, reader.Err()
}
