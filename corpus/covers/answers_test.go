package covers_test

import (
	"slices"
	"strings"
	"testing"

	"gridjudge/corpus/cases"
	"gridjudge/corpus/covers"
)

// TestAnswersWithoutRows checks empty lines, which are the covers of matrices without columns.
func TestAnswersWithoutRows(t *testing.T) {
	for in, output := range map[string]string{
		"0 0\n":                 "\n",
		"0 0\n0 0\n":            "\n\n",
		"0 0\n1 1\n1\n":         "\n1\n",
		"1 1\n1\n0 0\n1 1\n1\n": "1\n\n1\n",
		"1 1\n1\n0 0\n":         "1\n\n",
	} {
		for _, strict := range []bool{false, true} {
			list := listOf(t, covers.Luogu4929, in, "")
			checker := covers.Luogu4929.NewChecker(strings.NewReader(output), strict)
			checker.Add(list, nil)
			found, err := checker.Finish()
			if err != nil {
				t.Errorf("%q of %q: %v", output, in, err)
			}
			if found.Match != cases.Right {
				t.Errorf("%q of %q: %q, want %q: %v", output, in, found.Match, cases.Right, found)
			}
			checker = covers.Luogu4929.NewChecker(strings.NewReader("\n"+output), strict)
			checker.Add(list, nil)
			found, _ = checker.Finish()
			if strict || strings.Trim(output, "\n") != "" { // otherwise it is one more final newline
				if found.Match != cases.WhitespaceOnly {
					t.Errorf("%q of %q: %q, want %q: %v", "\n"+output, in, found.Match, cases.WhitespaceOnly, found)
				}
			}
		}
	}
}

// TestAnAnswerEndsBeforeTheNext checks what is said about a cover that is too short, and about the answer after it.
func TestAnAnswerEndsBeforeTheNext(t *testing.T) {
	list := listOf(t, covers.Luogu4929, "2 2\n1 0\n0 1\n2 2\n1 0\n0 1\n", "")
	checker := covers.Luogu4929.NewChecker(strings.NewReader("1\n1 2\n"), false)
	var shown []string
	checker.Add(list, func(_ int, answer []byte, _ cases.Finding) { shown = append(shown, string(answer)) })
	if want := []string{"1", "1 2"}; !slices.Equal(shown, want) {
		t.Errorf("shown are %q, want %q", shown, want)
	}
}
