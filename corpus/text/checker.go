package text

import (
	"bytes"
	"cmp"
	"fmt"
	"io"

	"gridjudge/corpus/cases"
)

// Checker compares an output with cases, answer by answer, in constant memory.
type Checker struct {
	Out   *Output
	Space WhiteSpace
	Cases int  // the number of cases before the one that is checked; at the end, of all
	Lost  bool // nobody knows where the next answer begins, so all further cases count as unanswered

	passed int
	// spaced is the case, from 1, in or after whose answer the white space first differs; 0 if it does not differ.
	spaced int
	// found is about the first case that is not right. A case with an error in the judge's data replaces a wrong one.
	found cases.Finding
}

// NewChecker returns a checker of an output. With strict, every byte of white space counts.
func NewChecker(output io.Reader, strict bool) Checker {
	return Checker{Out: NewOutput(output), Space: WhiteSpace{Strict: strict}, found: cases.Finding{Match: cases.Right}}
}

// Check checks the answers to a block of n cases. next reads and checks the answer to case i. If each is not nil,
// Check calls it with every answer and what was found about it.
func (c *Checker) Check(n int, next func(i int) cases.Finding, each func(i int, answer []byte, f cases.Finding)) {
	for i := range n {
		line := c.Out.Place.Line // the line in which the answer before ends
		switch {
		case each == nil && c.Lost:
		case each == nil:
			c.count(next(i))
		case c.Lost:
			each(i, nil, cases.Finding{Match: cases.Wrong, Reason: "no answer: where it begins is unknown after the one before it"})
		default:
			c.Out.Record()
			found := next(i)
			if c.Lost {
				c.Out.SkipAll()
			}
			each(i, bytes.TrimSpace(c.Out.Recorded()), found)
		}
		c.Cases++
		if c.Space.differs && c.spaced == 0 {
			c.spaced = c.Cases
			if c.Space.at.Line == line && c.Cases > 1 {
				c.spaced--
			}
		}
	}
}

// count records what was found about the answer to the next case.
func (c *Checker) count(f cases.Finding) {
	switch {
	case f.Match == cases.Right:
		c.passed++
	case c.found.Match == cases.Right || c.found.Match == cases.Wrong && f.Match != cases.Wrong:
		f.Case = c.Cases + 1
		c.found = f
	}
}

// End checks the end of the output, where the problem writes tail, and returns what was found about the whole output.
// The error is an error of reading the output.
func (c *Checker) End(tail string) (cases.Finding, error) {
	found := c.found
	if found.Match == cases.Right {
		if c.Cases == 0 {
			tail = ""
		}
		c.Space.End(c.Out, tail)
		if _, more := c.Out.Peek(); more {
			found = c.Out.Place.Wrong("more output after the answer to case %d, the last", c.Cases)
		} else {
			found = c.Space.Finding()
			if found.Match == cases.WhitespaceOnly {
				found.Case = cmp.Or(c.spaced, c.Cases)
			}
		}
	}
	// A single case gets no number here, because it may be a case of a set, where it has another number.
	if c.found.Match != cases.Right && c.Cases > 1 {
		found.Reason = fmt.Sprintf("case %d: %s", found.Case, found.Reason)
	}
	found.Passed = c.passed
	return found, c.Out.Err
}
