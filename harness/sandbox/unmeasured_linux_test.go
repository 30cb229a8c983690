package sandbox

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// A program whose launcher was changed from outside gets no result, whatever it printed, and none of its processes is
// left.
func TestUnmeasured(t *testing.T) {
	for _, c := range []struct {
		reason string
		change func(launcher int) error
	}{
		{"the limits of its launcher were changed", func(launcher int) error {
			return unix.Prlimit(launcher, unix.RLIMIT_NOFILE, &unix.Rlimit{Cur: 20, Max: 20}, nil)
		}},
		{"its launcher was stopped", func(launcher int) error {
			if err := unix.Kill(launcher, unix.SIGSTOP); err != nil {
				return err
			}
			return unix.Kill(launcher, unix.SIGCONT)
		}},
	} {
		dir := t.TempDir()
		name := filepath.Join(dir, "launcher")
		changed := make(chan error)
		go func() { changed <- whenWritten(name, c.change) }()
		script := "echo $PPID >new; mv new launcher; echo right; exec sleep 100"
		_, err := runLauncher(t.Context(), Command{Path: "/bin/sh", Args: []string{"-c", script}, Dir: dir}, dir, Limits{Wall: time.Minute}, probed{})
		require.NoError(t, <-changed)
		assert.ErrorContains(t, err, c.reason)
	}
}

// whenWritten calls change with the number in a file, as soon as the file is there.
func whenWritten(name string, change func(int) error) error {
	for range 3000 {
		if text, err := os.ReadFile(name); err == nil {
			number, err := strconv.Atoi(strings.TrimSpace(string(text)))
			if err != nil {
				return err
			}
			return change(number)
		}
		time.Sleep(10 * time.Millisecond)
	}
	return os.ErrNotExist
}

// If the monitor cannot read a value, that is an error of the launcher. The value must not count as 0.
func TestUnreadable(t *testing.T) {
	empty, err := os.Open(os.DevNull)
	require.NoError(t, err)
	l := &launcher{request: request{Confined: true}}
	require.NoError(t, l.look())
	var old unix.Rlimit
	require.NoError(t, unix.Getrlimit(unix.RLIMIT_NOFILE, &old))
	require.NoError(t, unix.Setrlimit(unix.RLIMIT_NOFILE, &unix.Rlimit{Max: old.Max}))
	err = l.look()
	require.NoError(t, unix.Setrlimit(unix.RLIMIT_NOFILE, &old))
	assert.ErrorIs(t, err, unix.EMFILE)

	_, err = groupCPU(empty)
	assert.Error(t, err)
	empty.Close()
	_, err = groupCPU(empty)
	assert.ErrorIs(t, err, os.ErrClosed)
}
