package tempdir

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestStaleDirectories: what a killed judge left is removed, what a living one
// uses is not, nor what anybody else has made.
func TestStaleDirectories(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	make := func(name string) string {
		path := filepath.Join(os.TempDir(), name)
		require.NoError(t, os.MkdirAll(filepath.Join(path, "below"), 0o700))
		return path
	}
	used, err := New()
	require.NoError(t, err)
	killed, other, making, unlocked := make("gridjudge-1"), make("gridjudgement"), make(".gridjudge-2"), make(".gridjudge-3")
	users := []string{make("gridjudge-notes"), make("gridjudge-2026-11"), make("gridjudge-"), make(".gridjudge-settings")}
	old := time.Now().Add(-2 * UnlockedAge)
	for _, path := range append(users, unlocked) {
		require.NoError(t, os.Chtimes(path, old, old))
	}

	removeStaleDirs()
	assert.NoDirExists(t, killed)
	assert.NoDirExists(t, unlocked)
	assert.DirExists(t, used.Path)
	assert.DirExists(t, making, "it may get its lock in an instant")
	assert.DirExists(t, other)
	for _, path := range users {
		assert.DirExists(t, path)
	}

	require.NoError(t, used.Remove())
	assert.NoDirExists(t, used.Path)
}
