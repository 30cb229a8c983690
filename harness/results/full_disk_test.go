package results

import (
	"bytes"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// full is a disk with room for so many bytes.
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

func TestAFullDiskLeavesWholeLines(t *testing.T) {
	for room := 0; room < 3000; room += 97 {
		disk := &full{room: room}
		a := &appender{file: disk}
		err := a.append(head(map[string]string{"goos": "x"}))
		r := &Result{Benchmark: Benchmark{"p/s", "x"}}
		for n := 0; err == nil && n < 1000; n++ {
			err = a.append(r.line(&Sample{Passes: 1, Wall: 123456789}, "1"))
		}
		require.ErrorIs(t, err, syscall.ENOSPC, "room for %d bytes", room)
		if text := disk.String(); text != "" {
			assert.True(t, strings.HasSuffix(text, "\n"), "room for %d bytes: half a line is left: %q", room, text[max(0, len(text)-50):])
		}
	}
}

func TestAFullDeviceIsAnError(t *testing.T) {
	f, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("this system has no /dev/full")
	}
	defer f.Close()
	require.ErrorIs(t, (&appender{file: f}).append(head(nil)), syscall.ENOSPC)
}
