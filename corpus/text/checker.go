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
	Cases int  // before the one that is checked, or all
	Lost  bool // the start of the next answer is unknown: the cases after it count as unanswered

	passed int
	spaced int           // the case in or after whose answer the white space differs first, from 1; 0: it does not differ
	found  cases.Finding // of the first case that is not right, or with an error of the judge's data
}

// NewChecker returns a checker of an output. With strict, every byte of white space counts.
func NewChecker(output io.Reader, strict bool) Checker {
	return Checker{Out: NewOutput(output), Space: WhiteSpace{Strict: strict}, found: cases.Finding{Match: cases.Right}}
}

// Check checks the answers to a block of n cases: next reads and checks the answer to case i. It calls each, unless it
// is nil, with every answer and what was found.
func (c *Checker) Check(n int, next func(i int) cases.Finding, each func(i int, answer []byte, f cases.Finding)) {
	for i := range n {
		line := c.Out.Place.Line // in which the answer before ends
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

// count counts what was found about the answer to the next case.
func (c *Checker) count(f cases.Finding) {
	switch {
	case f.Match == cases.Right:
		c.passed++
	case c.found.Match == cases.Right || c.found.Match == cases.Wrong && f.Match != cases.Wrong:
		f.Case = c.Cases + 1
		c.found = f
	}
}

// End checks the end of the output, where the problem writes tail, and returns what was found. The error is that of
// reading the output.
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
	if c.found.Match != cases.Right && c.Cases > 1 { // a single case may be one of a set, where it has another number
		found.Reason = fmt.Sprintf("case %d: %s", found.Case, found.Reason)
	}
	found.Passed = c.passed
	return found, c.Out.Err
}
