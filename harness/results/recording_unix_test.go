//go:build unix

package results

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// TestResumeSeesThatTheRunHasEnded: another process may end the run after Resume has begun to look at it. The manifest of
// the test is a pipe at first, and so the run ends exactly while Resume reads it.
func TestResumeSeesThatTheRunHasEnded(t *testing.T) {
	r, err := Create(t.TempDir(), &Manifest{Version: Version, Started: time.Unix(1e9, 0)})
	require.NoError(t, err)
	unfinished, err := os.ReadFile(filepath.Join(r.Dir, ManifestFile))
	require.NoError(t, err)
	require.NoError(t, r.End())
	require.NoError(t, r.Close())
	path, ended := filepath.Join(r.Dir, ManifestFile), filepath.Join(r.Dir, "ended")
	require.NoError(t, os.Rename(path, ended))
	require.NoError(t, unix.Mkfifo(path, 0o666))
	go func() {
		pipe, err := os.OpenFile(path, os.O_WRONLY, 0) // waits for Resume
		assert.NoError(t, err)
		defer pipe.Close()
		assert.NoError(t, os.Rename(ended, path))
		_, err = pipe.Write(unfinished)
		assert.NoError(t, err)
	}()
	_, _, err = Resume(r.Dir)
	assert.ErrorIs(t, err, ErrComplete)
}
