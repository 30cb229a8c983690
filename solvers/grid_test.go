package solvers_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gridjudge/solvers"
	"gridjudge/solvers/solverstest"
)

func TestGridRoundTrip(t *testing.T) {
	for _, size := range solvers.Sizes() {
		g := solverstest.Pattern(size)
		for i := 0; i < len(g); i += 3 {
			g[i] = 0
		}
		again, err := solvers.ParseGrid(g.String())
		if err != nil {
			t.Fatalf("%v: %v", g, err)
		}
		if !slices.Equal(again, g) {
			t.Errorf("%v is read as %v", g, again)
		}
		if got := again.Size(); got != size {
			t.Errorf("%v has size %d, want %d", again, got, size)
		}
		if got, want := len(g)-g.Givens(), strings.Count(g.String(), "."); got != want {
			t.Errorf("%v has %d cells without a given, want %d", g, got, want)
		}
	}
}

// says reports whether err is an error with this text.
func says(err error, text string) bool { return err != nil && strings.Contains(err.Error(), text) }

func TestParseGridRejects(t *testing.T) {
	for _, c := range []struct{ in, says string }{
		{"", "0 characters"},
		{strings.Repeat(".", 80), "80 characters"},
		{strings.Repeat(".", 15) + "5", `column 16: '5' is not in the alphabet 1234`},
		{strings.Repeat(".", 80) + "A", `column 81: 'A'`},
		{strings.Repeat(".", 255) + "Q", `column 256: 'Q' is not in the alphabet ABCDEFGHIJKLMNOP`},
		{strings.Repeat("\xff", 625), `column 1`},
	} {
		if _, err := solvers.ParseGrid(c.in); !says(err, c.says) {
			t.Errorf("%q: error %v, want one with %q", c.in, err, c.says)
		}
	}
}

func FuzzParseGrid(f *testing.F) {
	for _, size := range solvers.Sizes() {
		f.Add(solverstest.Pattern(size).String())
		f.Add(solvers.NewGrid(size).String())
	}
	f.Fuzz(func(t *testing.T, s string) {
		g, err := solvers.ParseGrid(s)
		if err != nil {
			return
		}
		if !g.Valid() {
			t.Fatalf("%q became %v, which is not valid", s, []uint8(g))
		}
		again, err := solvers.ParseGrid(g.String())
		if err != nil || !slices.Equal(g, again) {
			t.Fatalf("%q printed as %q: %v", s, g, err)
		}
	})
}

// Check must notice every change of a single cell of a right answer, and name the first broken rule.
func TestCheckSeesEveryChange(t *testing.T) {
	for _, size := range solvers.Sizes() {
		answer := solverstest.Pattern(size)
		puzzle := solvers.NewGrid(size)
		copy(puzzle, answer[:size])
		if err := solvers.Check(puzzle, answer); err != nil {
			t.Fatal(err)
		}
		for i := range answer {
			for d := range uint8(size + 2) {
				if d == answer[i] {
					continue
				}
				wrong := slices.Clone(answer)
				wrong[i] = d
				if solvers.Check(puzzle, wrong) == nil {
					t.Errorf("size %d, cell %d set to %d: no error", size, i, d)
				}
			}
		}
		if solvers.Check(puzzle, answer[:size]) == nil {
			t.Errorf("size %d, an answer of one row: no error", size)
		}
		if solvers.Check(nil, nil) == nil {
			t.Error("no puzzle and no answer: no error")
		}
	}
}

// Check must notice a changed given in every cell, and in every bit of the cell's byte.
func TestCheckSeesEveryGiven(t *testing.T) {
	for _, size := range solvers.Sizes() {
		answer := solverstest.Pattern(size)
		other := slices.Clone(answer) // right, and another one in every cell
		for i, d := range answer {
			other[i] = d%uint8(size) + 1
		}
		for i, d := range answer {
			puzzle := solvers.NewGrid(size)
			puzzle[i] = d
			if err := solvers.Check(puzzle, answer); err != nil {
				t.Errorf("size %d, given in cell %d: %v", size, i, err)
			}
			if solvers.Check(puzzle, other) == nil {
				t.Errorf("size %d, given in cell %d, an answer with another: no error", size, i)
			}
			for _, bit := range []uint8{0x20, 0x40, 0x80} {
				wrong := slices.Clone(answer)
				wrong[i] = d | bit
				if solvers.Check(solvers.NewGrid(size), wrong) == nil {
					t.Errorf("size %d, cell %d set to %d: no error", size, i, d|bit)
				}
				puzzle[i] = d | bit
				if solvers.Check(puzzle, answer) == nil {
					t.Errorf("size %d, given %d in cell %d: no error", size, d|bit, i)
				}
			}
		}
	}
}

