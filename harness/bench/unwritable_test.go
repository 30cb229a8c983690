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
	about, _ := fakeRun(6, nil)
	_, _, err := results.Create(filepath.Join(file, "results"), about)
	require.Error(t, err)
	if os.Geteuid() == 0 {
		return // root may write anywhere
	}
	readOnly := t.TempDir()
	require.NoError(t, os.Chmod(readOnly, 0o555))
	_, _, err = results.Create(readOnly, about)
	require.ErrorIs(t, err, os.ErrPermission)
}
