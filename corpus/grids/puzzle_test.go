package grids

import (
	"bytes"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"gridjudge/corpus/cases"
	"gridjudge/solvers"
)

// TestUsedMemoryReadsTheSame checks that puzzles read into used memory are the same,
// without allocation.
func TestUsedMemoryReadsTheSame(t *testing.T) {
	p := mustProblem(t, "poj3074")
	line := ".2738..1..1...6735.......293.5692.8...........6.1745.364.......9518...7..8..6534.\n"
	other := "......52..8.4......3...9...5.1...6..2..7........3.....6...1..........7.4.......3.\n"
	r := NewReader(strings.NewReader(strings.Repeat(line+other, 500)), "x", p)
	var c Case
	for i := range 1000 {
		must(t, r.Next(&c))
		want := line
		if i%2 == 1 {
			want = other
		}
		if got, want := c.Puzzle.String(), strings.TrimSpace(want); got != want {
			t.Fatalf("puzzle %d: %s, want %s", i+1, got, want)
		}
		if want := (Case{Puzzle: c.Puzzle, Line: i + 1}); !reflect.DeepEqual(c, want) {
			t.Fatalf("puzzle %d: %+v, want %+v", i+1, c, want)
		}
		for j := range c.Puzzle {
			c.Puzzle[j] = 0xff
		}
		c = Case{Puzzle: c.Puzzle, Answer: c.Puzzle, Solutions: cases.Certificate{N: 7, Is: cases.Exactly}}
	}
	if err := r.Next(&c); err != io.EOF {
		t.Errorf("after the last puzzle: error %v, want %v", err, io.EOF)
	}

	r = NewReader(strings.NewReader(strings.Repeat(line, 2000)), "x", p)
	c.Puzzle = solvers.NewGrid(4)
	must(t, r.Next(&c))
	if len(c.Puzzle) != 81 {
		t.Errorf("a puzzle of %d cells, want 81: memory of another size is of no use", len(c.Puzzle))
	}
	allocs := testing.AllocsPerRun(500, func() {
		if err := r.Next(&c); err != nil {
			t.Fatal(err)
		}
	})
	if allocs != 0 {
		t.Errorf("%v allocations per puzzle, want none", allocs)
	}
}

// TestPlainLinesAmongOthers: a line that is a puzzle and nothing else is read in a way of its own. The result must be
// the same as for this line with a blank at its end, which is read in the other way, wherever a read of the stream
// ends.
func TestPlainLinesAmongOthers(t *testing.T) {
	p := mustProblem(t, "poj3074")
	line := nine + "\n"
	for _, text := range []string{
		strings.Repeat(line, 40), strings.Repeat(line, 40) + nine, strings.Repeat(line+line+"# comment\n", 20),
		strings.Repeat(line, 3) + nine[:80] + "\n" + line, strings.Repeat(line, 3) + "end\n" + line,
		strings.Repeat(line, 3) + nine[:40] + "x" + nine[41:], strings.Repeat(line, 3) + nine[:40] + "*" + line[41:],
		strings.Repeat(line, 3) + nine + " easy\n" + line + line, strings.Repeat(nine+"\r\n", 5),
		strings.Repeat(line, 3) + strings.Repeat("#", maxLine+1), square(nine, 9), "", strings.Repeat(line, 2000),
	} {
		want, wantErr := NewReader(strings.NewReader(strings.ReplaceAll(text, nine+"\n", nine+" \n")), "x", p).ReadAll()
		for name, transport := range map[string]func(io.Reader) io.Reader{"whole": bytesOf, "halves": iotest.HalfReader, "bytes": iotest.OneByteReader} {
			got, err := NewReader(transport(strings.NewReader(text)), "x", p).ReadAll()
			if !reflect.DeepEqual(err, wantErr) {
				t.Fatalf("%s: %.300q: error %v, want %v", name, text, err, wantErr)
			}
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("%s: %.300q: cases %v, want %v", name, text, got, want)
			}
		}
	}
}

func bytesOf(r io.Reader) io.Reader {
	text, _ := io.ReadAll(r) // reading from a string cannot fail
	return bytes.NewReader(text)
}
