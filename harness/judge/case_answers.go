package judge

import (
	"bytes"

	"gridjudge/corpus"
)

// CaseAnswer is the answer to one case in an output.
type CaseAnswer struct {
	Finding Finding
	Text    []byte // from the first cell to the last; if the answer is not a grid, all the rest of the output
}

// CompareCases checks the answer to each case in an output by itself. It ignores the
// layout. If an answer is not a grid, the cases after it count as unanswered, because
// the start of their answers is not known.
func CompareCases(p *corpus.Problem, cases []corpus.Case, output []byte) []CaseAnswer {
	c := newComparison(p, outputOf(output), false)
	answers := make([]CaseAnswer, len(cases))
	for i := range cases {
		a := &answers[i]
		if c.lost {
			a.Finding = Finding{Match: Wrong, Reason: "no answer: the one before it is not a grid"}
			continue
		}
		c.output.skipSpace()
		start := c.output.offset
		a.Finding = c.next(&cases[i])
		a.Text = bytes.TrimSpace(output[start:c.output.offset])
		if c.lost {
			a.Text = bytes.TrimSpace(output[start:])
		}
	}
	return answers
}
