package report

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestControlCharactersAreEscaped(t *testing.T) {
	assert.Equal(t, `a\x1b[2J\nb\u202ec`, Escape("a\x1b[2J\nb\u202ec"))
	assert.Equal(t, "grün 数独", Escape("grün 数独"))
}
