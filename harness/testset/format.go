package testset

import (
	"bytes"
	"fmt"

	"gridjudge/corpus"
	"gridjudge/corpus/cases"
	"gridjudge/corpus/grids"
)

// Input returns what a program reads that accepts the input format of problem q.
func Input(q *corpus.Problem, block cases.Cases) ([]byte, error) {
	var b bytes.Buffer
	err := block.(*grids.List).As(q).Input(&b)
	return b.Bytes(), err
}

// OutputSize returns the length of the right output in q's layout.
func OutputSize(q *corpus.Problem, block cases.Cases) (int64, error) {
	return block.(*grids.List).As(q).OutputSize()
}

// Check compares the output of a program with the cases that were its input. With strict, every byte of white space
// counts.
func Check(q *corpus.Problem, block cases.Cases, output []byte, strict bool) cases.Finding {
	return grids.Compare(q, block.(*grids.List).Cases, output, strict)
}

// CheckCase checks the answer to case n, counted from 0, by itself, and returns it.
func CheckCase(q *corpus.Problem, block cases.Cases, output []byte, n int) (cases.Finding, []byte) {
	a := grids.CompareCases(q, block.(*grids.List).Cases, output)[n]
	return a.Finding, a.Text
}

// Kind names the cases of a problem for people: 9x9.
func Kind(p *corpus.Problem) string { return fmt.Sprintf("%dx%d", p.Size, p.Size) }
