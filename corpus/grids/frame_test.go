package grids

import (
	"io"
	"strings"
	"testing"

	"gridjudge/corpus/cases"
)

// nineCases are cases of 9x9: one solution, none, one solution.
func nineCases(t *testing.T) []Case {
	one := Case{Puzzle: mustGrid(t, nine), Answer: mustGrid(t, nineFull), Solutions: cases.One}
	return []Case{one, {Puzzle: mustGrid(t, "55"+nine[2:]), Solutions: cases.None}, one}
}

// TestWordsBesideGrids changes the words that problems write beside grids. The place of each fault is the first
// character that differs. A fault costs the answer that it belongs to, and no other one.
func TestWordsBesideGrids(t *testing.T) {
	list := nineCases(t)
	solvable := []Case{list[0], list[0], list[2]}
	for name, c := range map[string]struct {
		format       *Format
		old, new     string // the first old becomes new
		match        cases.Match
		line, column int
		nth, passed  int
	}{
		"another number":              {POJ2918, "#2:", "#3:", cases.Wrong, 12, 11, 2, 2},
		"another word":                {POJ2918, "Scenario #2:", "Case 2:", cases.Wrong, 12, 1, 2, 2},
		"no colon":                    {POJ2918, "#1:", "#1", cases.Wrong, 1, 12, 1, 2},
		"no heading":                  {POJ2918, "Scenario #1:\n", "", cases.Wrong, 1, 1, 1, 2},
		"a blank is missing":          {POJ2918, "Scenario #2:", "Scenario#2:", cases.WhitespaceOnly, 12, 9, 2, 3},
		"a heading beside its grid":   {POJ2918, "#2:\n", "#2: ", cases.WhitespaceOnly, 12, 13, 2, 3},
		"no empty line":               {POJ2918, "\n\nScenario #2", "\nScenario #2", cases.WhitespaceOnly, 11, 1, 2, 3},
		"a wrong grid":                {POJ2918, "5", "6", cases.Wrong, 2, 1, 1, 2},
		"no dashes":                   {HDU3111, "---\n", "", cases.Wrong, 10, 1, 2, 2},
		"two dashes":                  {HDU3111, "---\n", "--\n", cases.Wrong, 10, 3, 2, 2},
		"an empty line":               {HDU3111, "---\n", "\n", cases.Wrong, 11, 1, 2, 2},
		"a long line":                 {HDU3111, "\n---", "9\n---", cases.Wrong, 9, 10, 2, 2},
		"another word for none":       {HDU3111, "impossible", "Impossible", cases.Wrong, 11, 1, 2, 2},
		"a beginning of the word":     {HDU3111, "impossible", "imposs", cases.Wrong, 11, 7, 2, 2},
		"white space before the word": {HDU3111, "impossible", " impossible", cases.WhitespaceOnly, 11, 1, 2, 3},
		"the puzzle for none":         {HDU3111, "impossible", strings.TrimSpace(square(strings.ReplaceAll("55"+nine[2:], ".", "?"), 9)), cases.Wrong, 11, 1, 2, 2},
		"the puzzle with 0 for none":  {HDU2780, HDU2780.none, strings.TrimSpace(square(strings.ReplaceAll("55"+nine[2:], ".", "0"), 9)), cases.Wrong, 11, 1, 2, 2},
		"a grid for none":             {HDU2780, HDU2780.none, strings.TrimSpace(square(nineFull, 9)), cases.Wrong, 11, 1, 2, 2},
		"the end of the sentence":     {HDU2780, "this grid.", "this grid", cases.Wrong, 11, 29, 2, 2},
	} {
		list := list
		if c.format.none == "" {
			list = solvable
		}
		out := canonical(t, c.format, list)
		if got := compare(t, c.format, list, []byte(out), true); got.Match != cases.Right {
			t.Fatalf("%s: the right output is %v\n%s", name, got, out)
		}
		changed := strings.Replace(out, c.old, c.new, 1)
		got := compare(t, c.format, list, []byte(changed), false)
		if got.Match != c.match || got.Line != c.line || got.Column != c.column || got.Case != c.nth || got.Passed != c.passed {
			t.Errorf("%s: %q in case %d, %d passed: %v; want %q in case %d at %d:%d, %d passed\n%s",
				name, got.Match, got.Case, got.Passed, got, c.match, c.nth, c.line, c.column, c.passed, changed)
		}
	}
}

// TestAWordForAPuzzleWithASolution claims that there is no solution, with a certificate and without one.
func TestAWordForAPuzzleWithASolution(t *testing.T) {
	for _, c := range []Case{nineCases(t)[0], {Puzzle: mustGrid(t, nine)}} {
		got := compare(t, HDU3111, []Case{c}, []byte("impossible\n"), false)
		if got.Match != cases.Wrong || got.Line != 1 || got.Column != 1 {
			t.Errorf("%v: %q, %v", c.Solutions, got.Match, got)
		}
	}
}

// TestAnswersAreRead reads the output of every problem as a file of answers.
func TestAnswersAreRead(t *testing.T) {
	for _, f := range formats {
		if f.Size != 9 {
			continue
		}
		list := &List{f, nineCases(t)}
		var in, out strings.Builder
		must(t, list.Input(&in))
		out.WriteString(canonical(t, f, list.Cases))
		r := f.NewReader(cases.Source{Name: "in", In: strings.NewReader(in.String())}, &cases.Source{Name: "out", In: strings.NewReader(out.String())})
		block, err := r.Next(10)
		must(t, err)
		for i, want := range []bool{false, true, false} {
			if c := block.(*List).Cases[i]; c.Unsolvable() != want || (c.Answer == nil) != want {
				t.Errorf("%s, case %d: %v, certified %v", f.Name, i+1, c.Answer, c.Solutions)
			}
		}
		if _, err := r.Next(10); err != io.EOF {
			t.Errorf("%s: %v", f.Name, err)
		}
		// The word is an answer and not a puzzle.
		if f.none != "" {
			if _, err := NewReader(strings.NewReader(f.none+"\n"), "in", f).ReadAll(); err == nil {
				t.Errorf("%s: %q is read as a puzzle", f.Name, f.none)
			}
		}
	}
}
