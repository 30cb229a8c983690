//go:build unix

package testset

import (
	"context"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestTheEndOfTheContextEndsTheOpeningOfANamedPipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	require.NoError(t, syscall.Mkfifo(path, 0o600))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, _, err := Open(ctx, path, nil)
	assert.ErrorIs(t, err, context.Canceled)
	// Opening a writer lets the goroutine that opens the pipe end.
	writer, err := syscall.Open(path, syscall.O_WRONLY, 0)
	require.NoError(t, err)
	require.NoError(t, syscall.Close(writer))
}
