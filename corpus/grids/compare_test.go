package grids

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"unicode"

	"gridjudge/corpus/cases"
	"gridjudge/solvers"
)

// canonical is the expected output for cases.
func canonical(t testing.TB, p *Format, list []Case) string {
	t.Helper()
	var b bytes.Buffer
	w := p.NewWriter(&b)
	for i := range list {
		must(t, w.Write(&List{p, list}, i, list[i].Answer))
	}
	must(t, w.Close())
	return b.String()
}

const foursOut = `1234341221434321
1234341221434321
123....4........
1234341221434321
1234341221434321
11..............
`

func TestCompare(t *testing.T) {
	other := strings.Replace(foursOut, "........\n1234341221434321", "........\n2134341212434321", 1)
	for _, c := range []struct {
		name         string
		output       string
		loose, tight cases.Match
		where        [2]int
		nth, passed  int
		reason       string
	}{
		{"equal", foursOut, cases.Right, cases.Right, [2]int{}, 0, 6, ""},
		{"CR LF", strings.ReplaceAll(foursOut, "\n", "\r\n"), cases.Right, cases.WhitespaceOnly, [2]int{1, 17}, 1, 6, `expected the end of the line, got '\r'`},
		{"trailing blanks", strings.ReplaceAll(foursOut, "\n", " \t\n"), cases.Right, cases.WhitespaceOnly, [2]int{1, 17}, 1, 6, "expected the end of the line, got a blank"},
		{"no final newline", strings.TrimSuffix(foursOut, "\n"), cases.Right, cases.WhitespaceOnly, [2]int{6, 17}, 6, 6, "expected the end of the line, got the end"},
		{"more final newlines", foursOut + "\n\r\n\n", cases.Right, cases.WhitespaceOnly, [2]int{7, 1}, 6, 6, "expected the end, got the end of the line"},
		{"blank line between", strings.Replace(foursOut, "\n", "\n\n", 1), cases.WhitespaceOnly, cases.WhitespaceOnly, [2]int{2, 1}, 2, 6, "expected '1', got the end of the line"},
		{"leading blank", " " + foursOut, cases.WhitespaceOnly, cases.WhitespaceOnly, [2]int{1, 1}, 1, 6, "expected '1', got a blank"},
		{"one line", strings.ReplaceAll(foursOut, "\n", ""), cases.WhitespaceOnly, cases.WhitespaceOnly, [2]int{1, 17}, 1, 6, "expected the end of the line, got '1'"},
		{"in rows", strings.ReplaceAll(foursOut, "12343412", "1234\n3412"), cases.WhitespaceOnly, cases.WhitespaceOnly, [2]int{1, 5}, 1, 6, "expected '3', got the end of the line"},
		{"blanks between", strings.Join(strings.Split(foursOut, ""), " "), cases.WhitespaceOnly, cases.WhitespaceOnly, [2]int{1, 2}, 1, 6, "expected '2', got a blank"},
		{"a trailing blank", foursOut[:33] + " " + foursOut[33:], cases.Right, cases.WhitespaceOnly, [2]int{2, 17}, 2, 6, "expected the end of the line, got a blank"},
		{"the other solution of case 4", other, cases.Right, cases.Right, [2]int{}, 0, 6, ""},
		{"no output", "", cases.Wrong, cases.Wrong, [2]int{1, 1}, 1, 0, "case 1: there is no answer"},
		{"only white space", " \n\n", cases.Wrong, cases.Wrong, [2]int{3, 1}, 1, 0, "case 1: there is no answer"},
		{"one too few", foursOut[:85], cases.Wrong, cases.Wrong, [2]int{6, 1}, 6, 5, "case 6: there is no answer"},
		{"cut short", foursOut[:90], cases.Wrong, cases.Wrong, [2]int{6, 6}, 6, 5, "case 6: the output ends after 5 of 16 cells"},
		{"one too many", foursOut + solved4, cases.Wrong, cases.Wrong, [2]int{7, 1}, 0, 6, "more output after the answer to case 6, the last"},
		{"a line too short", foursOut[:17] + foursOut[18:], cases.Wrong, cases.Wrong, [2]int{2, 1}, 2, 1, "; line 2 ends after 15 characters"},
		{"a word", "Case 1:\n" + foursOut, cases.Wrong, cases.Wrong, [2]int{1, 1}, 1, 2, `case 1: 'C' is not a digit of a grid: want 1234`},
		{"Latin-1", "\xe9\n" + foursOut, cases.Wrong, cases.Wrong, [2]int{1, 1}, 1, 0, `case 1: '\xe9' is not a digit`},
		{"a character alone", "x\n", cases.Wrong, cases.Wrong, [2]int{1, 1}, 1, 0, `case 1: 'x' is not a digit of a grid`},
		{"digit beyond", "1234341221434351" + foursOut[16:], cases.Wrong, cases.Wrong, [2]int{1, 15}, 1, 5, `'5' is not a digit`},
		{"a wrong digit before a foreign character", "2234341221434351" + foursOut[16:], cases.Wrong, cases.Wrong, [2]int{1, 1}, 1, 5, `'5' is not a digit`},
		{"a wrong digit before many", "2234341221434355", cases.Wrong, cases.Wrong, [2]int{1, 1}, 1, 0, `'5' is not a digit`},
		{"binary", "\x00\xff" + foursOut, cases.Wrong, cases.Wrong, [2]int{1, 1}, 1, 5, "is not a digit"},
		{"an empty cell", "123434122143432." + foursOut[16:], cases.Wrong, cases.Wrong, [2]int{1, 16}, 1, 5, "case 1: expected 1, got .: row 4, column 4 has ."},
		{"a given changed", "1234341221433421" + foursOut[16:], cases.Wrong, cases.Wrong, [2]int{1, 13}, 1, 5, "case 1: expected 4, got 3: row 4, column 1: the given 4 became 3"},
		{"a rule broken", foursOut[:17] + "1234341221434322\n" + foursOut[34:], cases.Wrong, cases.Wrong, [2]int{2, 16}, 2, 5, "case 2: expected 1, got 2: row 4, column 4: the given 1 became 2"},
		{"the puzzle echoed", "1234341221434..." + foursOut[16:], cases.Wrong, cases.Wrong, [2]int{1, 14}, 1, 5, "case 1: expected 3, got .: the answer is the puzzle as given: no solution was found; the case has 1 solution"},
		{"no solution filled in", strings.Replace(foursOut, "123....4........", solved4, 1), cases.Wrong, cases.Wrong, [2]int{3, 4}, 3, 5, "case 3: expected ., got 4: the puzzle has no solution"},
		{"a word for no solution", strings.Replace(foursOut, "123....4........", "No solution", 1), cases.Wrong, cases.Wrong, [2]int{3, 1}, 3, 5, "so the answer to it is the puzzle itself"},
		{"no solution with 0 for empty", strings.Replace(foursOut, "123....4........", "123000040000.000", 1), cases.Wrong, cases.Wrong, [2]int{3, 4}, 3, 5, "case 3: expected ., got 0: the puzzle as given is right"},
		{"a digit twice before an empty cell", "123434122143442." + foursOut[16:], cases.Wrong, cases.Wrong, [2]int{1, 14}, 1, 5, "case 1: expected 3, got 4: row 4 has two 4s"},
		{"an empty cell written 0", "1234341221434320" + foursOut[16:], cases.Wrong, cases.Wrong, [2]int{1, 16}, 1, 5, "case 1: expected 1, got 0: row 4, column 4 has 0"},
		{"the first of two wrong", strings.ReplaceAll(foursOut, "....4...", "....3..."), cases.Wrong, cases.Wrong, [2]int{3, 8}, 3, 5, "case 3: expected 4, got 3"},
	} {
		p := mustProblem(t, "sudoku4")
		for _, strict := range []bool{false, true} {
			want := c.loose
			if strict {
				want = c.tight
			}
			got := compare(t, p, fours(t), []byte(c.output), strict)
			if got.Match != want {
				t.Errorf("%s, strict %v: %s: %s, want %s", c.name, strict, got, got.Match, want)
			}
			if got.Passed != c.passed {
				t.Errorf("%s, strict %v: %s: %d passed, want %d", c.name, strict, got, got.Passed, c.passed)
			}
			if want == cases.Right {
				continue
			}
			if where := [2]int{got.Line, got.Column}; where != c.where {
				t.Errorf("%s, strict %v: %s: line and column %v, want %v", c.name, strict, got, where, c.where)
			}
			if got.Case != c.nth {
				t.Errorf("%s, strict %v: %s: case %d, want %d", c.name, strict, got, got.Case, c.nth)
			}
			if !strings.Contains(got.Reason, c.reason) {
				t.Errorf("%s, strict %v: reason %q, want one with %q", c.name, strict, got.Reason, c.reason)
			}
		}
	}
}

