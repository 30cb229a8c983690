package results

import (
	"fmt"
	"io"
	"runtime"
	"strconv"
)

// ConfigKeys are the keys at the head of a file, in their order. Two runs that differ in
// one of them are not comparable: benchstat puts them into separate tables.
var ConfigKeys = []string{"goos", "goarch", "cpu", "goversion", "corpus"}

// File is the destination of samples: an *os.File, or a failing one in a test.
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

// Recorder appends samples to a file in the Go benchmark format.
type Recorder struct {
	lines appender
	procs string
}

// NewRecorder returns a Recorder that appends to file. The file has size bytes, all in
// whole lines. If size is 0, NewRecorder writes the head of the file.
func NewRecorder(file File, size int64, config map[string]string) (*Recorder, error) {
	r := &Recorder{lines: appender{file, size}, procs: strconv.Itoa(runtime.GOMAXPROCS(0))}
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
	return r, r.lines.append(append(head, '\n'))
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
	return r.lines.append(append(line, '\n'))
}

// Close closes the file.
func (r *Recorder) Close() error { return r.lines.file.Close() }
