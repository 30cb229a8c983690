package results

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/judge"
)

// full is a disk with a limited room, in bytes.
type full struct {
	bytes.Buffer
	room int
}

func (f *full) Write(p []byte) (int, error) {
	if room := f.room - f.Len(); room < len(p) {
		f.Buffer.Write(p[:room])
		return room, syscall.ENOSPC
	}
	return f.Buffer.Write(p)
}

func (f *full) Truncate(size int64) error {
	f.Buffer.Truncate(int(size))
	return nil
}

func (f *full) Close() error { return nil }

// TestAFullDiskLeavesWholeLines: this holds for each file of a run, and the error reaches the caller.
func TestAFullDiskLeavesWholeLines(t *testing.T) {
	r := resultOf("x")
	rejected := resultOf("y")
	rejected.Verdict = judge.WrongAnswer
	for name, write := range map[string]func(w *Writer) error{
		JudgedFile:    func(w *Writer) error { return w.Judged(r) },
		SamplesFile:   func(w *Writer) error { return w.Sampled(r, nil, &Sample{Passes: 1, Wall: 123456789}) },
		"rejected":    func(w *Writer) error { return w.Judged(rejected) },
		caseLinesFile: func(w *Writer) error { return w.Sampled(r, []int64{1, 2}, sampleOf(1)) },
		"block":       func(w *Writer) error { return w.Block(r, columns()) },
		FactsFile:     func(w *Writer) error { return w.Fact(map[string]string{"contestant": "mine"}) },
	} {
		for room := 0; room < 3000; room += 97 {
			disk := &full{room: room}
			w := newWriter("")
			w.Manifest = &Manifest{}
			for _, a := range []*appender{&w.judged, &w.samples, &w.cases, &w.facts} {
				a.file = &full{room: 1 << 20}
			}
			*map[string]*appender{
				JudgedFile: &w.judged, SamplesFile: &w.samples, "rejected": &w.samples, caseLinesFile: &w.cases, "block": &w.cases, FactsFile: &w.facts,
			}[name] = appender{file: disk}
			err := error(nil)
			for n := 0; err == nil && n < 1000; n++ {
				err = write(w)
			}
			require.ErrorIs(t, err, syscall.ENOSPC, "%s: room for %d bytes", name, room)
			if text := disk.String(); text != "" {
				assert.True(t, strings.HasSuffix(text, "\n"), "%s: room for %d bytes: half a line is left: %q", name, room, text[max(0, len(text)-50):])
			}
		}
	}
}

func TestAFullDeviceIsAnError(t *testing.T) {
	f, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("this system has no /dev/full")
	}
	defer f.Close()
	require.ErrorIs(t, (&appender{file: f}).append(new(Manifest).head()), syscall.ENOSPC)
}

// The error of writing a file names that file, not the temporary one that was to take its place.
func TestAnErrorNamesTheFileThatWasToBeWritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "missing", "x.svg")
	err := WriteFile(path, nil)
	require.ErrorIs(t, err, fs.ErrNotExist)
	var named *fs.PathError
	require.ErrorAs(t, err, &named)
	assert.Equal(t, path, named.Path)
	assert.NotContains(t, err.Error(), ".tmp")
}