// TestWhatWasExpectedOfAPuzzleOfWhichNothingIsKnown: the reason for a wrong answer says that there is a solution, or
// that the puzzle itself is right because there is none.
func TestWhatWasExpectedOfAPuzzleOfWhichNothingIsKnown(t *testing.T) {
	p := mustProblem(t, "sudoku4")
	solvable, none := []Case{{Puzzle: fours(t)[0].Puzzle}}, []Case{{Puzzle: mustGrid(t, "123....4........")}}
	const itself = "the answer to it is the puzzle itself"
	for _, c := range []struct {
		list           []Case
		output, reason string
	}{
		{solvable, "1234341221434...\n", "the answer is the puzzle as given: no solution was found; there is one"},
		{none, "", itself}, {none, "1234341221434321\n", itself}, {none, "No solution\n", itself},
	} {
		if got := compare(t, p, c.list, []byte(c.output), false); got.Match != cases.Wrong || !strings.Contains(got.Reason, c.reason) {
			t.Errorf("%q: %s: %q, want one with %q", c.output, got.Match, got.Reason, c.reason)
		}
	}
	if got := compare(t, p, solvable, nil, false); strings.Contains(got.Reason, itself) {
		t.Errorf("there is a solution, but: %q", got.Reason)
	}
}

// If an answer is missing, or there twice, all answers after it stand where the answers to other cases should.
func TestAShiftedAnswerIsNamed(t *testing.T) {
	lines := []string{"1234341221434321\n", "2134342112434312\n", "3214143223414123\n"}
	var list []Case
	for _, line := range lines {
		puzzle := solvers.Grid(line[:16])
		for i := range puzzle {
			puzzle[i] -= '0'
		}
		puzzle[15] = 0
		list = append(list, Case{Puzzle: puzzle})
	}
	for reason, output := range map[string]string{
		"case 1: expected 1, got 2: row 1, column 1: the given 1 became 2; it solves the next case: an answer may be missing":       lines[1] + lines[2] + lines[2],
		"case 2: expected 2, got 1: row 1, column 1: the given 2 became 1; it solves the case before: an answer may be there twice": lines[0] + lines[0] + lines[1],
		"case 2: expected 2, got 4: row 1, column 1: the given 2 became 4":                                                          lines[0] + "4321" + lines[1][4:] + lines[2],
	} {
		if got := compare(t, mustProblem(t, "sudoku4"), list, []byte(output), false).Reason; got != reason {
			t.Errorf("%q: reason %q, want %q", output, got, reason)
		}
	}
}

