package grids

import (
	"bytes"
	"fmt"
	"io"
	"slices"

	"gridjudge/corpus/cases"
	"gridjudge/solvers"
)

// checker is the special judge: it compares a program's output with the cases that were its input, which come one by
// one, in constant memory.
//
//  1. Without white space the output must be one grid for each case. Each grid is
//     checked against givens, rules and the stored answer.
//  2. Then the layout is compared with the problem's own layout of the same grids:
//     CR LF counts as LF; trailing blanks and final newlines do not count. With
//     strict every byte counts.
type checker struct {
	n      int
	writes symbols // how the problem writes a cell
	output *output
	space  *whiteSpace

	answer  solvers.Grid // the last grid read
	symbols []byte       // its characters in the output
	places  []place      // their places in the output
	lost    bool         // the start of the next grid is unknown

	cases, passed int
	found         cases.Finding // of the first case that is not right
}

// NewChecker returns the special judge of an output.
func (p *Format) NewChecker(output io.Reader, strict bool) cases.Checker {
	cells := p.Size * p.Size
	return &checker{
		n: p.Size, writes: newSymbols(p.Size, p.out.blank), output: newOutput(output), space: newWhiteSpace(p, strict), found: cases.Finding{Match: cases.Right},
		answer: make(solvers.Grid, cells), symbols: make([]byte, cells), places: make([]place, cells),
	}
}

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
		if c.lost {
			c.output.skipAll()
		}
		each(i, bytes.TrimSpace(c.output.recorded()), found)
	}
}

// compare checks the answer to the next case.
func (c *checker) compare(k *Case) {
	c.cases++
	if c.lost {
		return
	}
	f := c.next(k)
	if f.Match == cases.Right {
		c.passed++
		return
	}
	if c.found.Match == cases.Right || c.found.Match == cases.Wrong && f.Match == cases.JudgeDataError {
		f.Case = c.cases
		f.Reason = fmt.Sprintf("case %d: %s", c.cases, f.Reason)
		c.found = f
	}
}

// Finish checks the end of the output and returns what was found. The error is that of
// reading the output.
func (c *checker) Finish() (cases.Finding, error) {
	found := c.found
	if found.Match == cases.Right {
		c.space.end(c.output, c.cases)
		if _, more := c.output.peek(); more {
			found = c.output.place.wrong("more output after the answer to the last of %d cases", c.cases)
		} else {
			found = c.space.finding()
		}
	}
	found.Passed = c.passed
	return found, c.output.err
}

// next reads and checks the answer to one case.
func (c *checker) next(k *Case) cases.Finding {
	for i := range c.answer {
		c.space.gap(c.output, c.cases <= 1, i)
		b, ok := c.output.peek()
		at := c.output.place
		if !ok {
			c.lost = true
			if i == 0 {
				return at.wrong("there is no answer: the output ends before it")
			}
			return at.wrong("the output ends after %d of %d cells", i, len(c.answer))
		}
		d, ok := solvers.Digit(c.n, b)
		if !ok && b != '.' && b != '0' && b != '-' {
			c.lost = true
			return at.wrong("%q is not a digit of a grid: want %s", b, solvers.Alphabet(c.n))
		}
		c.answer[i], c.symbols[i], c.places[i] = d, b, at
		c.space.cell(at, c.writes[d], b)
		c.output.skip()
	}
	match, reason, cell := checkGrid(k, c.answer)
	if match != cases.Right && slices.Equal(c.answer, k.Puzzle) {
		match, reason, cell = checkClaim(k) // the puzzle as given says that there is no solution
	}
	if match == cases.Right {
		return c.blanks()
	}
	f := c.places[cell].wrong("%s", reason)
	f.Match = match
	if expected := k.Output(); len(expected) == len(c.answer) && expected[cell] != c.answer[cell] {
		f.Reason = fmt.Sprintf("expected %c, got %c: %s", c.writes[expected[cell]], c.symbols[cell], reason)
	}
	return f
}

// blanks checks how a right answer writes empty cells. Only the answer to a puzzle
// without a solution has any.
func (c *checker) blanks() cases.Finding {
	blank := c.writes[0]
	for i, d := range c.answer {
		if got := c.symbols[i]; d == 0 && got != blank {
			return c.places[i].wrong("expected %c, got %c: the puzzle as given is right, but an empty cell is written %c", blank, got, blank)
		}
	}
	return cases.Finding{Match: cases.Right}
}
