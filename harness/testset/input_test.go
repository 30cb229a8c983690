package testset

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// silent is a reader in which every read blocks; reading is closed by the first one.
type silent struct{ reading chan struct{} }

func (s silent) Read([]byte) (int, error) {
	close(s.reading)
	select {}
}

func TestTheEndOfTheContextEndsARead(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	in := silent{make(chan struct{})}
	r, _, err := Open(ctx, "-", in)
	require.NoError(t, err)
	require.Equal(t, "<stdin>", r.Name)
	go func() {
		<-in.reading
		cancel()
	}()
	for range 2 {
		n, err := r.In.Read(make([]byte, 10))
		assert.Zero(t, n)
		assert.ErrorIs(t, err, context.Canceled)
	}
}

func TestAReaderReadsAllOfItsInput(t *testing.T) {
	text := strings.Repeat("0123456789", 5000)
	path := filepath.Join(t.TempDir(), "text")
	require.NoError(t, os.WriteFile(path, []byte(text), 0o666))
	for name, waits := range map[string]bool{"-": true, path: false} {
		r, closeFile, err := Open(t.Context(), name, strings.NewReader(text))
		require.NoError(t, err)
		assert.Equal(t, waits, r.Waits, name)
		got, err := io.ReadAll(r.In)
		require.NoError(t, err)
		assert.Equal(t, text, string(got), name)
		require.NoError(t, closeFile())
		if !waits {
			_, err = r.In.Read(make([]byte, 1))
			assert.ErrorIs(t, err, os.ErrClosed, name)
		}
	}
	_, _, err := Open(t.Context(), path+"2", nil)
	assert.ErrorIs(t, err, os.ErrNotExist)
}
