package solvers_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

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
		require.NoError(t, err, "%v", g)
		assert.Equal(t, g, again)
		assert.Equal(t, size, again.Size())
		assert.Equal(t, strings.Count(g.String(), "."), len(g)-g.Givens())
	}
}

func TestParseGridRejects(t *testing.T) {
	for _, c := range []struct{ in, says string }{
		{"", "0 characters"},
		{strings.Repeat(".", 80), "80 characters"},
		{strings.Repeat(".", 15) + "5", `column 16: '5' is not in the alphabet 1234`},
		{strings.Repeat(".", 80) + "A", `column 81: 'A'`},
		{strings.Repeat(".", 255) + "Q", `column 256: 'Q' is not in the alphabet ABCDEFGHIJKLMNOP`},
		{strings.Repeat("\xff", 625), `column 1`},
	} {
		_, err := solvers.ParseGrid(c.in)
		assert.ErrorContains(t, err, c.says, "%q", c.in)
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

// Every single change of a right answer must be seen, and the first broken
// rule be named.
func TestCheckSeesEveryChange(t *testing.T) {
	for _, size := range solvers.Sizes() {
		answer := solverstest.Pattern(size)
		puzzle := solvers.NewGrid(size)
		copy(puzzle, answer[:size])
		require.NoError(t, solvers.Check(puzzle, answer))
		for i := range answer {
			for d := range uint8(size + 2) {
				if d == answer[i] {
					continue
				}
				wrong := slices.Clone(answer)
				wrong[i] = d
				assert.Error(t, solvers.Check(puzzle, wrong), "size %d, cell %d set to %d", size, i, d)
			}
		}
		assert.Error(t, solvers.Check(puzzle, answer[:size]))
		assert.Error(t, solvers.Check(nil, nil))
	}
}

// A given counts in every cell, and a cell has all bits of its byte.
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
			assert.NoError(t, solvers.Check(puzzle, answer), "size %d, given in cell %d", size, i)
			assert.Error(t, solvers.Check(puzzle, other), "size %d, given in cell %d", size, i)
			for _, bit := range []uint8{0x20, 0x40, 0x80} {
				wrong := slices.Clone(answer)
				wrong[i] = d | bit
				assert.Error(t, solvers.Check(solvers.NewGrid(size), wrong), "size %d, cell %d set to %d", size, i, d|bit)
				puzzle[i] = d | bit
				assert.Error(t, solvers.Check(puzzle, answer), "size %d, given %d in cell %d", size, d|bit, i)
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
	// A latin square that only the boxes know to be wrong.
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
		assert.EqualError(t, solvers.Check(c.puzzle, c.answer), c.says, "%v for %v", c.answer, c.puzzle)
	}
}

func TestValidate(t *testing.T) {
	good := solvers.Spec{Name: "a-b", Doc: "d", Sizes: []int{4, 9}, New: func(int) solvers.Solver { return nil }}
	require.NoError(t, solvers.Validate([]solvers.Spec{good}))
	for says, spoil := range map[string]func(s *solvers.Spec){
		"name":          func(s *solvers.Spec) { s.Name = "dlx-2" },
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
		assert.ErrorContains(t, solvers.Validate([]solvers.Spec{bad}), says)
	}
	assert.ErrorContains(t, solvers.Validate([]solvers.Spec{good, good}), "twice")
	matrices := solvers.Spec{Name: "m", Doc: "d", NewCover: func() solvers.CoverSolver { return nil }}
	assert.NoError(t, solvers.Validate([]solvers.Spec{matrices}))
	matrices.Sizes = []int{9}
	assert.ErrorContains(t, solvers.Validate([]solvers.Spec{matrices}), "no Sizes")
	for _, name := range []string{"", "A", "a_b", "a/b", "a-1", "1a", "a-", "-a", "a--b", "dlx 1"} {
		assert.False(t, solvers.ValidName(name), "%q", name)
	}
}

func ExampleCheck() {
	puzzle, _ := solvers.ParseGrid("1.......2.....43")
	answer, _ := solvers.ParseGrid("1432321421434321")
	fmt.Println(solvers.Check(puzzle, answer))
	// Output: row 4, column 3: the given 4 became 2
}

// Whatever a wrong program answers can be printed, checked and compared.
func TestAnyBytesAreTaken(t *testing.T) {
	for _, g := range []solvers.Grid{nil, {}, {1}, slices.Repeat(solvers.Grid{255}, 81), slices.Repeat(solvers.Grid{10}, 81),
		slices.Repeat(solvers.Grid{17}, 256), make(solvers.Grid, 80)} {
		assert.Len(t, g.String(), len(g))
		assert.False(t, g.Valid())
		assert.ErrorContains(t, g.Conflict(), "no grid")
		assert.Error(t, solvers.Check(g, g))
		assert.Error(t, solvers.Check(solvers.NewGrid(9), g))
		assert.Error(t, solvers.Check(g, solvers.NewGrid(9)))
	}
	assert.Equal(t, strings.Repeat("?", 81), slices.Repeat(solvers.Grid{10}, 81).String())
}
