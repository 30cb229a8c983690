package grids

import (
	"io"
	"strings"
	"testing"
	"time"
)

// TestAmbiguity reads content that fits several layouts. Without a problem that is an error that names the layouts;
// with a problem it is not an error.
func TestAmbiguity(t *testing.T) {
	noZero := strings.Map(func(r rune) rune {
		if r == '0' {
			return '.'
		}
		return r
	}, respell(sixteen, "0123456789ABCDEF", "."))
	for _, f := range []struct{ name, text, problem, want string }{
		{
			"hexadecimal without 0", noZero, "poj3076",
			"x:1:1: ambiguous: this may be 16x16 in 0123456789ABCDEF, lines of one puzzle, or 16x16 in 123456789ABCDEFG, lines of one puzzle; name the problem",
		},
		{
			"letters up to F alone", "# few\n" + strings.Repeat("ABCDEF..", 32), "poj3076",
			"x:2:1: ambiguous: this may be 16x16 in ABCDEFGHIJKLMNOP, lines of one puzzle, or 16x16 in 0123456789ABCDEF, lines of one puzzle, or 16x16 in 123456789ABCDEFG, lines of one puzzle; name the problem",
		},
		{
			"16 empty lines of 16", square(strings.Repeat(".", 256), 16), "sudoku4",
			"x:1:1: ambiguous: this may be 4x4 in 1234, lines of one puzzle, or 16x16 in ABCDEFGHIJKLMNOP, grids of rows, or 16x16 in 0123456789ABCDEF, grids of rows, or 16x16 in 123456789ABCDEFG, grids of rows; name the problem",
		},
		{
			"16 integers below 10", strings.Repeat("1 2 3 4 5 6 7 8 9 0 0 0 0 0 0 0\n", 16), "poj3076",
			"x:1:1: ambiguous: this may be 16x16 in 0123456789ABCDEF, grids of rows, or 16x16 in 123456789ABCDEFG, grids of rows, or 16x16 in 1-16, integers; name the problem",
		},
	} {
		t.Run(f.name, func(t *testing.T) {
			cases, err := NewReader(strings.NewReader(f.text), "x", nil).ReadAll()
			if err == nil || err.Error() != f.want {
				t.Errorf("error %v, want %s", err, f.want)
			}
			if len(cases) != 0 {
				t.Errorf("%d puzzles, want none", len(cases))
			}
			cases, err = NewReader(strings.NewReader(f.text), "x", mustProblem(t, f.problem)).ReadAll()
			if err != nil {
				t.Errorf("for %s: %v\n%s", f.problem, err, f.text)
			}
			if len(cases) == 0 {
				t.Errorf("for %s: no puzzles\n%s", f.problem, f.text)
			}
		})
	}
}

// TestAmbiguityResolved reads content that several layouts accept, although only one of them finds proper puzzles.
func TestAmbiguityResolved(t *testing.T) {
	rows4 := square(strings.Repeat("1...2..3.1....4.", 16), 16)
	late := strings.Repeat(strings.Repeat("ABCDEF..", 32)+"\n", 40) + sixteen
	for name, f := range map[string]struct {
		text, problem string
		want          int
		first         string
	}{
		"4x4 lines, 16 of them":          {rows4, "sudoku4", 16, "1...2..3.1....4."},
		"0 is a digit if a dot is empty": {respell(sixteen, "0123456789ABCDEF", "."), "poj3076", 1, sixteen},
		"0 is a blank without a dot":     {respell(sixteen, "123456789ABCDEFG", "0"), "poj3076", 1, sixteen},
		"told by the 41st line":          {late, "poj3076", 41, ""},
	} {
		r := NewReader(strings.NewReader(f.text), "x", nil)
		cases, err := r.ReadAll()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if got, want := r.Size(), mustProblem(t, f.problem).Size; got != want {
			t.Errorf("%s: size %d, want %d", name, got, want)
		}
		if len(cases) != f.want {
			t.Fatalf("%s: %d puzzles, want %d", name, len(cases), f.want)
		}
		if got := cases[0].Puzzle.String(); f.first != "" && got != f.first {
			t.Errorf("%s: puzzle %s, want %s", name, got, f.first)
		}
	}
}

// TestReaderDoesNotWait checks that a puzzle is delivered as soon as it is complete, so that a contestant at the
// other end of a pipe does not have to close the pipe first.
func TestReaderDoesNotWait(t *testing.T) {
	for problem, text := range map[string]string{
		"poj3074":   nine + "\n",
		"poj3076":   square(sixteen, 16),
		"acwing169": square(strings.Repeat("AB..", 64), 16),
		"luogu1784": spaced(nine, 9),
		"sudoku4":   "1...............\n",
		"sudoku25":  strings.Repeat(".", 625) + "\n",
	} {
		in, out := io.Pipe()
		go func() {
			_, _ = io.WriteString(out, text)
		}()
		delivered := make(chan error, 1)
		reader := NewReader(in, "x", mustProblem(t, problem))
		go func() { delivered <- reader.Next(new(Case)) }()
		select {
		case err := <-delivered:
			if err != nil {
				t.Errorf("%s: %v", problem, err)
			}
		case <-time.After(20 * time.Second):
			t.Errorf("%s: the reader waits for more than a puzzle", problem)
		}
		_ = in.Close()
	}
}
