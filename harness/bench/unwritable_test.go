package bench

import (
	"os"
	"path/filepath"
	"testing"

	"gridjudge/harness/results"

	"github.com/stretchr/testify/require"
)

func TestNothingIsLeftWhereNothingCanBeWritten(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o666))
	m, _ := fakeRun(6)
	_, err := results.Create(filepath.Join(file, "results"), m)
	require.Error(t, err)
	if os.Geteuid() == 0 {
		return // root may write anywhere
	}
	readOnly := t.TempDir()
	require.NoError(t, os.Chmod(readOnly, 0o555))
	_, err = results.Create(readOnly, m)
	require.ErrorIs(t, err, os.ErrPermission)
}
