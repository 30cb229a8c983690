package grids

import (
	"fmt"
	"strings"
	"testing"
)

// TestTables reads tables as programs export them, with the problem named and by content alone.
func TestTables(t *testing.T) {
	zeros := strings.ReplaceAll(nine, ".", "0")
	hexadecimal := respell(sixteen, "0123456789ABCDEF", "-")
	for _, f := range []struct {
		name, text, problem, puzzle, answer string
		want                                int
	}{
		{"id before", "1," + nine + "\n2," + nine + "\n", "poj3074", nine, "", 2},
		{"id before, solution after", "1," + zeros + "," + nineFull + "\n2," + zeros + "," + nineFull + "\n", "poj3074", nine, nineFull, 2},
		{"solution before the puzzle", "1," + nineFull + "," + nine + "\n", "poj3074", nine, nineFull, 1},
		{"solution first", nineFull + "," + nine + "\n" + nineFull + "," + nine + "\n", "poj3074", nine, nineFull, 2},
		{"solution first, tabs", nineFull + "\t" + nine + "\n", "poj3074", nine, nineFull, 1},
		{"puzzle first", nine + ";" + nineFull + "\n", "poj3074", nine, nineFull, 1},
		{"puzzle first, and a remark", nine + ",easy," + nineFull[1:] + "\n", "poj3074", nine, "", 1},
		{"solution missing later", "1," + nine + "," + nineFull + "\n2," + nine + ",\n", "poj3074", nine, "", 2},
		{"full grids", "1," + nineFull + "\n", "poj3074", nineFull, "", 1},
		{"tabs", "a\t" + nine + "\t0.5\nb\t" + nine + "\t1.5\n", "poj3074", nine, "", 2},
		{"tabs and a header", "id\tpuzzle\tsolution\n1\t" + nine + "\t" + nineFull + "\n", "poj3074", nine, nineFull, 1},
		{"tabs and no solution", "id\tpuzzle\tsolution\n1\t" + nine + "\t\n", "poj3074", nine, "", 1},
		{"semicolons", "1;" + nine + ";1,5\n2;" + nine + ";2,5\n", "poj3074", nine, "", 2},
		{"semicolons and a header", "id;rating;Puzzle\n1;1,5;" + nine + "\n", "poj3074", nine, "", 1},
		{"quoted", `"1","` + nine + `","` + nineFull + "\"\n", "poj3074", nine, nineFull, 1},
		{"quoted first column", `"` + nine + `","` + nineFull + "\"\n", "poj3074", nine, nineFull, 1},
		{"only column, quoted", `"` + nine + "\"\n\"" + nine + "\"\n", "poj3074", nine, "", 2},
		{"separators within quotes", "name,puzzle\n\"Easter, \"\"Monster\"\"\"," + nine + "\n", "poj3074", nine, "", 1},
		{"separators within quotes, no header", "\"Easter, Monster\"," + nine + "\n", "poj3074", nine, "", 1},
		{"quoted header", "\"id\";\"question\";\"answer\"\n\"1\";\"" + nine + "\";\"" + nineFull + "\"\n", "poj3074", nine, nineFull, 1},
		{"blanks around", "1 , " + nine + " , easy\n", "poj3074", nine, "", 1},
		{"question and answer", "source,question,answer,rating\nkaggle," + nine + "," + nineFull + ",0\n", "poj3074", nine, nineFull, 1},
		{"comment before", "# mine\n\n1," + nine + "\n", "poj3074", nine, "", 1},
		{"4x4", "7;1..4............\n", "sudoku4", "1..4............", "", 1},
		{"16x16", "1," + sixteen + "," + sixteenFull + "\n", "poj3076", sixteen, sixteenFull, 1},
		{"16x16 in hexadecimal, other blanks in other columns", "a_0," + hexadecimal + ",0.5-x\n", "poj3076", sixteen, "", 1},
		{"25x25", "1\t" + strings.Repeat(".", 624) + "Y\n", "sudoku25", strings.Repeat(".", 624) + "Y", "", 1},
	} {
		t.Run(f.name, func(t *testing.T) {
			for _, p := range []*Format{nil, mustProblem(t, f.problem)} {
				if p != nil && strings.Contains(f.name, "hexadecimal") {
					continue // the named problem is in letters
				}
				for how, text := range map[string]string{"plain": f.text, "CR LF": strings.ReplaceAll(f.text, "\n", "\r\n"), "byte order mark": "\xef\xbb\xbf" + f.text} {
					cases, err := NewReader(strings.NewReader(text), "x", p).ReadAll()
					if err != nil {
						t.Fatalf("%s, %v: %v\n%s", how, p, err, text)
					}
					if len(cases) != f.want {
						t.Fatalf("%s, %v: %d puzzles, want %d\n%s", how, p, len(cases), f.want, text)
					}
					last := cases[len(cases)-1]
					if got := last.Puzzle.String(); got != f.puzzle {
						t.Errorf("%s, %v: puzzle %s, want %s", how, p, got, f.puzzle)
					}
					if f.answer == "" {
						if last.Answer != nil {
							t.Errorf("%s, %v: answer %v, want none", how, p, last.Answer)
						}
					} else if got := last.Answer.String(); got != f.answer {
						t.Errorf("%s, %v: answer %s, want %s", how, p, got, f.answer)
					}
				}
			}
		})
	}
}

