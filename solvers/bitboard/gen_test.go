package bitboard

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestGeneratedAssembly prints the assembly again and compares it with what is
// committed, but for the first line, which names the command.
func TestGeneratedAssembly(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the generator")
	}
	fetch := exec.Command("go", "-C", "gen", "mod", "download")
	if out, err := fetch.CombinedOutput(); err != nil {
		t.Skipf("the generator's modules cannot be fetched: %s", out)
	}
	for name, flags := range map[string][]string{"avx2": {"-avx2"}, "avx512": nil} {
		dir := t.TempDir()
		files := map[string]string{
			name + "_amd64.s":  filepath.Join(dir, "a.s"),
			name + "_amd64.go": filepath.Join(dir, "a.go"),
		}
		args := append([]string{"-C", "gen", "run", "."}, flags...)
		args = append(args, "-pkg", "bitboard", "-out", files[name+"_amd64.s"], "-stubs", files[name+"_amd64.go"])
		out, err := exec.Command("go", args...).CombinedOutput()
		require.NoError(t, err, "%s", out)
		for committed, printed := range files {
			want, err := os.ReadFile(printed)
			require.NoError(t, err)
			got, err := os.ReadFile(committed)
			require.NoError(t, err)
			assert.Equal(t, body(want), body(got), "%s is not what gen prints: run go generate", committed)
			require.Greater(t, len(body(want)), 100, committed)
		}
	}
}

// body is a generated file without the line of the command.
func body(b []byte) string {
	_, rest, _ := bytes.Cut(b, []byte("\n"))
	return string(rest)
}
