//go:build unix

package results

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/tempdir"
)

// TestAKilledMakeRunIsNoRun: the temporary folder of a killed MakeRun is not listed, and a later MakeRun removes it.
// One that a process still fills stays, and so does what others have made.
func TestAKilledMakeRunIsNoRun(t *testing.T) {
	results := filepath.Join(t.TempDir(), "results")
	parent := filepath.Join(results, "baseline")
	old := time.Now().Add(-2 * tempdir.UnlockedAge)
	folder := func(name string) string {
		dir := filepath.Join(parent, name)
		require.NoError(t, os.MkdirAll(dir, 0o777))
		require.NoError(t, os.WriteFile(filepath.Join(dir, SamplesFile), nil, 0o666))
		require.NoError(t, os.Chtimes(dir, old, old))
		return dir
	}
	run, killed, filled, made, users := folder("run"), folder(".tmp-1"), folder(".tmp-2"), folder(".tmp-3"), folder(".tmp-kept")
	lock, err := tempdir.Lock(filled)
	require.NoError(t, err)
	defer lock.Close()
	require.NoError(t, os.Chtimes(made, time.Now(), time.Now()))

	for _, path := range []string{results, parent} {
		found, err := Find(path)
		require.NoError(t, err)
		assert.ElementsMatch(t, []string{run, users}, found, path)
	}
	found, err := Find(killed)
	require.NoError(t, err)
	assert.Equal(t, []string{killed}, found, "a folder that is named is read")

	dir, err := MakeRun(parent, &Manifest{Commit: "c", Started: time.Unix(1e9, 0)}, func(dir string) error {
		_, err := tempdir.Lock(dir)
		assert.Error(t, err, "the folder is locked while it is filled")
		return nil
	})
	require.NoError(t, err)
	assert.NoDirExists(t, killed)
	for _, kept := range []string{dir, run, filled, made, users} {
		assert.DirExists(t, kept)
	}
}
