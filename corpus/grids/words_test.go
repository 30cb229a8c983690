package grids

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/solvers"
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

// TestText9 puts every byte at every place of a grid.
func TestText9(t *testing.T) {
	s := newSymbols(9, 0)
	taken := 0
	for at := range 81 {
		for d := range 256 {
			cells := bytes.Repeat([]byte{1, 2, 3, 4, 5, 6, 7, 8, 9}, 9)
			cells[at] = uint8(d)
			var text [cells9]byte
			ok := text9(&text, (*[cells9]byte)(cells))
			require.Equal(t, 1 <= d && d <= 9, ok, "%d at %d", d, at)
			if !ok {
				continue
			}
			taken++
			for i, d := range cells {
				require.Equal(t, s[d], text[i], "%d at %d", d, i)
			}
		}
	}
	assert.Equal(t, 81*9, taken)
}

// TestSymbols appends grids with and without cells that have no numeral.
func TestSymbols(t *testing.T) {
	s := newSymbols(9, 0)
	for text, want := range map[string]string{nineFull: "before" + nineFull, nine: "before" + nine} {
		g, err := solvers.ParseGrid(text)
		require.NoError(t, err)
		assert.Equal(t, want, string(s.append([]byte("before"), g)))
	}
}
