package grids

import (
	"bytes"

	"gridjudge/corpus"
	"gridjudge/corpus/cases"
)

// CaseAnswer is the answer to one case in an output.
type CaseAnswer struct {
	Finding cases.Finding
	Text    []byte // from the first cell to the last; if the answer is not a grid, all the rest of the output
}

// CompareCases checks the answer to each case in an output by itself. It ignores the
// layout. If an answer is not a grid, the cases after it count as unanswered, because
// the start of their answers is not known.
func CompareCases(p *corpus.Problem, list []corpus.Case, output []byte) []CaseAnswer {
	c := newComparison(p, outputOf(output), false)
	answers := make([]CaseAnswer, len(list))
	for i := range list {
		a := &answers[i]
		if c.lost {
			a.Finding = cases.Finding{Match: cases.Wrong, Reason: "no answer: the one before it is not a grid"}
			continue
		}
		c.output.skipSpace()
		start := c.output.offset
		a.Finding = c.next(&list[i])
		a.Text = bytes.TrimSpace(output[start:c.output.offset])
		if c.lost {
			a.Text = bytes.TrimSpace(output[start:])
		}
	}
	return answers
}
