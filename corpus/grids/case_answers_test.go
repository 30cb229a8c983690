package grids

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus/cases"
)

func TestCompareCases(t *testing.T) {
	p := problem(t, "sudoku4")
	answers := CompareCases(p, fours(t), []byte(strings.Replace(foursOut, "1234341221434321", "1234341221434312", 1)))
	require.Len(t, answers, 6)
	for i, a := range answers {
		want := cases.Right
		if i == 0 {
			want = cases.Wrong
		}
		assert.Equal(t, want, a.Finding.Match, "case %d: %s", i+1, a.Finding)
		assert.Len(t, a.Text, 16, "case %d", i+1)
	}
	answers = CompareCases(p, fours(t), []byte("1234341221434321\nError!\n"))
	assert.Equal(t, cases.Right, answers[0].Finding.Match)
	assert.Equal(t, "Error!", string(answers[1].Text))
	for i, a := range answers[1:] {
		assert.Equal(t, cases.Wrong, a.Finding.Match, "case %d", i+2)
	}
}
