package grids

import (
	"errors"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"gridjudge/corpus/text"
)

// TestReaderErrors reads invalid content and checks message and place of the
// error, and the number of puzzles before it.
func TestReaderErrors(t *testing.T) {
	row := "ABCDEFGHIJKLMNOP\n"
	letters := "'Q' is not in the alphabet ABCDEFGHIJKLMNOP (. - 0 * _ x ? for empty)"
	for _, f := range []struct {
		name, problem, text string
		before              int
		want                string
	}{
		{"short line", "poj3074", nine[:80] + "\n", 0, `x:1:81: a puzzle of 80 characters, want 81`},
		{"long line", "poj3074", nine + "\n" + nine + "12\n" + nine, 1, `x:2:82: a puzzle of 83 characters, want 81`},
		{"short before a column", "poj3074", nine[:80] + " easy\n", 0, `x:1:81: a puzzle of 80 characters, want 81`},
		{"invalid letter", "poj3074", nine + "\n" + nine[:40] + "A" + nine[41:] + "\n", 1, `x:2:41: 'A' is not in the alphabet 123456789 (. - 0 * _ x ? for empty)`},
		{"x among other blanks", "poj3074", nine + "\n" + nine[:3] + "x" + nine[4:] + "\n", 1, `x:2:4: empty cells are '.' and 'x' in one puzzle: write all of them alike, and digits from 1`},
		{"invalid letter at the start", "poj3074", "#\n\nA" + nine[1:], 0, `x:3:1: 'A' is not in the alphabet 123456789 (. - 0 * _ x ? for empty)`},
		{"End in capitals", "poj3074", nine + "\nEND\n", 1, `x:2:1: 'E' is not in the alphabet 123456789 (. - 0 * _ x ? for empty)`},
		{"letter of several bytes", "poj3074", "\xef\xbb\xbf" + nine[:4] + "é" + nine[5:], 0, `x:1:8: 'é' is not in the alphabet 123456789 (. - 0 * _ x ? for empty)`},
		{"binary", "poj3074", nine + "\n" + nine[:5] + "\x00" + nine[6:], 1, `x:2:6: binary data (byte 0x00), not text`},
		{"binary at once", "poj3076", "\x7fELF\x02\x01\x01\x00", 0, `x:1:1: binary data (byte 0x7f), not text`},
		{"not UTF-8", "poj3076", row + "ABC\xff\n", 0, `x:2:4: binary data (byte 0xff is not UTF-8), not text`},
		{"UTF-16", "poj3074", "\xff\xfe5\x003\x00", 0, `x:1:1: UTF-16 text: save it as UTF-8`},
		{"damaged gzip file", "poj3074", "\x1f\x8bjunk", 0, `x: damaged gzip file: unexpected EOF`},
		{"gzip cut short", "poj3074", string(zip(nine + "\n" + nine)[:60]), 0, `x:1:1: reading failed: unexpected EOF`},
		{"beyond 1 MiB", "poj3074", nine + "\n" + strings.Repeat("1", 1<<20+1), 1, `x:2:1048577: a line longer than 1 MiB`},
		{"far beyond 1 MiB", "poj3076", strings.Repeat("A", 1<<22), 0, `x:1:1048577: a line longer than 1 MiB`},
		{"another size", "poj3076", nine + "\n", 0, `x:1:1: '5' is not in the alphabet ABCDEFGHIJKLMNOP (. - 0 * _ x ? for empty)`},

		{"short row", "poj3076", "\n" + row + row[:15] + "\n", 0, `x:3:16: a row of 15 cells, want 16`},
		{"long row", "poj3076", row + row[:16] + "AB\n", 0, `x:2:17: a row of 18 cells, want 16`},
		{"long row of blanks", "poj3076", row + strings.Repeat("-", 17), 0, `x:2:17: a row of 17 cells, want 16`},
		{"short row of blanks", "poj3076", row + strings.Repeat("-", 15), 0, `x:2:16: a row of 15 cells, want 16`},
		{"invalid letter in a row", "poj3076", row + "ABQ" + row[3:], 0, "x:2:3: " + letters},
		{"invalid letter in the first row", "poj3076", "ABQ" + row[3:], 0, "x:1:3: " + letters},
		{"invalid letter in the second grid", "poj3076", strings.Repeat(row, 16) + "\nABQ" + row[3:], 1, "x:18:3: " + letters},
		{"cut short by the end", "poj3076", strings.Repeat(row, 16) + "\n" + strings.Repeat(row, 15), 1, `x:32:17: the grid is cut short after 15 of 16 rows`},
		{"cut short by an empty line", "poj3076", strings.Repeat(row, 3) + "\n" + strings.Repeat(row, 16), 0, `x:4:1: the grid is cut short after 3 of 16 rows`},
		{"acwing169 too", "acwing169", row + "abc", 0, "x:2:1: 'a' is not in the alphabet ABCDEFGHIJKLMNOP (. - 0 * _ x ? for empty)"},
		{"cut short in a forum paste", "poj3074", forum + forum[:200], 1, "x:21:18: a row of 6 cells, want 9"},

		{"short row of integers", "luogu1784", "5 3 0 0 7 0 0 0\n", 0, `x:1:16: a row of 8 cells, want 9`},
		{"long row of integers", "luogu1784", "5 3 0 0 7 0 0 0 0 0\n", 0, `x:1:20: a row of 10 cells, want 9`},
		{"integer beyond", "luogu1784", "5 3 0 0 10 0 0 0 0\n", 0, `x:1:9: "10" is greater than 9`},
		{"no integer", "luogu1784", "5 3 0 0 A 0 0 0 0\n", 0, `x:1:9: 'A' is not in the alphabet 123456789 (. - 0 * _ x ? for empty)`},
		{"integers cut short", "luogu1784", "5 3 0 0 7 0 0 0 0\n", 0, `x:1:18: the grid is cut short after 1 of 9 rows`},
		{"integer beyond 16", "poj3076", numbers(sixteen) + "\n17 1\n", 1, `x:18:1: "17" is greater than 16`},
		{"long integer", "poj3076", numbers(sixteen) + "\n" + strings.Repeat("9", 100), 1, `x:18:1: "999999999999" is greater than 16`},
		{"too many integers", "poj3076", numbers(sixteen) + strings.Repeat("1 ", 257), 1, `x:17:513: more than 256 cells`},

		{"short 4x4", "sudoku4", "1..4\n1..4............\n", 0, `x:2:5: a row of 16 cells, want 4`},
		{"5 in 4x4", "sudoku4", "1..4...........5\n", 0, `x:1:16: '5' is not in the alphabet 1234 (. - 0 * _ x ? for empty)`},
		{"Z in 25x25", "sudoku25", strings.Repeat(".", 624) + "Z\n", 0, `x:1:625: 'Z' is not in the alphabet ABCDEFGHIJKLMNOPQRSTUVWXY (. - 0 * _ x ? for empty)`},
		{"short 25x25", "sudoku25", strings.Repeat(".", 624) + "\n", 0, `x:1:625: a puzzle of 624 characters, want 625`},

		{"another's solution", "poj3074", nine + ":1:1" + nineFull[1:] + "\n", 0, `x:1:85: the solution: cell 1 differs from the given`},
		{"unfinished solution", "poj3074", nine + ":1:" + nineFull[:2] + "." + nineFull[3:] + "\n", 0, `x:1:87: the solution: cell 3 is empty`},
		{"table without the column", "poj3074", "id,puzzle,solution\n1," + nine + "," + nineFull + "\n2," + nine + "\n3", 1, `x:3:84: no column 3, the solution`},
		{"table with a short puzzle", "poj3074", "puzzle,solution\n" + nine[1:] + "," + nineFull + "\n", 0, `x:2:81: a puzzle of 80 characters, want 81`},
		{"table without a puzzle", "poj3074", "id,puzzle\n1," + nine + "\n3", 1, `x:3:2: no column 2, the puzzle`},
	} {
		t.Run(f.name, func(t *testing.T) {
			r := NewReader(strings.NewReader(f.text), "x", mustProblem(t, f.problem))
			cases, err := r.ReadAll()
			if err == nil {
				t.Fatalf("%q: no error, want %s", f.text, f.want)
			}
			if strings.TrimSuffix(err.Error(), known) != f.want {
				t.Errorf("%.300q: error %v, want %s", f.text, err, f.want)
			}
			if len(cases) != f.before {
				t.Errorf("%.300q: %d puzzles, want %d", f.text, len(cases), f.before)
			}
			if _, ok := errors.AsType[*text.Error](err); !ok {
				t.Errorf("%.300q: error %T, want a *text.Error", f.text, err)
			}
			if again := r.Next(new(Case)); !reflect.DeepEqual(again, err) {
				t.Errorf("error %v after %v: the error stays", again, err)
			}
		})
	}
}

