package corpus

import (
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/solvers"
)

// TestUsedMemoryReadsTheSame checks that puzzles read into used memory are the same,
// without allocation.
func TestUsedMemoryReadsTheSame(t *testing.T) {
	p, err := LookupProblem("poj3074")
	require.NoError(t, err)
	line := ".2738..1..1...6735.......293.5692.8...........6.1745.364.......9518...7..8..6534.\n"
	other := "......52..8.4......3...9...5.1...6..2..7........3.....6...1..........7.4.......3.\n"
	r := NewReader(strings.NewReader(strings.Repeat(line+other, 500)), "x", p)
	var memory solvers.Grid
	for i := range 1000 {
		puzzle, at, err := r.NextPuzzle(memory)
		require.NoError(t, err)
		want := line
		if i%2 == 1 {
			want = other
		}
		require.Equal(t, strings.TrimSpace(want), puzzle.String(), "puzzle %d", i+1)
		require.Equal(t, i+1, at)
		for j := range puzzle {
			puzzle[j] = 0xff
		}
		memory = puzzle
	}
	_, _, err = r.NextPuzzle(memory)
	assert.Equal(t, io.EOF, err)

	r = NewReader(strings.NewReader(strings.Repeat(line, 2000)), "x", p)
	memory, _, err = r.NextPuzzle(solvers.NewGrid(4))
	require.NoError(t, err)
	assert.Len(t, memory, 81, "memory of another size is of no use")
	assert.Zero(t, testing.AllocsPerRun(500, func() {
		if memory, _, err = r.NextPuzzle(memory); err != nil {
			t.Fatal(err)
		}
	}))
}
