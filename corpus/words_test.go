package corpus

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestParse9 puts every byte at every place of a line.
func TestParse9(t *testing.T) {
	taken := 0
	for at := range 81 {
		for c := range 256 {
			text := bytes.Repeat([]byte("1.2034567890"), 7)[:81]
			text[at] = byte(c)
			cells := make([]uint8, len(text))
			ok := parse9((*[cells9]byte)(cells), (*[cells9]byte)(text))
			require.Equal(t, c == '.' || c >= '0' && c <= '9', ok, "%q at %d", c, at)
			if !ok {
				continue
			}
			taken++
			for i, b := range text {
				require.Equal(t, numerals9.code[b], cells[i], "%q at %d", b, i)
			}
		}
	}
	assert.Equal(t, 81*11, taken)
}

// TestAppend9 puts every byte at every place of a grid.
func TestAppend9(t *testing.T) {
	for at := range 81 {
		for d := range 256 {
			g := bytes.Repeat([]byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 9}, 8)[:81]
			g[at] = uint8(d)
			s := newSymbols(9)
			want := s.appendEach([]byte("before"), g)
			require.Equal(t, want, s.append([]byte("before"), g), "%d at %d", d, at)
		}
	}
}
