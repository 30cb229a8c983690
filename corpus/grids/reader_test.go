package grids

import (
	"bytes"
	"compress/gzip"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"gridjudge/solvers"
)

const (
	nine     = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	nineFull = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
)

// sixteen is a puzzle in letters, and sixteenFull is its answer.
var sixteenFull, sixteen = func() (full, puzzle string) {
	const n, box = 16, 4
	var f, p []byte
	for r := range n {
		for c := range n {
			f = append(f, 'A'+byte((r%box*box+r/box+c)%n))
			p = append(p, '.')
			if (r*7+c*5)%4 != 1 {
				p[len(p)-1] = f[len(f)-1]
			}
		}
	}
	return string(f), string(p)
}()

// square breaks a line into rows.
func square(line string, size int) string {
	var b strings.Builder
	for i := 0; i < len(line); i += size {
		b.WriteString(line[i:i+size] + "\n")
	}
	return b.String()
}

// spaced separates the characters.
func spaced(line string, size int) string {
	rows := strings.Split(strings.TrimSpace(square(line, size)), "\n")
	for i, r := range rows {
		rows[i] = strings.Join(strings.Split(r, ""), " ")
	}
	return strings.Join(rows, "\n") + "\n"
}

// respell replaces the digits of a 16x16 puzzle in letters, and its blanks.
func respell(line, digits, blank string) string {
	return strings.Map(func(r rune) rune {
		if r == '.' {
			return rune(blank[0])
		}
		return rune(digits[r-'A'])
	}, line)
}

