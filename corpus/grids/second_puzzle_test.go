package grids

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"gridjudge/corpus/text"
)

// TestASecondPuzzleInALineIsRefused, whatever stands between the two, because the reader would silently lose it. A
// solution may follow a puzzle, and so may text that is not a puzzle.
func TestASecondPuzzleInALineIsRefused(t *testing.T) {
	const one, two = "1234............", "..3.1.......4..."
	const solution, other = "1234341221434321", "4321341221431234"
	for _, separator := range []string{" ", "  ", ",", ";", "\t", ":", " x ", `","`} {
		for _, c := range []struct {
			second  string
			refused bool
		}{
			{one, true}, {two, true}, {strings.ReplaceAll(two, ".", "0"), true}, {other, true},
			{solution, false}, {"word", false}, {two[1:], false}, {"# " + two, false},
		} {
			line := one + separator + c.second
			r := NewReader(strings.NewReader(one+"\n"+line+"\n"), "x.txt", Sudoku4)
			var k Case
			if err := r.Next(&k); err != nil {
				t.Fatalf("%q: %v", line, err)
			}
			err := r.Next(&k)
			at := new(text.Error)
			if refused := errors.As(err, &at); refused != c.refused {
				t.Errorf("%q: refused: %v (%v), want %v", line, refused, err, c.refused)
			} else if want := fmt.Sprintf("x.txt:2:%d:", len(one+separator)+1); refused && !strings.HasPrefix(err.Error(), want) {
				t.Errorf("%q: %v, want it at %s", line, err, want)
			}
		}
	}
}
