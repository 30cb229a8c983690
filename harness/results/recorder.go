package results

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"

	"golang.org/x/perf/benchfmt"
)

// ConfigKeys are the keys at the head of a file, in their order: those alone
// that make two runs incomparable, for benchstat puts runs that differ in any
// of them into separate tables.
var ConfigKeys = []string{"goos", "goarch", "cpu", "goversion", "corpus"}

// File is where samples go: an *os.File, or something in a test that fails.
type File interface {
	io.WriteCloser
	Truncate(size int64) error
}

// Recorder appends samples to a file in the Go benchmark format, each with one
// write, so that a kill at any moment loses at most the sample in flight. A
// write that fails half-way is taken back.
type Recorder struct {
	file  File
	size  int64
	procs string
}

// NewRecorder goes on after the first size bytes of file, which hold whole
// lines, or writes the head of a new one.
func NewRecorder(file File, size int64, config map[string]string) (*Recorder, error) {
	r := &Recorder{file: file, size: size, procs: strconv.Itoa(runtime.GOMAXPROCS(0))}
	if size > 0 {
		return r, nil
	}
	var head []byte
	for _, m := range metadata {
		head = fmt.Appendf(head, "Unit %s %s=%s\n", m.unit, m.key, m.value)
	}
	for _, key := range ConfigKeys {
		if v := config[key]; v != "" {
			head = fmt.Appendf(head, "%s: %s\n", key, v)
		}
	}
	return r, r.write(append(head, '\n'))
}

// Append writes one sample. (benchfmt.Writer would write large numbers with an
// exponent, which package testing never does.)
func (r *Recorder) Append(s *Sample) error {
	line := fmt.Appendf(nil, "Benchmark%s\t%d", s.Benchmark.Name(r.procs), max(s.Passes, 1))
	for _, v := range s.Values() {
		line = append(line, '\t')
		line = strconv.AppendFloat(line, v.Value, 'f', -1, 64)
		line = append(line, ' ')
		line = append(line, v.Unit...)
	}
	return r.write(append(line, '\n'))
}

// write appends data with one call, or nothing of it.
func (r *Recorder) write(data []byte) error {
	n, err := r.file.Write(data)
	if err == nil && n < len(data) {
		err = io.ErrShortWrite
	}
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
	Benchmarks []Benchmark // of all whole lines, in order
	Size       int64       // bytes up to the last whole line
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
			t.Benchmarks = append(t.Benchmarks, cell)
		}
	}
	if len(t.Benchmarks) == 0 {
		t.Size = 0 // not even the head may be whole: it is written anew
	}
	return t, reader.Err()
}