// The layouts of all problems: the output of the problem's writer is right, and the same output without its white
// space is PE.
func TestCompareEveryProblem(t *testing.T) {
	if len(formats) == 0 {
		t.Fatal("there are no formats")
	}
	for _, p := range formats {
		answer := solvers.NewGrid(p.Size)
		n, box := p.Size, solvers.Box(p.Size)
		for i := range answer {
			answer[i] = uint8((i/n*box+i/n/box+i%n)%n + 1)
		}
		if err := answer.Conflict(); err != nil {
			t.Fatalf("%s: %v", p.Name, err)
		}
		puzzle := append(solvers.Grid{}, answer...)
		puzzle[0], puzzle[n+1] = 0, 0
		impossible := append(solvers.Grid{}, puzzle...)
		impossible[1] = impossible[2]
		list := []Case{
			{Puzzle: puzzle, Answer: answer, Solutions: cases.One},
			{Puzzle: impossible, Solutions: cases.None},
			{Puzzle: puzzle, Answer: answer, Solutions: cases.One},
		}
		out := canonical(t, p, list)
		if got := compare(t, p, list, []byte(out), true); got.Match != cases.Right {
			t.Errorf("%s: %s: %s, want %s\n%s", p.Name, got, got.Match, cases.Right, out)
		}
		bare := strings.Join(strings.Fields(out), "")
		if got := compare(t, p, list, []byte(bare), false); got.Match != cases.WhitespaceOnly {
			t.Errorf("%s without white space: %s: %s, want %s", p.Name, got, got.Match, cases.WhitespaceOnly)
		}
		for i := range list {
			list[i].Answer, list[i].Solutions = nil, cases.Certificate{}
		}
		if got := compare(t, p, list, []byte(out), true); got.Match != cases.Right {
			t.Errorf("%s without stored answers: %s: %s, want %s\n%s", p.Name, got, got.Match, cases.Right, out)
		}
	}
}

