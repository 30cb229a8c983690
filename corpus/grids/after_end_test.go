package grids

import (
	"errors"
	"strings"
	"testing"
	"testing/iotest"

	"gridjudge/corpus/text"
)

// TestTextAfterEndIsAnError reads files that go on after the line end, as two files that were joined do. The puzzles
// before this line are read, and the error has the place of the text after it.
func TestTextAfterEndIsAnError(t *testing.T) {
	for name, f := range map[string]struct {
		text                 string
		before, line, column int
	}{
		"another file":       {nine + "\nend\n" + nine + "\nend\n", 1, 3, 1},
		"blank lines first":  {nine + "\n" + nine + "\n end\n\n# a comment\n  " + nine, 2, 6, 3},
		"end twice":          {nine + "\nend\nend\n", 1, 3, 1},
		"no puzzle before":   {"end\n" + nine + "\n", 0, 2, 1},
		"prose":              {nine + "\nend\nwhat follows", 1, 3, 1},
		"a counted line":     {nine + ":1:" + nineFull + "\nend\n" + nine, 1, 3, 1},
		"beyond the sample":  {nine + "\nend\n" + strings.Repeat("# a comment\n", 100_000) + nine, 1, 100_003, 1},
		"another size":       {nine + "\nend\n" + square(sixteen, 16), 1, 3, 1},
		"after many puzzles": {strings.Repeat(nine+"\n", 5000) + "end\n1", 5000, 5002, 1},
	} {
		for _, p := range []*Format{nil, POJ3074, Luogu1784} {
			cases, err := NewReader(iotest.HalfReader(strings.NewReader(f.text)), "x", p).ReadAll()
			e, ok := errors.AsType[*text.Error](err)
			if !ok {
				t.Errorf("%s, %v: error %v, want a *text.Error", name, p, err)
				continue
			}
			if got, want := *e, (text.Error{File: "x", Line: f.line, Column: f.column, Msg: e.Msg}); got != want {
				t.Errorf("%s, %v: error %v, want line %d, column %d", name, p, err, f.line, f.column)
			}
			if len(cases) != f.before {
				t.Errorf("%s, %v: %d puzzles, want %d", name, p, len(cases), f.before)
			}
		}
	}
}

// TestEndIsReadInLinesAlone reads the line end in a layout that no problem's statement ends with it. There it is an
// error, as any other text is.
func TestEndIsReadInLinesAlone(t *testing.T) {
	for _, f := range []struct {
		format *Format
		text   string
		line   int
	}{
		{POJ3074, square(nine, 9) + "\nend\n" + square(nine, 9), 11},
		{POJ3076, square(sixteen, 16) + "end\n" + square(sixteen, 16), 17},
		{POJ3074, "puzzle,rating\n" + nine + ",1\nend\n" + nine + ",1\n", 3},
		{Sudoku4, "1...............\nend\n1...............\n", 2},
	} {
		cases, err := NewReader(strings.NewReader(f.text), "x", f.format).ReadAll()
		if e, ok := errors.AsType[*text.Error](err); !ok || e.Line != f.line || len(cases) != 1 {
			t.Errorf("%.300q: %d puzzles and error %v, want 1 and an error in line %d", f.text, len(cases), err, f.line)
		}
	}
}
