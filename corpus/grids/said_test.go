package grids

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"gridjudge/corpus/cases"
)

// TestOneBlankInAPuzzle writes two cells of each puzzle with different blanks, in every layout of every problem. A 0
// beside another blank may be a digit, so it must never be read as an empty cell.
func TestOneBlankInAPuzzle(t *testing.T) {
	tried := 0
	for _, f := range formats {
		for _, first := range blanks {
			for _, second := range blanks {
				n := f.Size
				cells := strings.Split(strings.Repeat(string(first), n*n), "")
				cells[0], cells[n*n-1] = string(f.own.alphabet.name[1]), string(second)
				line := strings.Join(cells, "")
				for how, text := range map[string]string{"lines": line + "\n", "rows": square(line, n), "integers": spaced(strings.ReplaceAll(line, cells[0], "2"), n)} {
					if how == "integers" && f != Luogu1784 {
						continue
					}
					_, err := NewReader(strings.NewReader(text), "x", f).ReadAll()
					if got, want := err == nil, first == second; got != want {
						t.Errorf("%s, %s, %q and %q: read %v, want %v: %v", f.Name, how, first, second, got, want, err)
					}
					if want := fmt.Sprintf("empty cells are %q and %q", first, second); err != nil && !strings.Contains(err.Error(), want) {
						t.Errorf("%s, %s: error %v, want one with %s", f.Name, how, err, want)
					}
					tried++
				}
			}
		}
	}
	if tried < 2*len(formats)*len(blanks)*len(blanks) {
		t.Errorf("%d puzzles tried", tried)
	}
}

// readNoted reads all cases of a file, and the notes.
func readNoted(t *testing.T, in cases.Source) (list *List, notes []string, err error) {
	t.Helper()
	in.Note = func(format string, args ...any) { notes = append(notes, fmt.Sprintf(format, args...)) }
	r := POJ3074.NewReader(in, nil)
	var all cases.Cases
	block, err := r.Next(1 << 10)
	for ; err == nil; block, err = r.Next(1 << 10) {
		all = block.AppendTo(all)
	}
	if err != io.EOF {
		return nil, notes, err
	}
	return all.(*List), notes, nil
}

// TestNumbersCertifyOnlyWithASolution reads puzzles that are followed by numbers. A number that is not followed by a
// solution may mean anything, so it certifies nothing, and a note says that once.
func TestNumbersCertifyOnlyWithASolution(t *testing.T) {
	for _, rest := range []string{":111", ":0", ":0:", ":1:", ":1::", ":5:r1c1:", ":7 # seven", ":1:" + nineFull[:80], ":0:" + nineFull} {
		list, notes, err := readNoted(t, cases.Source{Name: "x", In: strings.NewReader(nine + rest + "\n" + nine + rest + "\n")})
		if err != nil {
			t.Fatalf("%s: %v", rest, err)
		}
		for i, c := range list.Cases {
			if c.Solutions.Is != cases.Unknown {
				t.Errorf("%s: case %d is certified to have %v solutions, want none known", rest, i+1, c.Solutions)
			}
			if c.Answer != nil {
				t.Errorf("%s: case %d has the answer %v, want none", rest, i+1, c.Answer)
			}
		}
		want := 1
		if rest == ":7 # seven" {
			want = 0 // this is not just a number
		}
		if len(notes) != want || want > 0 && !strings.HasPrefix(notes[0], "x:1:83: ") {
			t.Errorf("%s: notes %q, want %d at x:1:83", rest, notes, want)
		}
	}
	list, notes, err := readNoted(t, cases.Source{Name: "x", In: strings.NewReader(nine + ":1:" + nineFull + "\n")})
	must(t, err)
	if got, want := list.Certificate(0), cases.One; got != want {
		t.Errorf("certified: %v, want %v", got, want)
	}
	if len(notes) > 0 {
		t.Errorf("notes %q, want none", notes)
	}
}

// TestBareCases reads puzzles whose stored solutions are wrong. That is an error, unless only the puzzles are wanted.
func TestBareCases(t *testing.T) {
	wrong := "1" + nineFull[1:]
	for _, text := range []string{
		nine + ":1:" + wrong + "\n",
		"puzzle,solution\n" + nine + "," + wrong + "\n",
		"puzzle,solution\n" + nine + "," + nineFull[:80] + "4\n", // it breaks a rule
		"puzzle,solution\n" + nine + "\n",
	} {
		if _, _, err := readNoted(t, cases.Source{Name: "x", In: strings.NewReader(text)}); err == nil {
			t.Errorf("%s: no error", text)
		}
		list, notes, err := readNoted(t, cases.Source{Name: "x", In: strings.NewReader(text), Bare: true})
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if got := list.Cases[0].Puzzle.String(); got != nine {
			t.Errorf("%s: puzzle %s, want %s", text, got, nine)
		}
		if len(notes) > 0 {
			t.Errorf("%s: notes %q, want none", text, notes)
		}
	}
}