func TestCompareCertifiedUnique(t *testing.T) {
	// The certificate is false on purpose: another valid grid exists.
	c := fours(t)[3:4]
	c[0].Solutions = cases.One
	got := compare(t, mustProblem(t, "sudoku4"), c, []byte("2134341212434321\n"), false)
	if got.Match != cases.Wrong {
		t.Errorf("%s: %s, want %s", got, got.Match, cases.Wrong)
	}
	if got.Line != 1 || got.Column != 1 {
		t.Errorf("line %d, column %d, want line 1, column 1", got.Line, got.Column)
	}
	const want = "expected 1, got 2: not the only solution that the case is certified to have"
	if !strings.Contains(got.Reason, want) {
		t.Errorf("reason %q, want one with %q", got.Reason, want)
	}
	c[0].Solutions.Is = cases.LowerBound
	got = compare(t, mustProblem(t, "sudoku4"), c, []byte("2134341212434321\n"), false)
	if got.Match != cases.Right {
		t.Errorf("with a lower bound: %s: %s, want %s", got, got.Match, cases.Right)
	}
}

func TestCompareWithWrongData(t *testing.T) {
	c := fours(t)[:2]
	c[1].Answer = mustGrid(t, "1234341221434322")
	got := compare(t, mustProblem(t, "sudoku4"), c, []byte("2234341221434321\n1234341221434322\n"), false)
	if got.Match != cases.Contradiction {
		t.Errorf("%s, want %s: what is wrong in the judge's own data outranks what the contestant did: %s",
			got.Match, cases.Contradiction, got)
	}
	if got.Case != 2 {
		t.Errorf("case %d, want 2", got.Case)
	}
}

func TestNoCases(t *testing.T) {
	p := mustProblem(t, "sudoku4")
	if got := compare(t, p, nil, nil, true).Match; got != cases.Right {
		t.Errorf("no output: %s, want %s", got, cases.Right)
	}
	if got := compare(t, p, nil, []byte(solved4), false).Match; got != cases.Wrong {
		t.Errorf("an answer: %s, want %s", got, cases.Wrong)
	}
}

