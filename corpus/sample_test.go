package corpus

import (
	"bytes"
	"io"
	"testing"

	"gridjudge/corpus/cases"
)

// TestSamples judges the sample output of every problem, byte for byte. If the statement says what the answer is to a
// case without a solution, the sample has one.
func TestSamples(t *testing.T) {
	for _, p := range Problems() {
		in, out, err := p.Sample()
		must(t, err)
		block, err := p.NewReader(cases.Source{Name: "in", In: bytes.NewReader(in)}, nil).Next(100)
		must(t, err)
		checker := p.NewChecker(bytes.NewReader(out), true)
		checker.Add(block, nil)
		found, err := checker.Finish()
		if err != nil || found.Match != cases.Right {
			t.Errorf("%s: the sample output is %v, %v\n%s", p.Name, found, err, out)
		}
		if p.OneCase && p.Sudoku() && block.Len() != 1 {
			t.Errorf("%s: %d cases, want 1", p.Name, block.Len())
		}
		if p.NoAnswer() != "" || p.CountsAll() || p.Name == "uva989" { // the sample of whose statement has no such case
			continue
		}
		again, err := p.NewReader(cases.Source{Name: "in", In: bytes.NewReader(in)}, &cases.Source{Name: "out", In: bytes.NewReader(out)}).Next(100)
		if err != nil && err != io.EOF {
			t.Fatal(err)
		}
		none := 0
		for i := range again.Len() {
			if again.Certificate(i) == cases.None {
				none++
			}
		}
		if none == 0 {
			t.Errorf("%s: the sample has no case without a solution", p.Name)
		}
	}
}
