package sandbox

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestCapture(t *testing.T) {
	for _, c := range []struct {
		limit  int64
		writes []string
		kept   string
		full   int
	}{
		{unlimited, []string{"abc", "def"}, "abcdef", 0},
		{6, []string{"abc", "def"}, "abcdef", 0},
		{5, []string{"abc", "def"}, "abcdef", 1},
		{4, []string{"abc", "def", "ghi"}, "abcde", 1},
		{2, []string{"abc", "def"}, "abc", 1},
		{0, []string{"", "abc"}, "a", 1},
		{3, []string{"abc", "", "d", "e"}, "abcd", 1},
	} {
		full := 0
		h := &capture{limit: c.limit, full: func() { full++ }}
		total := 0
		for _, w := range c.writes {
			n, err := h.Write([]byte(w))
			assert.NoError(t, err)
			assert.Equal(t, len(w), n)
			total += n
		}
		assert.Equal(t, c.kept, string(h.kept), "%+v", c)
		assert.Equal(t, c.full, full, "%+v", c)
		assert.Equal(t, int64(total), h.total, "%+v", c)
	}
}
