package corpus

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// FuzzSets reads any bytes as sets.toml. An accepted set loads, or fails with an
// error.
func FuzzSets(f *testing.F) {
	text, err := embedded.ReadFile(setsFile)
	require.NoError(f, err)
	f.Add(text)
	f.Add([]byte("[[set]]\nname = \"sudoku4/a\"\ntime-limit = \"1s\"\ncounts = [{solutions = 1}]\ndigest = \"sha256:\"\norigin = \"o\"\nmeasures = \"m\"\n"))
	f.Add([]byte("[[set]]\nname = \"sudoku4/a\"\ntime-limit = \"1s\"\ncounts = [1, 2]\ndigest = \"sha256:\"\norigin = \"o\"\nmeasures = \"m\"\n"))
	f.Add([]byte("[[set]]\nname = \"sudoku4/a\"\ntime-limit = \"1s\"\nexceptions = [{case = 1, solutions = 288}]\ndigest = \"sha256:\"\norigin = \"o\"\nmeasures = \"m\"\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		one := &fstest.MapFile{Data: []byte("1...............\n")}
		sets, err := parseSets(fstest.MapFS{setsFile: {Data: data}, "sudoku4/a.in": one, "sudoku4/a.out": one})
		if err != nil {
			assert.Contains(t, err.Error(), setsFile, "an error says where")
			return
		}
		for _, s := range sets {
			list, err := s.read()
			if err == nil {
				_, err = s.Entry(list)
				assert.NoError(t, err, "%s", data)
			}
		}
	})
}
