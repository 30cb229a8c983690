package grids

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
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

// notations are the ways to write a puzzle that every problem reads. Each of them writes a file of one puzzle.
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
	"rows joined by slashes":   func(p, _ solvers.Grid) string { return joined(p, "", "/", ".", false) },
	"rows joined by dots":      func(p, _ solvers.Grid) string { return joined(p, "", ".", "-", false) },
	"question marks":           func(p, _ solvers.Grid) string { return joined(p, "", "", "?", false) },
	"JSON":                     func(p, _ solvers.Grid) string { return "[[" + joined(p, ",", "],\n[", "0", true) + "]]" },
	"JSON, one line":           func(p, _ solvers.Grid) string { return "[[" + joined(p, ", ", "], [", "0", true) + "]]" },
	"JSON of strings":          func(p, _ solvers.Grid) string { return "[\n  \"" + joined(p, "", "\",\n  \"", ".", false) + "\"\n]" },
	"an array of C":            func(p, _ solvers.Grid) string { return "{{" + joined(p, ",", "},\n {", "0", true) + "}};" },
	"a heading":                func(p, _ solvers.Grid) string { return "Grid 01\n" + joined(p, "", "\n", "-", false) },
	"sections":                 sectioned,
	"a library":                func(p, _ solvers.Grid) string { return ":0300:7:" + joined(p, "", "", ".", false) + ":::r1c1:" },
}

// sectioned returns an .sdk file of a puzzle that somebody has solved.
func sectioned(p, full solvers.Grid) string {
	return "#Dany\n[Puzzle]\n" + joined(p, "", "\n", ".", false) + "\n[State]\n" + joined(full, "", "\n", ".", false)
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

// TestTheSameNotationAgain reads files of two puzzles in the notations whose files may have several.
func TestTheSameNotationAgain(t *testing.T) {
	full := solvedGrid(9)
	puzzle := slices.Clone(full)
	puzzle[0], puzzle[80] = 0, 0
	n := 0
	for name, notation := range notations {
		if strings.HasPrefix(name, "a table") {
			continue
		}
		n++
		file := strings.Repeat(notation(puzzle, full)+"\n", 2)
		cases, err := NewReader(strings.NewReader(file), "in", POJ3074).ReadAll()
		if err != nil || len(cases) != 2 || !slices.Equal(cases[1].Puzzle, puzzle) {
			t.Errorf("%s: %v, %v from\n%s", name, cases, err, file)
		}
	}
	if n == 0 {
		t.Error("there are no notations")
	}
}

// TestTrailer reads grids in a frame after which a program has written its name. Without bars such a line is an
// error.
func TestTrailer(t *testing.T) {
	trailer := " Some Program\n  Version 1.0\n"
	cases, err := NewReader(strings.NewReader(simple+trailer+simple+trailer), "in", POJ3074).ReadAll()
	if err != nil || len(cases) != 2 || cases[1].Puzzle.String() != nine {
		t.Errorf("%v, %v", cases, err)
	}
	for _, text := range []string{square(nine, 9) + trailer, trailer + simple, simple + "53\n"} {
		if cases, err := NewReader(strings.NewReader(text), "in", POJ3074).ReadAll(); err == nil {
			t.Errorf("no error for %s: %v", text, cases)
		}
	}
}

// TestJointsAreNoCells reads lines that are as long as joined rows, but in which a joint may be a cell.
func TestJointsAreNoCells(t *testing.T) {
	joinedByDots := joined(solvedGrid(9), "", ".", "-", false)
	for _, text := range []string{
		"." + joinedByDots[1:], strings.ReplaceAll(joinedByDots, ".", "0"), strings.Replace(joinedByDots, ".", "/", 1), joinedByDots[1:] + "1",
	} {
		if cases, err := NewReader(strings.NewReader(text+"\n"), "in", POJ3074).ReadAll(); err == nil {
			t.Errorf("%s is read as %v", text, cases)
		}
	}
}

// TestLayoutsAreNamed reads text that has no layout. The error names the layouts that are read, the same as in
// README.
func TestLayoutsAreNamed(t *testing.T) {
	for _, f := range append(formats, nil) {
		for _, text := range []string{"Dear judge\n", "int main() {\n"} {
			_, err := NewReader(strings.NewReader(text), "in", f).ReadAll()
			for _, layout := range Layouts {
				if err == nil || !strings.Contains(err.Error(), layout) {
					t.Errorf("%v, %q: %v does not name %s", f, text, err, layout)
				}
			}
		}
		_, err := NewReader(strings.NewReader(nine+":1:1"+nineFull[1:]+"\n"), "in", f).ReadAll()
		if f != nil && f.Size == 9 && (err == nil || strings.Contains(err.Error(), known)) {
			t.Errorf("%v: %v is about a layout that was found", f, err)
		}
	}
	readme, err := os.ReadFile("../README.md")
	must(t, err)
	for _, layout := range Layouts {
		if !strings.Contains(string(readme), "\n| "+layout+" | ") {
			t.Errorf("README does not explain %s", layout)
		}
	}
}

// TestLinesAreNoRows reads lines of cells in which a blank stands elsewhere than between rows: they are not read as a
// grid.
func TestLinesAreNoRows(t *testing.T) {
	for _, text := range []string{"1..4........... 1\n", "1..4....1 .......\n", nine[:80] + " 9\n", nine[:40] + " " + nine[40:] + "\n"} {
		for _, f := range []*Format{nil, POJ3074, Sudoku4, Luogu1784} {
			if cases, err := NewReader(strings.NewReader(text), "in", f).ReadAll(); err == nil {
				t.Errorf("%v: %q is read as %v", f, text, cases)
			}
		}
	}
}

// TestIntegersOnOneLineByContent reads a grid of integers on one line without the name of a problem.
func TestIntegersOnOneLineByContent(t *testing.T) {
	for _, size := range []int{4, 9, 16, 25} {
		full := solvedGrid(size)
		cases, err := NewReader(strings.NewReader(joined(full, " ", " ", "0", true)+"\n"), "in", nil).ReadAll()
		if err != nil || len(cases) != 1 || !slices.Equal(cases[0].Puzzle, full) {
			t.Errorf("%d: %v, %v", size, cases, err)
		}
	}
}
