package sandbox

import (
	"io"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// A program may nest folders deeper than a process can have open files, and take away their permissions.
func TestRemoveAll(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "deep")
	require.NoError(t, os.Mkdir(dir, 0o700))
	at, err := unix.Open(dir, unix.O_RDONLY|unix.O_DIRECTORY, 0)
	require.NoError(t, err)
	for range 2000 {
		require.NoError(t, unix.Mkdirat(at, "deeper", 0o700))
		below, err := unix.Openat(at, "deeper", unix.O_RDONLY|unix.O_DIRECTORY, 0)
		require.NoError(t, err)
		fd, err := unix.Openat(at, "file", unix.O_CREAT|unix.O_WRONLY, 0o400)
		require.NoError(t, err)
		unix.Close(fd)
		unix.Fchmod(at, 0)
		unix.Close(at)
		at = below
	}
	unix.Close(at)
	var old unix.Rlimit
	require.NoError(t, unix.Getrlimit(unix.RLIMIT_NOFILE, &old))
	require.NoError(t, unix.Setrlimit(unix.RLIMIT_NOFILE, &unix.Rlimit{Cur: 256, Max: old.Max}))
	defer unix.Setrlimit(unix.RLIMIT_NOFILE, &old)
	assert.NoError(t, removeAll(dir))
	assert.NoDirExists(t, dir)
}

// What a killed judge has left is removed; what a judge uses is not.
func TestSweep(t *testing.T) {
	dir := t.TempDir()
	left, other := filepath.Join(dir, ownPrefix+"left"), filepath.Join(dir, "gridjudge-else")
	require.NoError(t, os.MkdirAll(filepath.Join(left, "in"), 0o700))
	require.NoError(t, os.Mkdir(other, 0o700))
	used, err := ownFolder(dir)
	require.NoError(t, err)
	sweep(dir, removeAll)
	assert.NoDirExists(t, left)
	assert.DirExists(t, other)
	assert.DirExists(t, used.Name())
	used.Close()
	sweep(dir, removeAll)
	assert.NoDirExists(t, used.Name())
}

// Judges that begin at the same time sweep while others make their folders: no judge fails because of that.
func TestSweepsWhileFoldersAreMade(t *testing.T) {
	dir := t.TempDir()
	var sweepers, makers sync.WaitGroup
	done := make(chan struct{})
	for range 2 {
		sweepers.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
					sweep(dir, removeAll)
				}
			}
		})
		makers.Go(func() {
			for range 500 {
				own, err := ownFolder(dir)
				if !assert.NoError(t, err) {
					return
				}
				assert.DirExists(t, own.Name())
				own.Close()
			}
		})
	}
	makers.Wait()
	close(done)
	sweepers.Wait()
}

// The surroundings of the judge are no fault of the program.
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

// The names of a process's own descriptors mean the program's, whatever they are here; memory in /dev/shm counts.
func TestOwnDevices(t *testing.T) {
	if !Confined() {
		t.Skip("no namespaces here")
	}
	input, err := NewInput(func(w io.Writer) error { _, err := io.WriteString(w, "hello\n"); return err })
	require.NoError(t, err)
	defer input.Close()
	c := Command{Path: "/bin/sh", Input: input, Read: []string{"/dev/stdin", "/dev/stdout", "/proc/self/fd/0", "/dev/fd"},
		Args: []string{"-c", "cat /dev/stdin; head -c 20000000 /dev/zero >/dev/shm/x; rm /dev/shm/x; ! head -c 50000000 /dev/zero 2>&1 >/dev/shm/x"}}
	f, err := Run(t.Context(), c, Limits{Wall: 20 * time.Second, Memory: 40 << 20})
	require.NoError(t, err)
	assert.Contains(t, string(f.Stdout), "hello\n")
	assert.GreaterOrEqual(t, f.PeakRSS, int64(39<<20))
}
