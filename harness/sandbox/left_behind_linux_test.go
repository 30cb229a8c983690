package sandbox

import (
	"errors"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/tempdir"
)

// TestLeftBehindIsAnError: a directory that cannot be removed is not passed over.
func TestLeftBehindIsAnError(t *testing.T) {
	var made string
	remove = func(dir *tempdir.Dir) error {
		made = dir.Path
		return errors.Join(errors.New("stuck"), dir.Remove())
	}
	defer func() { remove = (*tempdir.Dir).Remove }()
	path, err := filepath.EvalSymlinks("/bin/true")
	require.NoError(t, err)
	_, err = Run(t.Context(), Command{Path: path}, Limits{})
	assert.ErrorContains(t, err, "left behind: stuck")
	assert.NotEmpty(t, made)
}
