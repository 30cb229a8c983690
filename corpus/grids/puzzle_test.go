package grids

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/solvers"
)

// TestUsedMemoryReadsTheSame checks that puzzles read into used memory are the same,
// without allocation.
func TestUsedMemoryReadsTheSame(t *testing.T) {
	var err error
	p := mustProblem(t, "poj3074")
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

// guarded fails the test if it is read while it is closed.
type guarded struct {
	t      testing.TB
	in     io.Reader
	closed bool
}

func (g *guarded) Read(b []byte) (int, error) {
	require.False(g.t, g.closed, "the stream is read")
	return g.in.Read(b)
}

// readReady reads data with ReadyPuzzles, up to n puzzles at a time, and with NextPuzzle
// where ReadyPuzzles reads none. It compares the puzzles, their lines and the error with
// those of Next, and returns how many puzzles were ready.
func readReady(t testing.TB, data []byte, p *Format, n int, transport func(io.Reader) io.Reader) (ready int) {
	want, wantErr := NewReader(transport(bytes.NewReader(data)), "x", p).ReadAll()
	if wantErr == nil {
		wantErr = io.EOF
	}
	in := &guarded{t: t, in: transport(bytes.NewReader(data))}
	r := NewReader(in, "x", p)
	for at := 0; ; {
		memory := make([]solvers.Grid, n)
		for i := range memory {
			memory[i] = bytes.Repeat([]byte{0xee}, cells9)
		}
		in.closed = true
		count, line := r.ReadyPuzzles(memory)
		in.closed = false
		ready += count
		if count == 0 {
			var err error
			memory[0], line, err = r.NextPuzzle(memory[0])
			if err != nil {
				require.Equal(t, wantErr, err)
				require.Equal(t, len(want), at)
				count, line = r.ReadyPuzzles(memory)
				require.Zero(t, count+line, "after an error")
				return ready
			}
			count = 1
		}
		for i := range count {
			require.Less(t, at, len(want))
			require.Equal(t, want[at].Puzzle, memory[i], "puzzle %d", at+1)
			require.Equal(t, want[at].Line, line+i, "puzzle %d", at+1)
			at++
		}
	}
}

// TestReadyPuzzles reads lists of plain lines, and of such lines among others.
func TestReadyPuzzles(t *testing.T) {
	p := mustProblem(t, "poj3074")
	line := nine + "\n"
	for text, ready := range map[string]int{
		strings.Repeat(line, 40):                                 39, // the first is read to detect the layout
		strings.Repeat(line, 40) + nine:                          39,
		strings.Repeat(line+line+"# comment\n", 20):              20,
		strings.Repeat(line, 3) + nine[:80] + "\n" + line:        2,
		strings.Repeat(line, 3) + "end\n" + line:                 2,
		strings.Repeat(line, 3) + nine[:40] + "x" + nine[41:]:    2,
		strings.Repeat(line, 3) + nine[:40] + "*" + line[41:]:    2, // an empty cell that only the other way reads
		strings.Repeat(line, 3) + nine + " easy\n" + line + line: 4,
		strings.Repeat(nine+"\r\n", 5):                           0,
		strings.Repeat(line, 3) + strings.Repeat("#", maxLine+1): 2,
		square(nine, 9): 0,
		"":              0,
	} {
		for _, n := range []int{1, 3, 4096} {
			assert.Equal(t, ready, readReady(t, []byte(text), p, n, func(r io.Reader) io.Reader { return r }), "%.300q", text)
			readReady(t, []byte(text), nil, n, iotest.HalfReader)
			readReady(t, []byte(text), p, n, iotest.OneByteReader)
		}
	}
	long := []byte(strings.Repeat(line, 5000))
	ready := readReady(t, long, p, 16, func(r io.Reader) io.Reader { return r })
	assert.Greater(t, ready, 4950, "a few lines lie in two buffers")
}
