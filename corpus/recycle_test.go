package corpus

import (
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/solvers"
)

// TestRecycledMemoryReadsTheSame checks that puzzles read into recycled memory are
// the same, without allocation.
func TestRecycledMemoryReadsTheSame(t *testing.T) {
	p, err := LookupProblem("poj3074")
	require.NoError(t, err)
	line := ".2738..1..1...6735.......293.5692.8...........6.1745.364.......9518...7..8..6534.\n"
	other := "......52..8.4......3...9...5.1...6..2..7........3.....6...1..........7.4.......3.\n"
	r := NewReader(strings.NewReader(strings.Repeat(line+other, 500)), "x", p)
	for i := range 1000 {
		c, err := r.Next()
		require.NoError(t, err)
		want := line
		if i%2 == 1 {
			want = other
		}
		require.Equal(t, strings.TrimSpace(want), c.Puzzle.String(), "puzzle %d", i+1)
		for j := range c.Puzzle {
			c.Puzzle[j] = 0xff
		}
		r.Recycle(c.Puzzle)
	}
	_, err = r.Next()
	assert.Equal(t, io.EOF, err)

	r = NewReader(strings.NewReader(strings.Repeat(line, 2000)), "x", p)
	r.Recycle(solvers.NewGrid(4))
	c, err := r.Next()
	require.NoError(t, err)
	assert.Len(t, c.Puzzle, 81, "memory of another size is of no use")
	r.Recycle(c.Puzzle)
	assert.Zero(t, testing.AllocsPerRun(500, func() {
		c, err := r.Next()
		if err != nil {
			t.Fatal(err)
		}
		r.Recycle(c.Puzzle)
	}))
}
