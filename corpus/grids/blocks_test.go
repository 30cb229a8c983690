package grids

import (
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"gridjudge/corpus/cases"
)

// TestBlocksReadAsTheReader compares blocks, which take many lines of 9x9 puzzles at a time, with single reads: the
// puzzles, their lines, the facts known about them, and the error at the end.
func TestBlocksReadAsTheReader(t *testing.T) {
	counted := nine + ":1:" + nineFull
	for name, text := range map[string]string{
		"lines":         strings.Repeat(nine+"\n", 200),
		"CR LF":         strings.Repeat(nine+"\r\n", 50),
		"comments":      strings.Repeat(nine+"\n# one\n\n"+nine+" and more\n"+counted+"\n"+nineFull+"\n", 20),
		"no line end":   nine + "\n" + nine,
		"end":           nine + "\n" + nine + "\nend\n" + nine + "\n",
		"invalid":       strings.Repeat(nine+"\n", 70) + nine[:40] + "A" + nine[41:] + "\n" + nine + "\n",
		"short":         strings.Repeat(nine+"\n", 70) + nine[:80] + "\n" + nine + "\n",
		"another":       counted + "\n" + strings.Repeat(nine+"\n", 9),
		"one per block": nine + "\n" + counted + "\n" + nine + "\n",
	} {
		for _, limit := range []int{1, 7, 64, 1000} {
			for _, in := range []io.Reader{strings.NewReader(text), iotest.HalfReader(strings.NewReader(text))} {
				want, wrong := NewReader(strings.NewReader(text), "x", POJ3074).ReadAll()
				r := POJ3074.NewReader(cases.Source{Name: "x", In: in}, nil)
				var got cases.Cases
				block, err := r.Next(limit)
				for ; err == nil; block, err = r.Next(limit) {
					if block.Len() > limit {
						t.Fatalf("%s: a block of %d puzzles, want at most %d", name, block.Len(), limit)
					}
					got = block.AppendTo(got)
				}
				if wrong == nil {
					wrong = io.EOF
				}
				if err.Error() != wrong.Error() {
					t.Errorf("%s, %d: error %v, want %v", name, limit, err, wrong)
				}
				if got == nil {
					t.Fatalf("%s, %d: no puzzles", name, limit)
				}
				if got := got.(*List).Cases; !reflect.DeepEqual(got, want) {
					t.Errorf("%s, %d: cases %v, want %v", name, limit, got, want)
				}
			}
		}
	}
}
