package grids

import (
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

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
		require.NoError(t, err)
		assert.Equal(t, count, check.Cases)
		assert.Equal(t, c.match, found.Match, "%s: %s", name, found)
		assert.Equal(t, count, found.Passed)
		assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(1<<20), "%s: bytes", name)
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
			require.NoError(t, err)
			assert.Equal(t, compare(t, p, fours(t), []byte(output), strict), got, "%q", output)
		}
	}
}

func TestAnErrorOfReadingIsReturned(t *testing.T) {
	broken := errors.New("broken")
	checker := Sudoku4.NewChecker(iotest.ErrReader(broken), false)
	checker.Add(&List{Sudoku4, fours(t)[:1]}, nil)
	_, err := checker.Finish()
	assert.ErrorIs(t, err, broken)
}
