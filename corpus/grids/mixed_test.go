package grids

import (
	"io"
	"slices"
	"strings"
	"testing"

	"gridjudge/corpus/cases"
	"gridjudge/corpus/text"
	"gridjudge/solvers"
	"gridjudge/solvers/bitmask"
)

// mixedCases are cases of three sizes; the third one has no solution, and the last two have several.
func mixedCases(t *testing.T) []Case {
	var list []Case
	for _, c := range []struct {
		puzzle string
		n      uint64
	}{{nine, 1}, {"0", 1}, {"11..............", 0}, {"1", 1}, {"1234341221434...", 1}, {"................", 288}, {nineLoose, 2}} {
		g := solvers.Grid{0}
		if c.puzzle == "1" {
			g[0] = 1
		} else if c.puzzle != "0" {
			g = mustGrid(t, c.puzzle)
		}
		list = append(list, Case{Puzzle: g, Solutions: cases.Certificate{N: c.n, Is: cases.Exactly}})
	}
	return list
}

// TestMixedSizes reads, solves, writes and checks a file of grids of three sizes.
func TestMixedSizes(t *testing.T) {
	list := &List{UVa989, mixedCases(t)}
	var in, out strings.Builder
	must(t, list.Input(&in))
	if want := "2\n1 1 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0\n\n1\n1\n\n2\n"; !strings.Contains(in.String(), want) {
		t.Errorf("%q is not in\n%s", want, in.String())
	}
	block, err := UVa989.NewReader(cases.Source{Name: "in", In: strings.NewReader(in.String())}, nil).Next(100)
	must(t, err)
	read := block.(*List)
	if len(read.Cases) != len(list.Cases) {
		t.Fatalf("%d cases, want %d", len(read.Cases), len(list.Cases))
	}
	runner := UVa989.NewRunner(&bitmask.Spec)
	runner.Load(list)
	runner.Use(0)
	order := []int{6, 5, 4, 3, 2, 1, 0}
	runner.Place(order)
	limits := solvers.Limits{Solutions: 1}
	runner.Solve(0, len(order), &limits)
	for slot, i := range order {
		if !slices.Equal(read.Cases[i].Puzzle, list.Cases[i].Puzzle) {
			t.Errorf("case %d: read %v, want %v", i+1, read.Cases[i].Puzzle, list.Cases[i].Puzzle)
		}
		if f := runner.Check(slot, &limits); f.Match != cases.Right {
			t.Errorf("case %d: %v", i+1, f)
		}
		if answer := runner.Answer(slot); len(answer) > 0 {
			list.Cases[i].Answer = slices.Clone(answer)
		}
	}
	if runner.Changed() >= 0 {
		t.Error("a puzzle was changed")
	}
	w := UVa989.NewWriter(&out)
	for i := range list.Cases {
		must(t, w.Write(list, i, list.Cases[i].Answer))
	}
	must(t, w.Close())
	if want := "\n\n1\n\nNO SOLUTION\n\n1\n\n1 2 3 4\n3 4 1 2\n"; !strings.Contains(out.String(), want) {
		t.Errorf("%q is not in\n%s", want, out.String())
	}
	if got := list.OutputSize(); got < int64(out.Len()) || got > 2*int64(out.Len()) {
		t.Errorf("output size %d, written %d", got, out.Len())
	}
	for _, stored := range []*List{read, list} {
		if found := compare(t, UVa989, stored.Cases, []byte(out.String()), true); found.Match != cases.Right {
			t.Errorf("the right output: %v\n%s", found, out.String())
		}
	}
	for old, new := range map[string]string{"NO SOLUTION": "no solution", "\n1\n": "\n2\n", "1 2 3 4\n3 4 1 2\n2 1 4 3": "1 2 3 4\n3 4 1 2\n4 1 2 3", "5 3 4": "5 4 3"} {
		changed := strings.Replace(out.String(), old, new, 1)
		if found := compare(t, UVa989, list.Cases, []byte(changed), false); changed == out.String() || found.Match != cases.Wrong || found.Passed != len(order)-1 {
			t.Errorf("%q instead of %q: %v, %d passed", new, old, found, found.Passed)
		}
	}
	answers := &cases.Source{Name: "out", In: strings.NewReader(out.String())}
	r := UVa989.NewReader(cases.Source{Name: "in", In: strings.NewReader(in.String())}, answers)
	block, err = r.Next(100)
	must(t, err)
	for i, c := range block.(*List).Cases {
		if !slices.Equal(c.Answer, list.Cases[i].Answer) || c.Unsolvable() != (i == 2) {
			t.Errorf("case %d: the stored answer %v, want %v", i+1, c.Answer, list.Cases[i].Answer)
		}
	}
	if _, err := r.Next(100); err != io.EOF {
		t.Error(err)
	}
}

// TestMixedFilesWithErrors reads files with errors, and files of one size in other layouts.
func TestMixedFilesWithErrors(t *testing.T) {
	for content, want := range map[string]text.Error{
		"2\n1 2 3 4\n":              {Line: 2, Column: 8},
		"1\n0\n\n4\n":               {Line: 4, Column: 1},
		"2\n1 2 3 5\n":              {Line: 2, Column: 7},
		"1\n2\n":                    {Line: 2, Column: 1},
		"3\n1 2 3 4 5 6 7 8 9\n1\n": {Line: 3, Column: 2},
	} {
		_, err := NewReader(strings.NewReader(content), "in", UVa989).ReadAll()
		if e, ok := err.(*text.Error); !ok || e.Line != want.Line || e.Column != want.Column {
			t.Errorf("%q: %v, want line %d, column %d", content, err, want.Line, want.Column)
		}
	}
	for _, content := range []string{nine + "\n", square(nine, 9)} {
		if list, err := NewReader(strings.NewReader(content), "in", UVa989).ReadAll(); err != nil || len(list) != 1 {
			t.Errorf("%q: %v, %v", content, list, err)
		}
	}
	if _, err := NewReader(strings.NewReader(strings.Repeat(".", 256)+"\n"), "in", UVa989).ReadAll(); err == nil {
		t.Error("a grid of 16x16 is read")
	}
	if err := UVa989.NewInputWriter(io.Discard, 1).Write(solvers.NewGrid(16)); err == nil {
		t.Error("a grid of 16x16 is written")
	}
}
