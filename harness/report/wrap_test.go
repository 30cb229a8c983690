package report

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
)

// TestProseIsWrapped: the last column is broken into lines before other columns are left out, unless too little room
// would be left for it.
func TestProseIsWrapped(t *testing.T) {
	const prose = "one two three four five six seven eight nine ten"
	table := &Table{Columns: []Column{{Name: "solver"}, {Name: "more", Drop: 1}, {Name: "doc", Wrap: true}}}
	table.Add(String("dlx"), String("of"), String(prose))
	table.Add(String("x"), String("it"), String("short"))
	for width, lost := range map[int]bool{0: false, 80: false, 40: false, 29: true} {
		shown := render(t, table, Text, Style{Width: width})
		assert.Equal(t, lost, !strings.Contains(shown, " it "), "%d: %s", width, shown)
		for line := range strings.Lines(shown) {
			if width > 0 {
				assert.LessOrEqual(t, utf8.RuneCountInString(strings.TrimSuffix(line, "\n")), width, shown)
			}
		}
		words := strings.Fields(shown)
		for _, word := range strings.Fields(prose) {
			assert.Contains(t, words, word)
		}
	}
	assert.Contains(t, render(t, table, Text, Style{Width: 20}), prose, "8 characters are too few")
	assert.Contains(t, render(t, table, CSV, Style{Width: 40}), prose)
}
