package corpus

import (
	"bytes"
	"testing"

	"gridjudge/corpus/grids"
)

// TestEmbeddedBytes checks that the embedded files equal the output of the writers, byte for byte, because the online
// judge stores its files in the same form.
func TestEmbeddedBytes(t *testing.T) {
	sets, err := parseSets(embedded)
	must(t, err)
	if len(sets) == 0 {
		t.Fatal("there are no sets")
	}
	for _, set := range sets {
		if set.Origin == "" {
			t.Errorf("%s has no origin", set.FullName())
		}
		list, err := set.Load()
		must(t, err)
		want := map[string]*bytes.Buffer{".in": {}}
		must(t, list.Input(want[".in"]))
		// In other families any right answer may be stored.
		if puzzles, _ := grids.CasesOf(list, nil); puzzles != nil {
			want[".out"] = &bytes.Buffer{}
			answers := set.Problem.NewWriter(want[".out"])
			for i, c := range puzzles {
				must(t, answers.Write(list, i, c.Answer))
			}
			must(t, answers.Close())
		}
		for name, made := range want {
			stored, err := embedded.ReadFile(set.FullName() + name)
			must(t, err)
			if !bytes.Equal(stored, made.Bytes()) {
				t.Errorf("%s%s is not in the problem's own layout", set.FullName(), name)
			}
		}
	}
}

// BenchmarkSets measures how long a program that starts needs for the embedded sets: for the declarations alone, and
// for all cases with their digests.
func BenchmarkSets(b *testing.B) {
	b.Run("declarations", func(b *testing.B) {
		for b.Loop() {
			if _, err := parseSets(embedded); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("cases", func(b *testing.B) {
		sets, err := parseSets(embedded)
		if err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			for _, s := range sets {
				if _, err := s.Load(); err != nil {
					b.Fatal(err)
				}
			}
		}
	})
}
