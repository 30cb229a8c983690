package judge

import (
	"bytes"

	"gridjudge/corpus"
)

// CaseAnswer is the answer to one case in an output.
type CaseAnswer struct {
	Finding Finding
	Text    []byte // from its first cell to its last; what is left of the output where it is no grid
}

// CompareCases checks the answer to each case in an output by itself, without the
// layout. Where an answer is no grid, all that follow are missing.
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
