package tempdir

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// TestRemoveDeepTree: os.RemoveAll holds a descriptor open for each level, so
// that a program can make what it cannot remove. Permissions are gone as well.
func TestRemoveDeepTree(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "made")
	require.NoError(t, os.Mkdir(dir, 0o700))
	// What no path can name is made by moving what can be named below it.
	deep := filepath.Join(dir, "d")
	require.NoError(t, os.Mkdir(deep, 0o700))
	for range 3000 {
		require.NoError(t, os.WriteFile(filepath.Join(deep, "file"), nil, 0o400))
		require.NoError(t, os.Chmod(deep, 0o700))
		above := filepath.Join(dir, "above")
		require.NoError(t, os.Mkdir(above, 0o700))
		require.NoError(t, os.Rename(deep, filepath.Join(above, "d")))
		require.NoError(t, os.Rename(above, deep))
	}
	withFewDescriptors(t, 1000, func() {
		require.Error(t, os.RemoveAll(dir), "too deep for os.RemoveAll: otherwise this test shows nothing")
		assert.NoError(t, removeAll(dir))
	})
	assert.NoDirExists(t, dir)
}

// withFewDescriptors runs f where no more than n files can be open at a time.
func withFewDescriptors(t *testing.T, n uint64, f func()) {
	var old unix.Rlimit
	require.NoError(t, unix.Getrlimit(unix.RLIMIT_NOFILE, &old))
	require.NoError(t, unix.Setrlimit(unix.RLIMIT_NOFILE, &unix.Rlimit{Cur: n, Max: old.Max}))
	defer func() { require.NoError(t, unix.Setrlimit(unix.RLIMIT_NOFILE, &old)) }()
	f()
}