// TestUnknownTables checks the message about an unknown table.
func TestUnknownTables(t *testing.T) {
	other := "1" + strings.Repeat(".", 80)
	for _, f := range []struct {
		name, text, want string
		before           int
	}{
		{"no cells", "1,a,b,c\n2,d,e,f\n", "x:1:1: no known layout: 4 columns, and no rule says which is the puzzle: name one puzzle in a header", 0},
		{"cells too few", "# c\n1;" + nine[1:] + ";x\n2;" + nine + ";x\n", "x:2:1: no known layout: 3 columns, and no rule says which is the puzzle: name one puzzle in a header", 0},
		{"cells in some rows", "1," + nine + "?\n2,e\n3," + nine + "\n", "x:1:1: no known layout: 2 columns, and no rule says which is the puzzle: name one puzzle in a header", 0},
		{"unknown header", "id,raetsel,loesung\n1," + nine + "," + nineFull + "\n", "x:1:1: no known layout: 3 columns, and no rule says which is the puzzle: name one puzzle in a header", 0},
		{"two puzzles per row", "1\t" + nine + "\t" + other + "\n", "x:1:1: no known layout: 3 columns, and no rule says which is the puzzle: name one puzzle in a header", 0},
		{"two solutions per row", "1," + nine + "," + nineFull + "," + nineFull + "\n", "x:1:1: no known layout: 4 columns, and no rule says which is the puzzle: name one puzzle in a header", 0},
		{"two columns called puzzle", "puzzle,quizzes\n" + nine + "," + other + "\n", "x:1:1: no known layout: 2 columns, and no rule says which is the puzzle: name one puzzle in a header", 0},
		{"16x16 that two alphabets spell", "1," + strings.Repeat("ABCDEF..", 32) + "\n", "x:1:1: ambiguous: this may be 16x16 in ABCDEFGHIJKLMNOP, a table with columns separated by ',', or 16x16 in 0123456789ABCDEF, a table with columns separated by ',', or 16x16 in 123456789ABCDEFG, a table with columns separated by ','; name the problem", 0},
		{"another's solution", "1," + nine + ",1" + nineFull[1:] + "\n", "x:1:85: no known layout: the solution: cell 1 differs from the given", 0},
		{"another's solution after", nine + ",1" + nineFull[1:] + "\n", "x:1:83: no known layout: the solution: cell 1 differs from the given", 0},
		{"column missing later", "1," + nine + "\n2\n", "x:2:2: no column 2, the puzzle", 1},
		{"short later", "1;" + nine + ";x\n2;" + nine[1:] + ";x\n", "x:2:83: a puzzle of 80 characters, want 81", 1},
	} {
		t.Run(f.name, func(t *testing.T) {
			cases, err := NewReader(strings.NewReader(f.text), "x", nil).ReadAll()
			if err == nil || strings.TrimSuffix(err.Error(), known) != f.want {
				t.Errorf("%s: error %v, want %s", f.text, err, f.want)
			}
			if len(cases) != f.before {
				t.Errorf("%s: %d puzzles, want %d", f.text, len(cases), f.before)
			}
		})
	}
}

// TestArraysOfPuzzles reads arrays whose puzzles stand on one line. Either all of them are read or none.
func TestArraysOfPuzzles(t *testing.T) {
	other := "1" + strings.Repeat(".", 80)
	for _, array := range []string{`["%s", "%s"]`, `["%s","%s"],`, `const char *a[] = {"%s", "%s"};`, `{"%s","%s"}`} {
		file := fmt.Sprintf(array, nine, other) + "\n"
		for _, p := range []*Format{nil, POJ3074} {
			if cases, err := NewReader(strings.NewReader(file), "x", p).ReadAll(); err == nil && len(cases) != 2 {
				t.Errorf("%s: %d puzzles, want 2 or an error", file, len(cases))
			}
		}
	}
}
