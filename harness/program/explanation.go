package program

import (
	"context"
	"fmt"
	"io"
	"strings"

	"gridjudge/harness/judge"
	"gridjudge/harness/testset"
	"gridjudge/solvers"
)

// maxShownOutput is how many bytes of a program's output an explanation shows.
const maxShownOutput = 4096

// Explanation is every fact behind the verdict on one program and one case.
type Explanation struct {
	Verdict judge.Verdict
	Reason  string

	record *Record
	puzzle solvers.Grid
}

// Explain judges the program on case n, counted from 1, of a test set.
func (p *Program) Explain(ctx context.Context, set *testset.TestSet, n int, o Options) (*Explanation, error) {
	result, err := p.Judge(ctx, set.Only(n), o, func(*Record) error { return nil })
	if err != nil {
		return nil, err
	}
	e := &Explanation{record: result.Records[0], puzzle: set.Cases[n-1].Puzzle}
	e.Verdict, e.Reason = e.record.Verdict()
	return e, nil
}

// Write writes the explanation for people: the facts of the run, the puzzle and the
// output.
func (e *Explanation) Write(w io.Writer) error {
	if err := e.record.Describe(w); err != nil {
		return err
	}
	output, more := string(e.record.Output), ""
	if len(output) > maxShownOutput {
		output, more = output[:maxShownOutput], fmt.Sprintf("  ... (%d bytes in all)\n", e.record.Facts.Output)
	}
	output = "  " + strings.ReplaceAll(strings.TrimSuffix(Printable(output), "\n"), "\n", "\n  ") + "\n"
	_, err := fmt.Fprintf(w, "\npuzzle, %d givens\n%s\noutput\n%s%s", e.puzzle.Givens(), judge.DrawGrid(e.puzzle), output, more)
	return err
}
