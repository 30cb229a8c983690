package grids

import (
	"bytes"

	"gridjudge/corpus/cases"
	"gridjudge/solvers"
)

// checker is the special judge as a family has it.
type checker struct{ *comparison }

// Add checks the answers to a block. If an answer is not a grid, the cases after it count as unanswered, because
// the start of their answers is not known.
func (c *checker) Add(block cases.Cases, each func(i int, answer []byte, f cases.Finding)) {
	list := block.(*List).Cases
	for i := range list {
		if each == nil {
			c.compare(&list[i])
			continue
		}
		if c.lost {
			each(i, nil, cases.Finding{Match: cases.Wrong, Reason: "no answer: the one before it is not a grid"})
			continue
		}
		c.output.record()
		found := c.next(&list[i])
		text := c.output.recorded()
		if c.lost {
			text = append(text, c.output.rest()...)
		}
		each(i, bytes.TrimSpace(text), found)
	}
}

// Finish checks the end of the output.
func (c *checker) Finish() (cases.Finding, error) { return c.finish() }

// answerWriter writes answers; that of a puzzle without a solution is the puzzle itself.
type answerWriter struct{ *Writer }

// Write writes the answer to case i.
func (w answerWriter) Write(block cases.Cases, i int, answer []byte) error {
	if len(answer) == 0 {
		return w.Writer.Write(block.(*List).Cases[i].Puzzle)
	}
	return w.Writer.Write(solvers.Grid(answer))
}
