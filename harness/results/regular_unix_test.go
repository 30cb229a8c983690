//go:build unix

package results

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// TestOnlyRegularFilesAreRead puts a pipe and a device in the place of each file of a run, which it would take forever
// to read.
func TestOnlyRegularFilesAreRead(t *testing.T) {
	for _, name := range []string{ManifestFile, JudgedFile, SamplesFile, CasesFile} {
		for kind, put := range map[string]func(path string) error{
			"pipe":   func(path string) error { return unix.Mkfifo(path, 0o644) },
			"device": func(path string) error { return os.Symlink("/dev/zero", path) },
		} {
			t.Run(name+" "+kind, func(t *testing.T) {
				dir := cut{most: -1}.write(t, t.TempDir())
				path := filepath.Join(dir, name)
				require.NoError(t, os.Remove(path))
				require.NoError(t, put(path))
				_, err := Load([]string{dir})
				if name == CasesFile {
					_, err = ReadCases(dir)
				}
				assert.ErrorContains(t, err, path)
			})
		}
	}
}
