package corpus

import (
	"testing"
	"testing/fstest"
)

// FuzzSets reads any bytes as sets.toml. A set that is accepted loads, or fails with an error.
func FuzzSets(f *testing.F) {
	text, err := embedded.ReadFile(setsFile)
	must(f, err)
	f.Add(text)
	f.Add([]byte("[[set]]\nname = \"sudoku4/a\"\ntime-limit = \"1s\"\ncounts = [{solutions = 1}]\ndigest = \"sha256:\"\norigin = \"o\"\nmeasures = \"m\"\n"))
	f.Add([]byte("[[set]]\nname = \"sudoku4/a\"\ntime-limit = \"1s\"\ncounts = [1, 2]\ndigest = \"sha256:\"\norigin = \"o\"\nmeasures = \"m\"\n"))
	f.Add([]byte("[[set]]\nname = \"sudoku4/a\"\ntime-limit = \"1s\"\nexceptions = [{case = 1, solutions = 288}]\ndigest = \"sha256:\"\norigin = \"o\"\nmeasures = \"m\"\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		one := &fstest.MapFile{Data: []byte("1...............\n")}
		sets, err := parseSets(fstest.MapFS{setsFile: {Data: data}, "sudoku4/a.in": one, "sudoku4/a.out": one})
		if err != nil {
			if !says(err, setsFile) {
				t.Errorf("error %v, want one with %q: an error says where", err, setsFile)
			}
			return
		}
		for _, s := range sets {
			list, err := s.read()
			if err == nil {
				if _, err = s.Entry(list); err != nil {
					t.Errorf("%s: %v", data, err)
				}
			}
		}
	})
}
