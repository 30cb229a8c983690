package covers_test

import (
	"strings"
	"testing"

	"gridjudge/corpus/cases"
	"gridjudge/corpus/covers"
	"gridjudge/solvers"
)

// TestADrawingHasTheExpectedAnswer, and an example of it if any cover is right.
func TestADrawingHasTheExpectedAnswer(t *testing.T) {
	exactly := func(n uint64) cases.Certificate { return cases.Certificate{N: n, Is: cases.Exactly} }
	for _, c := range []struct {
		format  *covers.Format
		known   cases.Certificate
		expects string
		example bool
	}{
		{covers.HUST1017, exactly(2), "2 solutions", true},
		{covers.Luogu4929, cases.Certificate{N: 1, Is: cases.LowerBound}, "at least 1", true},
		{covers.HUST1017, cases.None, "NO", false},
		{covers.HUST1017, cases.Certificate{}, "not stored", false},
		{covers.POJ3740, exactly(2), "Yes, I found it", false},
		{covers.XC, exactly(2), ": 2\n", false},
		{covers.XC, cases.None, ": 0\n", false},
		{covers.XC, cases.Certificate{}, "not counted", false},
	} {
		m := solvers.Matrix{Primary: 2}
		for _, option := range [][]int32{{0}, {1}, {0, 1}} {
			m.Add(option)
		}
		list := &covers.List{Format: c.format, Cases: []covers.Case{{Matrix: m, Solutions: c.known}}}
		var b strings.Builder
		if err := list.Draw(&b, 0, nil); err != nil {
			t.Fatal(err)
		}
		_, expected, _ := strings.Cut(b.String(), "expected answer")
		example := strings.Contains(expected, "     1: 1\n     2: 2\n") || strings.Contains(expected, "     3: 1 2\n")
		if !strings.Contains(expected, c.expects) || example != c.example {
			t.Errorf("%s, %s: want %q, with an example: %v; got %q", c.format.Name, c.known, c.expects, c.example, expected)
		}
	}
}

// TestADrawingNamesTheSecondaryItems, because a cover is right without them.
func TestADrawingNamesTheSecondaryItems(t *testing.T) {
	list := listOf(t, covers.XC, "p q | left right\np left\nq right\n", "")
	var b strings.Builder
	if err := list.Draw(&b, 0, nil); err != nil || !strings.Contains(b.String(), ": left right\n") {
		t.Errorf("%v, %s", err, b.String())
	}
}

// TestADrawingHasTheColours, and says in which item options disagree.
func TestADrawingHasTheColours(t *testing.T) {
	list := listOf(t, covers.XC, "p q | x y\ny p x:red\nq x:blue\nq x:red y\n", "")
	for rows, want := range map[[2]int32]string{
		{0, 1}: "     1: p x:red y\n     2: q x:blue\ncheck: options 1 and 2 disagree in x:red and x:blue\n",
		{0, 2}: "check: options 1 and 3 both have item y\n",
		{1, 1}: "check: option 2 is chosen twice\n",
	} {
		var b strings.Builder
		answer := covers.Answer(&solvers.Cover{Counts: solvers.Counts{Solutions: 1}, First: rows[:]})
		if err := list.Draw(&b, 0, answer); err != nil || !strings.Contains(b.String(), want) {
			t.Errorf("%v: %v, %s, want %q in it", rows, err, b.String(), want)
		}
	}
}
