package report

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestControlCharactersAreEscaped(t *testing.T) {
	assert.Equal(t, `a\x1b[2J\nb\u202ec`, Escape("a\x1b[2J\nb\u202ec"))
	assert.Equal(t, "grün 数独 \ufffd", Escape("grün 数独 \ufffd"))
	assert.Equal(t, `caf\xe9\n\xe6\x95`, Escape("caf\xe9\n\xe6\x95"), "not UTF-8, and half a character")
	assert.Equal(t, "caf\\xe9\n", EscapeLines("caf\xe9\n"))
}

func TestHeadingsAreEscaped(t *testing.T) {
	for format, want := range map[Format]string{Text: `dlx\x1b[2J|<b>`, Markdown: `dlx\\x1b[2J\|\<b>`} {
		table := &Table{Columns: []Column{{Name: "set"}, {Name: "dlx\x1b[2J|<b>", Drop: 1}}}
		table.Add(String("p/s"), String("1"))
		shown := render(t, table, format, Style{})
		assert.Contains(t, shown, want)
		assert.NotContains(t, shown, "\x1b")
		assert.NotContains(t, render(t, table, format, Style{Width: 5}), "\x1b", "nor where the column is left out")
	}
}
