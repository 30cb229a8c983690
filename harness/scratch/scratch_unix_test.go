//go:build unix

package scratch

import (
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// A program may nest folders deeper than a process can have open files, and take away their permissions. They are
// removed nevertheless.
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

// Folders that a killed judge has left are removed. Folders that a judge uses are not.
func TestSweep(t *testing.T) {
	dir := t.TempDir()
	left, other := filepath.Join(dir, prefix+"left"), filepath.Join(dir, "gridjudge-else")
	require.NoError(t, os.MkdirAll(filepath.Join(left, "in"), 0o700))
	require.NoError(t, os.Mkdir(other, 0o700))
	used, err := In(dir, removeAll)
	require.NoError(t, err)
	Sweep(dir, removeAll)
	assert.NoDirExists(t, left)
	assert.DirExists(t, other)
	assert.DirExists(t, used.Path)
	used.lock.Close()
	Sweep(dir, removeAll)
	assert.NoDirExists(t, used.Path)
}

// Root does not remove what another user has left, because that user could still change it.
func TestSweepLeavesOtherUsersAlone(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can make a folder of another user")
	}
	dir := t.TempDir()
	other := filepath.Join(dir, prefix+"other")
	require.NoError(t, os.Mkdir(other, 0o700))
	require.NoError(t, os.Chown(other, 65534, 65534))
	Sweep(dir, removeAll)
	assert.DirExists(t, other)
}

// Judges that begin at the same time sweep while others make their folders. No judge may fail because of that.
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
					Sweep(dir, removeAll)
				}
			}
		})
		makers.Go(func() {
			for range 500 {
				own, err := In(dir, removeAll)
				if !assert.NoError(t, err) {
					return
				}
				assert.DirExists(t, own.Path)
				own.lock.Close()
			}
		})
	}
	makers.Wait()
	close(done)
	sweepers.Wait()
}
