package kerneltest

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestOtherCodeIsSeen(t *testing.T) {
	t.Chdir(t.TempDir())
	assert.ErrorContains(t, generatedAnew(t.TempDir(), "true"), "no file avx*.s is there")
	for _, name := range []string{"avx2.s", "avx2.go"} {
		require.NoError(t, os.WriteFile(name, []byte("RET\n"), 0o666))
	}
	anew := func(script string) error { return generatedAnew(t.TempDir(), "sh", "-c", script) }
	assert.NoError(t, anew("echo RET >avx2.s; echo RET >avx2.go"))
	assert.ErrorContains(t, anew("echo NOP >avx2.s; echo RET >avx2.go"), "avx2.s is not what the generator makes")
	assert.ErrorContains(t, anew("echo RET >avx2.s; : >avx2.go"), "avx2.go is not what the generator makes")
	assert.ErrorIs(t, anew("echo RET >avx2.s"), os.ErrNotExist)
	assert.ErrorContains(t, anew("echo no registers; exit 1"), "no registers")
}