// FuzzCompare compares Compare with a plain reading of its rules.
func FuzzCompare(f *testing.F) {
	p := Sudoku4
	for _, s := range []string{"", foursOut, strings.ReplaceAll(foursOut, "\n", "\r\n"), foursOut[:40], foursOut + "1", strings.Replace(foursOut, "1234", "2134", 3), " " + foursOut} {
		f.Add([]byte(s), true, true)
		f.Add([]byte(s), false, false)
	}
	f.Fuzz(func(t *testing.T, output []byte, strict, stored bool) {
		list := fours(t)
		if !stored {
			for i := range list {
				list[i].Answer, list[i].Solutions = nil, cases.Certificate{}
			}
		}
		got := compare(t, p, list, output, strict)
		bare := strings.Map(func(r rune) rune {
			if r < 0x80 && unicode.IsSpace(r) {
				return -1
			}
			return r
		}, string(output))
		right := len(bare) == 16*len(list)
		for i := 0; right && i < len(list); i++ {
			text := bare[16*i : 16*i+16]
			g, err := solvers.ParseGrid(text)
			n, _ := solvers.Count(list[i].Puzzle, 1, proofBudget)
			// The puzzle as given has the problem's own characters: . for an empty cell, not 0 or -.
			right = err == nil && (solvers.Check(list[i].Puzzle, g) == nil || n == 0 && text == list[i].Puzzle.String())
		}
		if right != (got.Match == cases.Right || got.Match == cases.WhitespaceOnly) {
			t.Fatalf("%q: %+v, but the plain reading says right: %v", output, got, right)
		}
		if got.Match == cases.Right && strict && !bytes.Equal(output, spelled(t, p, bare)) {
			t.Fatalf("%q: right although strict", output)
		}
		if got.Match == cases.Wrong || got.Match == cases.WhitespaceOnly {
			if got.Line < 1 || got.Line > bytes.Count(output, []byte("\n"))+1 || got.Column < 1 || got.Column > len(output)+1 || got.Reason == "" {
				t.Fatalf("%q: no such place: %+v", output, got)
			}
		}
	})
}

// spelled writes the grids of bare in the problem's own layout.
func spelled(t testing.TB, p *Format, bare string) []byte {
	var b bytes.Buffer
	w := p.NewGridWriter(&b)
	for ; len(bare) >= 16; bare = bare[16:] {
		must(t, w.Write(mustGrid(t, bare[:16])))
	}
	must(t, w.Close())
	return b.Bytes()
}

// If an answer in words is misspelt, the grid of the previous answer is not mistaken for it.
func TestMisspeltWordsAreNoGrid(t *testing.T) {
	solved, clash := make(solvers.Grid, 16), make(solvers.Grid, 16)
	solved[0], clash[0], clash[1] = 1, 1, 1
	output := "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n\nNo Solution\n"
	got := compare(t, UVa989, []Case{{Puzzle: solved}, {Puzzle: clash}}, []byte(output), false)
	if got.Match != cases.Wrong || got.Case != 2 || strings.Contains(got.Reason, "the case before") {
		t.Errorf("%+v", got)
	}
}

// A word in the place of an answer spoils this answer alone, whether an answer has one line or nine. After a faulty row,
// nobody knows where the next answer begins.
func TestAWordSpoilsOneAnswer(t *testing.T) {
	c := Case{Puzzle: mustGrid(t, nine), Answer: mustGrid(t, nineFull), Solutions: cases.One}
	for _, f := range []*Format{POJ3074, POJ2676} {
		var b bytes.Buffer
		w := f.NewGridWriter(&b)
		must(t, w.Write(c.Answer))
		must(t, w.Close())
		right := b.String()
		for middle, passed := range map[string]int{
			"NO\n": 2, "impossible: no solution\n": 2, right[:3] + "??" + right[5:]: map[*Format]int{POJ3074: 2, POJ2676: 1}[f],
		} {
			found := compare(t, f, []Case{c, c, c}, []byte(right+middle+right), false)
			if found.Case != 2 || found.Passed != passed {
				t.Errorf("%s, %q: %s: case %d, %d passed; want case 2, %d passed", f.Name, middle, found, found.Case, found.Passed, passed)
			}
		}
	}
}

// If the judge's own search shows that a puzzle has no solution, the answer is compared with the puzzle, as if this were
// certified.
func TestTheFirstDifferenceFromAnUnsolvablePuzzle(t *testing.T) {
	puzzle := mustGrid(t, "123....4........")
	answer := slices.Clone(puzzle)
	answer[14] = 2
	for _, known := range []cases.Certificate{cases.None, {}} {
		found := compareGrid(t, Sudoku4, Case{Puzzle: puzzle, Solutions: known}, answer)
		if found.Match != cases.Wrong || found.Line != 1 || found.Column != 15 {
			t.Errorf("%s: %s, want a wrong answer at 1:15", known, found)
		}
	}
}
