//go:build unix

package results

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// TestWriteFileKeepsLinksAndPipes: the output of a verb may be a link or a device, and it must stay one.
func TestWriteFileKeepsLinksAndPipes(t *testing.T) {
	dir := t.TempDir()
	target, link, pipe := filepath.Join(dir, "target"), filepath.Join(dir, "link"), filepath.Join(dir, "pipe")
	require.NoError(t, os.WriteFile(target, []byte("old"), 0o666))
	require.NoError(t, os.Symlink("target", link))
	opened, err := os.Open(target)
	require.NoError(t, err)
	defer opened.Close()
	require.NoError(t, WriteFile(link, []byte("new")))
	text, err := io.ReadAll(opened)
	require.NoError(t, err)
	assert.Equal(t, "old", string(text), "a reader sees the old content as long as it reads")
	text, err = os.ReadFile(target)
	require.NoError(t, err)
	assert.Equal(t, "new", string(text))
	info, err := os.Lstat(link)
	require.NoError(t, err)
	assert.Equal(t, os.ModeSymlink, info.Mode().Type())

	require.NoError(t, unix.Mkfifo(pipe, 0o666))
	reader, err := os.OpenFile(pipe, os.O_RDWR, 0) // opening it only for reading would wait for a writer
	require.NoError(t, err)
	defer reader.Close()
	require.NoError(t, WriteFile(pipe, []byte("data")))
	info, err = os.Lstat(pipe)
	require.NoError(t, err)
	require.Equal(t, os.ModeNamedPipe, info.Mode().Type())
	read := make([]byte, 4)
	_, err = reader.Read(read)
	require.NoError(t, err)
	assert.Equal(t, "data", string(read))
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, left, 3, "no temporary file")
}

// TestWriteFileKeepsTheMode: a private file stays private, and the umask decides on a new one.
func TestWriteFileKeepsTheMode(t *testing.T) {
	defer unix.Umask(unix.Umask(0o027))
	dir := t.TempDir()
	mode := func(name string) os.FileMode {
		path := filepath.Join(dir, name)
		require.NoError(t, WriteFile(path, []byte("data")))
		info, err := os.Stat(path)
		require.NoError(t, err)
		return info.Mode().Perm()
	}
	assert.Equal(t, os.FileMode(0o640), mode("new"))
	link := filepath.Join(dir, "link")
	require.NoError(t, os.Symlink("behind", link))
	assert.Equal(t, os.FileMode(0o640), mode("link"), "a link to nothing")
	require.NoError(t, errors.Join(os.Remove(link), os.Remove(filepath.Join(dir, "behind"))))
	for _, want := range []os.FileMode{0o600, 0o664, 0o755} {
		path := filepath.Join(dir, "old")
		require.NoError(t, os.WriteFile(path, nil, 0o600))
		require.NoError(t, os.Chmod(path, want))
		assert.Equal(t, want, mode("old"))
	}
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, left, 2, "no temporary file")
	run, err := (&Run{Manifest: &Manifest{}}).Write(filepath.Join(dir, "runs"))
	require.NoError(t, err)
	info, err := os.Stat(run)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o750), info.Mode().Perm())
}