// numbers spells a 16x16 puzzle in integers.
func numbers(line string) string {
	g, _ := solvers.ParseGrid(line)
	var b bytes.Buffer
	for i, d := range g {
		b.WriteString([]string{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16"}[d])
		if i%16 == 15 {
			b.WriteByte('\n')
		} else {
			b.WriteString("  ")
		}
	}
	return b.String()
}

const forum = `+-------+-------+-------+
| 5 3 . | . 7 . | . . . |
| 6 . . | 1 9 5 | . . . |
| . 9 8 | . . . | . 6 . |
+-------+-------+-------+
| 8 . . | . 6 . | . . 3 |
| 4 . . | 8 . 3 | . . 1 |
| 7 . . | . 2 . | . . 6 |
+-------+-------+-------+
| . 6 . | . . . | 2 8 . |
| . . . | 4 1 9 | . . 5 |
| . . . | . 8 . | . 7 9 |
+-------+-------+-------+
`

const simple = `*-----------*
|53.|.7.|...|
|6..|195|...|
|.98|...|.6.|
|---+---+---|
|8..|.6.|..3|
|4..|8.3|..1|
|7..|.2.|..6|
|---+---+---|
|.6.|...|28.|
|...|419|..5|
|...|.8.|.79|
*-----------*
`

// TestReader reads every layout in the forms that other systems give it, with the problem named and by content alone.
func TestReader(t *testing.T) {
	twice := func(s string) string { return s + "\n" + s }
	formats := []struct {
		name, text, problem string
		puzzle              string
		want                int
	}{
		{"poj3074", nine + "\n" + nine + "\nend\n\n# a comment\n", "poj3074", nine, 2},
		{"poj3074 with 0", strings.ReplaceAll(nine, ".", "0") + "\n", "poj3074", nine, 1},
		{"poj3076", twice(square(strings.ReplaceAll(sixteen, ".", "-"), 16)), "poj3076", sixteen, 2},
		{"poj3076 with dots", twice(square(sixteen, 16)), "poj3076", sixteen, 2},
		{"poj3076 without blank lines", square(sixteen, 16) + square(sixteen, 16), "poj3076", sixteen, 2},
		{"acwing169", twice(square(sixteen, 16)) + "\n", "acwing169", sixteen, 2},
		{"luogu1784", spaced(strings.ReplaceAll(nine, ".", "0"), 9), "luogu1784", nine, 1},
		{"sudoku4", "# small\n1..4............ # and easy\n................\n", "sudoku4", "", 2},
		{"sudoku4 with another blank in each line", "1--4------------\n1004000000000000\n", "sudoku4", "1..4............", 2},
		{"sudoku25", strings.Repeat(".", 624) + "Y\n", "sudoku25", strings.Repeat(".", 624) + "Y", 1},
		{"lines of 16x16", twice(sixteen), "poj3076", sixteen, 2},
		{"lines of 16x16 for acwing169", twice(sixteen), "acwing169", sixteen, 2},
		{"lines for luogu1784", twice(nine), "luogu1784", nine, 2},
		{"grid of 4x4", "1234\n....\n....\n....\n", "sudoku4", "1234............", 1},
		{"grid of 25x25", square(strings.Repeat("ABCDE", 5)+strings.Repeat(".", 600), 25), "sudoku25", strings.Repeat("ABCDE", 5) + strings.Repeat(".", 600), 1},
		{"sdm", strings.ReplaceAll(nine, ".", "0") + "\r\n" + strings.ReplaceAll(nine, ".", "0"), "poj3074", nine, 2},
		{"comments and trailing columns", "# hardest first\n\n" + nine + " 11.9 1.2\n" + nine + "\t# easy\n" + nine + ";ED=1.2/1.2\n" + nine + ",17,easy\n", "poj3074", nine, 4},
		{"indented", "  \t" + nine + "\n", "poj3074", nine, 1},
		{"grid", twice(square(nine, 9)), "poj3074", nine, 2},
		{"forum paste", twice(forum), "poj3074", nine, 2},
		{"forum paste without blank lines", forum + forum, "poj3074", nine, 2},
		{"simple", twice(simple), "poj3074", nine, 2},
		{"16x16 in hexadecimal lines", twice(respell(sixteen, "0123456789ABCDEF", ".")), "poj3076", sixteen, 2},
		{"16x16 in hexadecimal grids", twice(square(respell(sixteen, "0123456789abcdef", "."), 16)), "poj3076", sixteen, 2},
		{"16x16 from 1 to G", twice(respell(sixteen, "123456789ABCDEFG", "0")), "poj3076", sixteen, 2},
		{"16x16 in integers", twice(numbers(sixteen)), "poj3076", sixteen, 2},
		{"16x16 in integers, one line", strings.ReplaceAll(numbers(sixteen), "\n", " ") + "\n", "poj3076", sixteen, 1},
		{"25x25 in integers", strings.Repeat(strings.Repeat("25 ", 25)+"\n", 25), "sudoku25", strings.Repeat("Y", 625), 1},
		{"16x16 in spaced letters", twice(spaced(sixteen, 16)), "poj3076", sixteen, 2},
		{"table", "id,Puzzle,rating\n1," + nine + ",2.0\n2," + nine + ",\n", "poj3074", nine, 2},
		{"quoted table", "\"quizzes\"\n\"" + nine + "\"\n", "poj3074", nine, 1},
		{"nothing", "", "poj3074", "", 0},
		{"nothing but comments", "# none\n\n#\n", "poj3076", "", 0},
	}
	for _, blank := range strings.Split(blanks, "") {
		formats = append(formats, struct {
			name, text, problem, puzzle string
			want                        int
		}{"blank " + blank, strings.ReplaceAll(nine, ".", blank), "poj3074", nine, 1})
	}
	transports := map[string]func(string) io.Reader{
		"plain": func(s string) io.Reader { return strings.NewReader(s) },
		"CR LF": func(s string) io.Reader {
			return strings.NewReader(strings.ReplaceAll(strings.ReplaceAll(s, "\r", ""), "\n", "\r\n"))
		},
		"byte order mark":   func(s string) io.Reader { return strings.NewReader("\xef\xbb\xbf" + s) },
		"trailing blanks":   func(s string) io.Reader { return strings.NewReader(strings.ReplaceAll(s, "\n", " \t\n")) },
		"no final newline":  func(s string) io.Reader { return strings.NewReader(strings.TrimRight(s, "\n")) },
		"byte by byte":      func(s string) io.Reader { return iotest.OneByteReader(strings.NewReader(s)) },
		"gzip":              func(s string) io.Reader { return bytes.NewReader(zip(s)) },
		"empty lines after": func(s string) io.Reader { return strings.NewReader(s + "\n\n\n") },
	}
	for _, f := range formats {
		t.Run(f.name, func(t *testing.T) {
			for how, transport := range transports {
				for _, p := range []*Format{nil, mustProblem(t, f.problem)} {
					r := NewReader(transport(f.text), "x", p)
					cases, err := r.ReadAll()
					if err != nil {
						t.Fatalf("%s, %v: %v\n%s", how, p, err, f.text)
					}
					if len(cases) != f.want {
						t.Fatalf("%s, %v: %d puzzles, want %d\n%s", how, p, len(cases), f.want, f.text)
					}
					for i, c := range cases {
						if got := c.Puzzle.String(); f.puzzle != "" && got != f.puzzle {
							t.Errorf("%s, %v, puzzle %d: %s, want %s", how, p, i+1, got, f.puzzle)
						}
						if c.Solutions != (Case{}).Solutions {
							t.Errorf("%s, %v, puzzle %d: %v solutions, want none known", how, p, i+1, c.Solutions)
						}
						if c.Answer != nil {
							t.Errorf("%s, %v, puzzle %d: answer %v, want none", how, p, i+1, c.Answer)
						}
					}
					if got, want := r.Size(), mustProblem(t, f.problem).Size; f.want > 0 && got != want {
						t.Errorf("%s, %v: size %d, want %d", how, p, got, want)
					}
				}
			}
		})
	}
}

func zip(s string) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = z.Write([]byte(s))
	_ = z.Close()
	return b.Bytes()
}

// TestReaderKeepsWhatIsStored reads the layouts that have answers and counts.
func TestReaderKeepsWhatIsStored(t *testing.T) {
	empty := strings.Repeat(".", 81)
	for name, f := range map[string]struct {
		text      string
		answers   []string // "" for none
		solutions []string
	}{
		"tdoku": {
			"# one, many\n" + nine + ":1:" + nineFull + "\n" + empty + ":7:" + nineFull + ":why\n",
			[]string{nineFull, nineFull}, []string{"1", "7"},
		},
		"Kaggle's million": {
			"quizzes,solutions\n" + strings.ReplaceAll(nine, ".", "0") + "," + nineFull + "\n",
			[]string{nineFull}, []string{"not counted"},
		},
		"Kaggle's three million": {
			"id,puzzle,solution,clues,difficulty\n1," + nine + "," + nineFull + ",30,0.0\n2," + nine + ",,30,1.0\n",
			[]string{nineFull, ""}, []string{"not counted", "not counted"},
		},
		"16x16 with columns between": {
			"name,puzzle,solution,nodes\na," + sixteen + "," + sixteenFull + ",5\n",
			[]string{sixteenFull}, []string{"not counted"},
		},
		"other columns with colons": {nine + ":easy\n" + nine + ":12 stars\n", []string{"", ""}, []string{"not counted", "not counted"}},
	} {
		t.Run(name, func(t *testing.T) {
			cases, err := NewReader(strings.NewReader(f.text), "x", nil).ReadAll()
			if err != nil {
				t.Fatalf("%s: %v", f.text, err)
			}
			if len(cases) != len(f.answers) {
				t.Fatalf("%s: %d puzzles, want %d", f.text, len(cases), len(f.answers))
			}
			for i, c := range cases {
				got := ""
				if c.Output() != nil {
					got = c.Output().String()
				}
				if got != f.answers[i] {
					t.Errorf("%s, case %d: answer %q, want %q", name, i+1, got, f.answers[i])
				}
				if got, want := c.Solutions.String(), f.solutions[i]; got != want {
					t.Errorf("%s, case %d: solutions %s, want %s", name, i+1, got, want)
				}
			}
		})
	}
}

// TestReaderCountsLines checks the line number of each case.
func TestReaderCountsLines(t *testing.T) {
	for text, want := range map[string][]int{
		"#\n\n" + nine + "\n" + nine:                      {3, 4},
		"\n" + square(nine, 9) + "\n\n" + square(nine, 9): {2, 13},
		forum + forum:                     {2, 15},
		"puzzle\n" + nine + "\n\n" + nine: {2, 4},
		"\xef\xbb\xbf" + numbers(sixteen) + "# x\n" + numbers(sixteen): {1, 18},
	} {
		cases, err := NewReader(strings.NewReader(text), "x", nil).ReadAll()
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		var got []int
		for _, c := range cases {
			got = append(got, c.Line)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: lines %v, want %v", text, got, want)
		}
	}
}

// TestReaderOwnsNothing checks that cases do not share memory.
func TestReaderOwnsNothing(t *testing.T) {
	cases, err := NewReader(strings.NewReader(nine+":1:"+nineFull+"\n"+nine+"\n"), "x", nil).ReadAll()
	must(t, err)
	cases[0].Puzzle[0] = 9
	if got := cases[1].Puzzle.String(); got != nine {
		t.Errorf("the other puzzle became %s, want %s", got, nine)
	}
	if got := cases[0].Answer.String(); got != nineFull {
		t.Errorf("the answer became %s, want %s", got, nineFull)
	}
}
