//go:build unix

package results

import (
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
	require.NoError(t, WriteFile(link, []byte("new")))
	text, err := os.ReadFile(target)
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
