package grids

import (
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"gridjudge/corpus/cases"
)

// repeat is a text, repeated.
type repeat struct {
	text        string
	times, next int
}

func (r *repeat) Read(p []byte) (n int, err error) {
	for n < len(p) && r.times > 0 {
		k := copy(p[n:], r.text[r.next:])
		n += k
		if r.next += k; r.next == len(r.text) {
			r.next = 0
			r.times--
		}
	}
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

// TestComparingTakesConstantMemory compares 200,000 answers, with blanks, and blanks that
// never end.
func TestComparingTakesConstantMemory(t *testing.T) {
	const count = 200_000
	p := mustProblem(t, "sudoku4")
	for name, c := range map[string]struct {
		output io.Reader
		match  cases.Match
	}{
		"right":           {&repeat{text: solved4 + " \n", times: count}, cases.Right},
		"blanks":          {io.MultiReader(&repeat{text: solved4 + "\n", times: count - 1}, strings.NewReader(solved4), &repeat{text: " ", times: 10 << 20}), cases.Right},
		"a later newline": {io.MultiReader(&repeat{text: " ", times: 10 << 20}, &repeat{text: solved4 + "\n", times: count}), cases.WhitespaceOnly},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		list := NewReader(&repeat{text: "1234341221434...\n", times: count}, "in", p)
		check := p.NewChecker(c.output, false).(*checker)
		var k Case
		for list.Next(&k) == nil {
			check.Add(&List{p, []Case{k}}, nil)
		}
		found, err := check.Finish()
		runtime.ReadMemStats(&after)
		must(t, err)
		if check.Cases != count {
			t.Errorf("%s: %d cases, want %d", name, check.Cases, count)
		}
		if found.Match != c.match {
			t.Errorf("%s: %s: %s, want %s", name, found, found.Match, c.match)
		}
		if found.Passed != count {
			t.Errorf("%s: %d passed, want %d", name, found.Passed, count)
		}
		if bytes := after.TotalAlloc - before.TotalAlloc; bytes >= 1<<20 {
			t.Errorf("%s: %d bytes allocated, want less than 1 MiB", name, bytes)
		}
	}
}

// TestComparingPieceByPiece checks that it does not matter how an output is read.
func TestComparingPieceByPiece(t *testing.T) {
	p := mustProblem(t, "sudoku4")
	for _, output := range []string{foursOut, " " + foursOut, strings.ReplaceAll(foursOut, "\n", " \r\n"), foursOut[:40], foursOut + "x"} {
		for _, strict := range []bool{false, true} {
			c := p.NewChecker(iotest.OneByteReader(strings.NewReader(output)), strict)
			c.Add(&List{p, fours(t)}, nil)
			got, err := c.Finish()
			must(t, err)
			if want := compare(t, p, fours(t), []byte(output), strict); got != want {
				t.Errorf("%q: %+v byte by byte, want %+v", output, got, want)
			}
		}
	}
}

func TestAnErrorOfReadingIsReturned(t *testing.T) {
	broken := errors.New("broken")
	checker := Sudoku4.NewChecker(iotest.ErrReader(broken), false)
	checker.Add(&List{Sudoku4, fours(t)[:1]}, nil)
	if _, err := checker.Finish(); !errors.Is(err, broken) {
		t.Errorf("error %v, want %v", err, broken)
	}
}
