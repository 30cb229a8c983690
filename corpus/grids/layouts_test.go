package grids

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gridjudge/solvers"
)

// joined returns a grid as text: gap is written between two cells, row between two rows, and blank for an empty cell.
// With integers a digit is a number, otherwise the symbol of the size.
func joined(g solvers.Grid, gap, row, blank string, integers bool) string {
	var b strings.Builder
	for i, d := range g {
		switch {
		case i > 0 && i%g.Size() == 0:
			b.WriteString(row)
		case i > 0:
			b.WriteString(gap)
		}
		switch {
		case d == 0:
			b.WriteString(blank)
		case integers:
			fmt.Fprint(&b, d)
		default:
			b.WriteByte(solvers.Symbol(g.Size(), d))
		}
	}
	return b.String()
}

// drawn returns a grid as forums draw it.
func drawn(g solvers.Grid) string {
	n, box := g.Size(), solvers.Box(g.Size())
	rule := strings.Repeat("+"+strings.Repeat("-", 2*box+1), box) + "+\n"
	var b strings.Builder
	for i := range n {
		if i%box == 0 {
			b.WriteString(rule)
		}
		for k := range n {
			if k%box == 0 {
				b.WriteString("| ")
			}
			b.WriteString(string(solvers.Symbol(n, g[i*n+k])) + " ")
		}
		b.WriteString("|\n")
	}
	return b.String() + rule
}

// solvedGrid is a grid without empty cells that keeps the rules.
func solvedGrid(size int) solvers.Grid {
	g, box := solvers.NewGrid(size), solvers.Box(size)
	for i := range g {
		r, c := i/size, i%size
		g[i] = uint8((r%box*box+r/box+c)%size) + 1
	}
	return g
}

// notations are the ways to write a puzzle that every problem reads. Each writes a file of one puzzle.
var notations = map[string]func(puzzle, full solvers.Grid) string{
	"lines": func(p, _ solvers.Grid) string { return joined(p, "", "", ".", false) },
	"counted lines": func(p, full solvers.Grid) string {
		return joined(p, "", "", ".", false) + ":1:" + joined(full, "", "", "", false)
	},
	"a table with a header": func(p, full solvers.Grid) string {
		return "id,puzzle,solution\n1," + joined(p, "", "", ".", false) + "," + joined(full, "", "", "", false)
	},
	"a table without a header": func(p, full solvers.Grid) string {
		return "1;" + joined(p, "", "", ".", false) + ";" + joined(full, "", "", "", false)
	},
	"grids":                    func(p, _ solvers.Grid) string { return joined(p, "", "\n", ".", false) },
	"grids, drawn":             func(p, _ solvers.Grid) string { return drawn(p) },
	"integers":                 func(p, _ solvers.Grid) string { return joined(p, " ", "\n", "0", true) },
	"integers, commas":         func(p, _ solvers.Grid) string { return joined(p, ",", "\n", "0", true) },
	"integers, one line":       func(p, _ solvers.Grid) string { return joined(p, " ", " ", "0", true) },
	"integers, one line, tabs": func(p, _ solvers.Grid) string { return joined(p, "\t", "\t", "0", true) },
	"integers, one CSV record": func(p, _ solvers.Grid) string { return joined(p, ",", ",", "0", true) },
	"symbols, one line":        func(p, _ solvers.Grid) string { return joined(p, " ", " ", ".", false) },
	"rows, one line":           func(p, _ solvers.Grid) string { return joined(p, "", " ", ".", false) },
}

// TestEveryProblemReadsEveryNotation reads random puzzles in each notation.
func TestEveryProblemReadsEveryNotation(t *testing.T) {
	for _, f := range formats {
		full := solvedGrid(f.Size)
		for name, notation := range notations {
			rng := rand.New(rand.NewPCG(6, 4))
			for range 20 {
				puzzle := slices.Clone(full)
				for i := range puzzle {
					if rng.IntN(3) > 0 {
						puzzle[i] = 0
					}
				}
				file := notation(puzzle, full) + "\n"
				cases, err := NewReader(bytes.NewReader([]byte(file)), "in", f).ReadAll()
				if err != nil {
					t.Fatalf("%s, %s: %v:\n%s", f.Name, name, err, file)
				}
				if len(cases) != 1 || !slices.Equal(cases[0].Puzzle, puzzle) {
					t.Fatalf("%s, %s: %v, want %v from\n%s", f.Name, name, cases, puzzle, file)
				}
			}
		}
	}
}

// TestLinesAreNoRows reads lines of cells in which a blank stands elsewhere than between the rows: they are no grid.
func TestLinesAreNoRows(t *testing.T) {
	for _, text := range []string{"1..4........... 1\n", "1..4....1 .......\n", nine[:80] + " 9\n", nine[:40] + " " + nine[40:] + "\n"} {
		for _, f := range []*Format{nil, POJ3074, Sudoku4, Luogu1784} {
			if cases, err := NewReader(strings.NewReader(text), "in", f).ReadAll(); err == nil {
				t.Errorf("%v: %q is read as %v", f, text, cases)
			}
		}
	}
}

// TestIntegersOnOneLineByContent reads a grid of integers on one line where no problem is named.
func TestIntegersOnOneLineByContent(t *testing.T) {
	for _, size := range []int{4, 9, 16, 25} {
		full := solvedGrid(size)
		cases, err := NewReader(strings.NewReader(joined(full, " ", " ", "0", true)+"\n"), "in", nil).ReadAll()
		if err != nil || len(cases) != 1 || !slices.Equal(cases[0].Puzzle, full) {
			t.Errorf("%d: %v, %v", size, cases, err)
		}
	}
}
