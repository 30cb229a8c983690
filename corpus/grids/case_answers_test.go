package grids

import (
	"slices"
	"strings"
	"testing"

	"gridjudge/corpus/cases"
)

// caseAnswer is the answer to one case, and what was found.
type caseAnswer struct {
	text  []byte
	found cases.Finding
}

func compareCases(t *testing.T, output string) (all []caseAnswer) {
	checker := Sudoku4.NewChecker(strings.NewReader(output), false)
	checker.Add(&List{Sudoku4, fours(t)}, func(i int, answer []byte, f cases.Finding) {
		if len(all) != i {
			t.Fatalf("case %d is told after %d cases", i+1, len(all))
		}
		all = append(all, caseAnswer{slices.Clone(answer), f})
	})
	return all
}

// TestCheckerShowsEveryAnswer checks the answer to each case by itself.
func TestCheckerShowsEveryAnswer(t *testing.T) {
	answers := compareCases(t, strings.Replace(foursOut, "1234341221434321", "1234341221434312", 1))
	if len(answers) != 6 {
		t.Fatalf("%d answers, want 6", len(answers))
	}
	for i, a := range answers {
		want := cases.Right
		if i == 0 {
			want = cases.Wrong
		}
		if a.found.Match != want {
			t.Errorf("case %d: %s: %s, want %s", i+1, a.found, a.found.Match, want)
		}
		if len(a.text) != 16 {
			t.Errorf("case %d: answer %q, want 16 characters", i+1, a.text)
		}
	}
	answers = compareCases(t, "1234341221434321\nError!\n")
	if got := answers[0].found.Match; got != cases.Right {
		t.Errorf("case 1: %s, want %s", got, cases.Right)
	}
	if got := string(answers[1].text); got != "Error!" {
		t.Errorf("case 2: answer %q, want %q", got, "Error!")
	}
	for i, a := range answers[1:] {
		if a.found.Match != cases.Wrong {
			t.Errorf("case %d: %s, want %s", i+2, a.found.Match, cases.Wrong)
		}
	}
}

// TestAnswersOfATable: a file of puzzles with their solutions is also a file of answers, and its solutions are read.
func TestAnswersOfATable(t *testing.T) {
	for _, answers := range []string{
		"puzzle,solution\n" + nine + "," + nineFull + "\n", nine + ":1:" + nineFull + "\n", "solution;quiz\n" + nineFull + ";" + nine + "\n",
	} {
		r := POJ3074.NewReader(cases.Source{Name: "in", In: strings.NewReader(nine + "\n")}, &cases.Source{Name: "out", In: strings.NewReader(answers)})
		block, err := r.Next(2)
		if err != nil {
			t.Fatalf("%s: %v", answers, err)
		}
		full, _ := NewReader(strings.NewReader(nineFull), "full", POJ3074).ReadAll()
		if got := block.(*List).Cases[0]; !slices.Equal(got.Answer, full[0].Puzzle) {
			t.Errorf("%s: answer %v, want %v", answers, got.Answer, full[0].Puzzle)
		}
	}
}
