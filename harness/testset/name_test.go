package testset

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// puzzleFiles writes a file with one puzzle for each name, and changes to their folder.
func puzzleFiles(t *testing.T, names ...string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for _, name := range names {
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o777))
		require.NoError(t, os.WriteFile(name, []byte("12343412214.....\n"), 0o666))
	}
}

// TestFoldersTellFilesApart reads files that have the same name. As many folders become part of their names as are
// needed. Other files keep their names.
func TestFoldersTellFilesApart(t *testing.T) {
	files := []string{"p", "easy/p", "hard/p", "new/hard/p", "easy/q", "sample"}
	puzzleFiles(t, append(files, "easy_p")...)
	for _, c := range []struct{ files, want []string }{
		{files, []string{"sudoku4/p", "sudoku4/easy_p", "sudoku4/hard_p", "sudoku4/new_hard_p", "sudoku4/q", "sudoku4/sample"}},
		{[]string{"easy/p"}, []string{"sudoku4/p"}},
		{[]string{"./easy/p", "hard/../hard/p"}, []string{"sudoku4/easy_p", "sudoku4/hard_p"}},
	} {
		sets, err := (&Selection{Files: c.files}).Load(t.Context())
		require.NoError(t, err)
		var got []string
		for _, set := range sets {
			got = append(got, set.Name)
		}
		assert.Equal(t, c.want, got)
	}
	for _, same := range [][]string{{"p", "p"}, {"easy/p", "./easy/p"}, {"easy/p", "hard/p", "easy_p"}} {
		_, err := (&Selection{Files: same}).Load(t.Context())
		assert.ErrorContains(t, err, "two test sets have the name", "%s", same)
	}
	sets, err := (&Selection{Files: []string{"easy/p"}, Sets: []string{"sudoku4/exhaustive"}}).Load(t.Context())
	require.NoError(t, err)
	assert.Len(t, sets, 2)
}

// TestFilesWithANumberSign finds files with # in their names, and cases of them.
func TestFilesWithANumberSign(t *testing.T) {
	puzzleFiles(t, "a#b", "a#1", "a")
	for name, want := range map[string]struct {
		file string
		n    int
	}{
		"a#b": {"a#b", 0}, "a#b#1": {"a#b", 1}, "a#1": {"a#1", 0}, "a#1#1": {"a#1", 1}, "a": {"a", 0},
	} {
		sets, n, err := (&Selection{}).Find(t.Context(), name)
		require.NoError(t, err, name)
		assert.Equal(t, want.file, sets[0].File, name)
		assert.Equal(t, want.n, n, name)
	}
	_, _, err := (&Selection{}).Find(t.Context(), "a#c")
	assert.ErrorContains(t, err, "does not name a case")
}