// TestReaderErrorsUnnamed does the same without a problem, for content with an error in one layout and for content
// that fits no layout.
func TestReaderErrorsUnnamed(t *testing.T) {
	for _, f := range []struct {
		name, text string
		before     int
		want       string
	}{
		{"second line", nine + "\n" + nine[:80], 1, `x:2:81: a puzzle of 80 characters, want 81`},
		{"letter in the first line", nine[:40] + "!" + nine[41:], 0, `x:1:41: no known layout: '!' is not in the alphabet 123456789 (. - 0 * _ x ? for empty)`},
		{"letter in the first row", "5 3 ! . 7 . . . .\n", 0, `x:1:5: no known layout: '!' is not in the alphabet 123456789 (. - 0 * _ x ? for empty)`},
		{"prose", "Dear judge\n", 0, `x:1:1: no known layout: a line of 10 characters; a puzzle has 16, 81, 256 or 625 cells, a row of a grid 4, 9, 16 or 25`},
		{"short line", nine[:80] + "\n", 0, `x:1:1: no known layout: a line of 80 characters; a puzzle has 16, 81, 256 or 625 cells`},
		{"damaged gzip file", "\x1f\x8bjunk", 0, `x: damaged gzip file: unexpected EOF`},
		{"binary", "\x00\x01", 0, `x:1:1: binary data (byte 0x00), not text`},
		{"binary later", nine + "\n\x00\x01", 1, `x:2:1: binary data (byte 0x00), not text`},
		{"grid cut short", square(nine, 9)[:85], 0, `x:9:6: a row of 5 cells, want 9`},
		{"beyond 1 MiB", strings.Repeat("#", 1<<21), 0, `x:1:1048577: a line longer than 1 MiB`},
	} {
		t.Run(f.name, func(t *testing.T) {
			cases, err := NewReader(strings.NewReader(f.text), "x", nil).ReadAll()
			if err == nil {
				t.Fatalf("%.300q: no error, want %s", f.text, f.want)
			}
			if !strings.HasPrefix(err.Error(), f.want) {
				t.Errorf("%.300q: error %v, want one that starts with %s", f.text, err, f.want)
			}
			if len(cases) != f.before {
				t.Errorf("%.300q: %d puzzles, want %d", f.text, len(cases), f.before)
			}
		})
	}
}

