package sandbox

import (
	"fmt"
	"io"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"gridjudge/harness/scratch"
)

// The program does not suffer from the surroundings of the judge.
func TestSurroundings(t *testing.T) {
	here := t.TempDir()
	t.Chdir(here)
	require.NoError(t, os.Mkdir("t", 0o700))
	t.Setenv("TMPDIR", "t")
	defer unix.Umask(unix.Umask(0o777))
	script := "echo hello >file; cat file; umask"
	f, err := Run(t.Context(), Command{Path: "/bin/sh", Args: []string{"-c", script}}, Limits{Wall: 20 * time.Second})
	require.NoError(t, err)
	assert.Empty(t, f.NotStarted)
	assert.Equal(t, "hello\n0077\n", string(f.Stdout), "%s", f.Stderr)
}

// The names of a process's own descriptors mean the program's descriptors, whatever they mean here. Files in /dev/shm
// count as memory.
func TestOwnDevices(t *testing.T) {
	if !Confined() {
		t.Skip("no namespaces here")
	}
	input, err := scratch.NewFile(func(w io.Writer) error { _, err := io.WriteString(w, "hello\n"); return err })
	require.NoError(t, err)
	defer input.Close()
	left := fmt.Sprintf("/dev/shm/left-by-%d", os.Getpid())
	c := Command{Path: "/bin/sh", Input: input, Read: []string{"/dev/stdin", "/dev/stdout", "/proc/self/fd/0", "/dev/fd", "/dev/shm"},
		Args: []string{"-c", "echo >" + left + "; cat /dev/stdin; head -c 20000000 /dev/zero >/dev/shm/x; rm /dev/shm/x; ! head -c 50000000 /dev/zero 2>&1 >/dev/shm/x"}}
	f, err := Run(t.Context(), c, Limits{Wall: 20 * time.Second, Memory: 40 << 20})
	require.NoError(t, err)
	assert.Contains(t, string(f.Stdout), "hello\n")
	assert.GreaterOrEqual(t, f.PeakRSS, int64(39<<20))
	assert.NoFileExists(t, left)
}
