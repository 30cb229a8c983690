package grids

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

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
		require.Len(t, all, i)
		all = append(all, caseAnswer{slices.Clone(answer), f})
	})
	return all
}

// TestCheckerShowsEveryAnswer checks the answer to each case by itself.
func TestCheckerShowsEveryAnswer(t *testing.T) {
	answers := compareCases(t, strings.Replace(foursOut, "1234341221434321", "1234341221434312", 1))
	require.Len(t, answers, 6)
	for i, a := range answers {
		want := cases.Right
		if i == 0 {
			want = cases.Wrong
		}
		assert.Equal(t, want, a.found.Match, "case %d: %s", i+1, a.found)
		assert.Len(t, a.text, 16, "case %d", i+1)
	}
	answers = compareCases(t, "1234341221434321\nError!\n")
	assert.Equal(t, cases.Right, answers[0].found.Match)
	assert.Equal(t, "Error!", string(answers[1].text))
	for i, a := range answers[1:] {
		assert.Equal(t, cases.Wrong, a.found.Match, "case %d", i+2)
	}
}