// TestReaderReportsTheStream checks that a failing stream is not taken for its end.
func TestReaderReportsTheStream(t *testing.T) {
	broken := io.MultiReader(strings.NewReader(nine+"\n"), iotest.ErrReader(errors.New("unplugged")))
	cases, err := NewReader(broken, "<stdin>", nil).ReadAll()
	if len(cases) != 1 {
		t.Errorf("%d puzzles, want 1", len(cases))
	}
	if want := "<stdin>:2:1: reading failed: unplugged"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

// TestOtherJSONIsRefusedWithTheArraysThatAreRead writes grids as programs dump them. No reader of lines can read
// these, and each error says which arrays are read, with and without a problem.
func TestOtherJSONIsRefusedWithTheArraysThatAreRead(t *testing.T) {
	rows := strings.Repeat(","+nine, 2)[1:]
	quoted := strings.ReplaceAll(`"`+rows+`"`, ",", `", "`)
	var cells []string
	for row := range slices.Chunk([]byte(strings.ReplaceAll(nine, ".", "0")), 9) {
		cells = append(cells, "["+strings.Join(strings.Split(string(row), ""), ", ")+"]")
	}
	grid := "[" + strings.Join(cells, ", ") + "]"
	for name, text := range map[string]string{
		"grids on one line":      "[" + grid + ", " + grid + "]\n",
		"a cell on each line":    "[" + strings.ReplaceAll(strings.ReplaceAll(grid, "[", "\n [\n  "), ", ", ",\n  ") + "]\n",
		"strings":                "[" + quoted + "]\n",
		"strings on lines":       "[\n " + strings.ReplaceAll(quoted, " ", "\n ") + "\n]\n",
		"an object":              `{"puzzles": [` + quoted + "]}\n",
		"an object on lines":     "{\n \"puzzles\": [\n" + quoted + "\n]}\n",
		"an object behind a gap": "\n  {\"puzzles\": [" + quoted + "]}\n",
	} {
		for _, f := range []*Format{nil, POJ3074} {
			list, err := NewReader(strings.NewReader(text), "x", f).ReadAll()
			if err == nil {
				t.Errorf("%s: %d puzzles, want an error", name, len(list))
			} else if !strings.HasSuffix(err.Error(), arrays) {
				t.Errorf("%s: %v, want the arrays that are read", name, err)
			}
		}
	}
	for name, text := range map[string]string{"one line": grid + "\n", "a grid on each line": "[\n" + grid + ",\n" + grid + "\n]\n", "a row on each line": strings.ReplaceAll(grid, "], ", "],\n")} {
		if _, err := NewReader(strings.NewReader(text), "x", nil).ReadAll(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
