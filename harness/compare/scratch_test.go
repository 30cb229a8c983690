package compare

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// scratchVariable makes this test binary a process that makes a scratch folder and then dies without removing it.
const scratchVariable = "GRIDJUDGE_TEST_SCRATCH"

func TestMain(m *testing.M) {
	if os.Getenv(scratchVariable) != "" {
		s, err := newScratch()
		if err == nil {
			_, err = s.sub("0")
		}
		if err != nil {
			panic(err)
		}
		os.Stdout.WriteString(s.dir)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

func TestFoldersOfDeadProcessesAreRemoved(t *testing.T) {
	if !locksEnd {
		t.Skip("this system has no lock that ends with its process")
	}
	t.Setenv("TMPDIR", t.TempDir())
	t.Setenv(scratchVariable, "1")
	dead, err := exec.Command(os.Args[0]).Output()
	require.Error(t, err)
	require.DirExists(t, filepath.Join(string(dead), "0"), "a process died and left its folder")

	mine, err := newScratch()
	require.NoError(t, err)
	assert.NoDirExists(t, string(dead))
	assert.NoFileExists(t, string(dead)+lockSuffix)
	other, err := newScratch()
	require.NoError(t, err)
	assert.DirExists(t, mine.dir, "the folder of a process that lives stays")
	require.NoError(t, other.remove())
	require.NoError(t, mine.remove())
	left, err := os.ReadDir(os.TempDir())
	require.NoError(t, err)
	assert.Empty(t, left)
}