func TestCheckNamesTheRule(t *testing.T) {
	right := solverstest.Pattern(9)
	change := func(cells ...int) solvers.Grid {
		g := slices.Clone(right)
		for i := 0; i < len(cells); i += 2 {
			g[cells[i]] = uint8(cells[i+1])
		}
		return g
	}
	// A latin square: rows and columns are right, so that only the boxes show that it is wrong.
	latin := solvers.NewGrid(9)
	for i := range latin {
		latin[i] = uint8((i/9+i%9)%9) + 1
	}
	empty := solvers.NewGrid(9)
	for _, c := range []struct {
		puzzle, answer solvers.Grid
		says           string
	}{
		{empty, change(20, 0), "row 3, column 3 is empty"},
		{empty, change(20, 10), "row 3, column 3 holds 10, beyond 9"},
		{change(20, 1), right, "row 3, column 3: the given 1 became 9"},
		{empty, change(18, int(right[19])), fmt.Sprintf("row 3 has two %ds", right[19])},
		{empty, change(0, 2, 1, 1), "column 1 has two 2s"},
		{empty, latin, "box 1 has two 2s"},
	} {
		if err := solvers.Check(c.puzzle, c.answer); err == nil || err.Error() != c.says {
			t.Errorf("%v for %v: error %v, want %q", c.answer, c.puzzle, err, c.says)
		}
	}
}

func TestValidate(t *testing.T) {
	good := solvers.Spec{Name: "a-b", Doc: "d", Sizes: []int{4, 9}, New: func(int) solvers.Solver { return nil }}
	if err := solvers.Validate([]solvers.Spec{good}); err != nil {
		t.Fatal(err)
	}
	for text, spoil := range map[string]func(s *solvers.Spec){
		"name":          func(s *solvers.Spec) { s.Name = "dlx-2" },
		"--solver none": func(s *solvers.Spec) { s.Name = "none" },
		"documentation": func(s *solvers.Spec) { s.Doc = "" },
		"constructor":   func(s *solvers.Spec) { s.New = nil },
		"no size":       func(s *solvers.Spec) { s.Sizes = nil },
		"ascending":     func(s *solvers.Spec) { s.Sizes = []int{9, 4} },
		"no size 10":    func(s *solvers.Spec) { s.Sizes = []int{10} },
		"no matrices":   func(s *solvers.Spec) { s.ByReduction = true },
		"variant of":    func(s *solvers.Spec) { s.VariantOf = "nobody" },
	} {
		bad := good
		spoil(&bad)
		if err := solvers.Validate([]solvers.Spec{bad}); !says(err, text) {
			t.Errorf("%+v: error %v, want one with %q", bad, err, text)
		}
	}
	if err := solvers.Validate([]solvers.Spec{good, good}); !says(err, "twice") {
		t.Errorf("one solver twice: error %v, want one with %q", err, "twice")
	}
	matrices := solvers.Spec{Name: "m", Doc: "d", NewCover: func() solvers.CoverSolver { return nil }}
	if err := solvers.Validate([]solvers.Spec{matrices}); err != nil {
		t.Errorf("a solver of matrices alone: %v", err)
	}
	matrices.Sizes = []int{9}
	if err := solvers.Validate([]solvers.Spec{matrices}); !says(err, "no Sizes") {
		t.Errorf("a solver of matrices with a size: error %v, want one with %q", err, "no Sizes")
	}
	for _, name := range []string{"", "A", "a_b", "a/b", "a-1", "1a", "a-", "-a", "a--b", "dlx 1"} {
		if solvers.ValidName(name) {
			t.Errorf("ValidName(%q) = true", name)
		}
	}
}

func ExampleCheck() {
	puzzle, _ := solvers.ParseGrid("1.......2.....43")
	answer, _ := solvers.ParseGrid("1432321421434321")
	fmt.Println(solvers.Check(puzzle, answer))
	// Output: row 4, column 3: the given 4 became 2
}

// Everything that a wrong program might answer can be printed, checked and compared.
func TestAnyBytesAreTaken(t *testing.T) {
	for _, g := range []solvers.Grid{nil, {}, {1, 1}, slices.Repeat(solvers.Grid{255}, 81), slices.Repeat(solvers.Grid{10}, 81),
		slices.Repeat(solvers.Grid{17}, 256), make(solvers.Grid, 80)} {
		if got := g.String(); len(got) != len(g) {
			t.Errorf("%d cells are printed as %q", len(g), got)
		}
		if g.Valid() {
			t.Errorf("%v is valid", []uint8(g))
		}
		if err := g.Conflict(); !says(err, "not a grid") {
			t.Errorf("%v: conflict %v, want one with %q", []uint8(g), err, "not a grid")
		}
		for _, c := range [][2]solvers.Grid{{g, g}, {solvers.NewGrid(9), g}, {g, solvers.NewGrid(9)}} {
			if solvers.Check(c[0], c[1]) == nil {
				t.Errorf("%v for %v: no error", []uint8(c[1]), []uint8(c[0]))
			}
		}
	}
	if got, want := slices.Repeat(solvers.Grid{10}, 81).String(), strings.Repeat("?", 81); got != want {
		t.Errorf("9x9 cells of 10 are printed as %q, want %q", got, want)
	}
}
