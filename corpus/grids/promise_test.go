package grids

import (
	"strings"
	"testing"

	"gridjudge/corpus/text"
)

// TestPromises reads files that begin with the number of their puzzles, in several layouts, and files with another
// number of puzzles than they say. The puzzles before the error are read.
func TestPromises(t *testing.T) {
	grid := strings.ReplaceAll(square(nine, 9), ".", "0")
	for name, c := range map[string]struct {
		text         string
		puzzles      int
		line, column int // of the error; 0: none
	}{
		"the layout of POJ 2676":    {"2\n" + grid + grid, 2, 0, 0},
		"after a comment":           {"# mine\n\n 2\n" + grid + "\n" + grid, 2, 0, 0},
		"lines":                     {"3\n" + strings.Repeat(nine+"\n", 3), 3, 0, 0},
		"no number":                 {grid + grid, 2, 0, 0},
		"one more":                  {"1\n" + grid + grid, 1, 11, 1},
		"one more in a line":        {"2\n" + strings.Repeat(nine+"\n", 3), 2, 4, 1},
		"none":                      {"0\n" + grid, 0, 2, 1},
		"one missing":               {"3\n" + grid + grid, 2, 19, 10},
		"all missing":               {"1\n", 0, 1, 2},
		"one missing, in lines":     {"2\n" + nine + "\n", 1, 2, 82},
		"a number within the file":  {"1\n" + grid + "2\n" + grid + grid, 1, 11, 2},
		"a number as long as a row": {"123456789\n" + grid, 1, 10, 10},
	} {
		for _, f := range []*Format{POJ2676, POJ3074, nil} {
			cases, err := NewReader(strings.NewReader(c.text), "in", f).ReadAll()
			at := text.Error{}
			if e, ok := err.(*text.Error); ok {
				at = *e
			}
			if len(cases) != c.puzzles || at.Line != c.line || at.Column != c.column || c.line == 0 && err != nil {
				t.Errorf("%s, %v: %d puzzles, %v; want %d, and line %d, column %d", name, f, len(cases), err, c.puzzles, c.line, c.column)
			}
		}
	}
}
