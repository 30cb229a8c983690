package results

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestWriteFileWithoutAName: standard output may be a file that was removed, or whose name now belongs to another file.
func TestWriteFileWithoutAName(t *testing.T) {
	for _, other := range []bool{false, true} {
		dir := t.TempDir()
		path := filepath.Join(dir, "file")
		file, err := os.Create(path)
		require.NoError(t, err)
		defer file.Close()
		_, err = file.WriteString("old and longer")
		require.NoError(t, err)
		require.NoError(t, os.Remove(path))
		if other {
			require.NoError(t, os.WriteFile(path+" (deleted)", []byte("another file"), 0o666))
		}
		link := filepath.Join(dir, "stdout")
		require.NoError(t, os.Symlink(fmt.Sprintf("/proc/self/fd/%d", file.Fd()), link))
		require.NoError(t, WriteFile(link, []byte("new")))
		text := make([]byte, 20)
		n, err := file.ReadAt(text, 0)
		assert.Equal(t, "new", string(text[:n]), err)
		info, err := os.Lstat(link)
		require.NoError(t, err)
		assert.Equal(t, os.ModeSymlink, info.Mode().Type(), "the link stays")
		if other {
			kept, err := os.ReadFile(path + " (deleted)")
			require.NoError(t, err)
			assert.Equal(t, "another file", string(kept))
		}
	}
}
