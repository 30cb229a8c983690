package grids

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"gridjudge/corpus/cases"
	"gridjudge/corpus/text"
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
	text.Checker
	format *Format
	writes symbols // how the problem writes a cell

	answer  solvers.Grid // the last grid read
	symbols []byte       // its characters in the output
	places  []text.Place // their places in the output

	searched bool // hasNone has searched
}

// NewChecker returns the special judge of an output.
func (f *Format) NewChecker(output io.Reader, strict bool) cases.Checker {
	cells := f.Size * f.Size
	return &checker{
		Checker: text.NewChecker(output, strict), format: f, writes: newSymbols(f.Size, f.out.blank),
		answer: make(solvers.Grid, cells), symbols: make([]byte, cells), places: make([]text.Place, cells),
	}
}

// Add checks the answers to a block. If an answer is not a grid, the cases after it count as unanswered, because
// the start of their answers is not known.
func (c *checker) Add(block cases.Cases, each func(i int, answer []byte, f cases.Finding)) {
	list := block.(*List).Cases
	c.Check(len(list), func(i int) cases.Finding {
		f := c.next(&list[i])
		if f.Match == cases.Wrong && !c.Lost {
			f.Reason += c.shifted(list, i)
		}
		if f.Match == cases.Wrong && c.hasNone(&list[i]) {
			f.Reason += "; this puzzle has no solution, so the answer to it is the puzzle itself"
		}
		return f
	}, each)
}

// hasNone reports whether a puzzle with a wrong answer has no solution. If nothing is known of it, the judge searches, for
// the first wrong answer alone: the search may take a second.
func (c *checker) hasNone(k *Case) bool {
	if k.Unsolvable() || k.Puzzle.Conflict() != nil {
		return true
	}
	if c.searched || k.Answer != nil || k.Solutions.Is != cases.Unknown {
		return false
	}
	c.searched = true
	n, decided := solvers.Count(k.Puzzle, 1, proofBudget)
	return decided && n == 0
}

// Finish checks the end of the output.
func (c *checker) Finish() (cases.Finding, error) { return c.End("\n" + c.format.out.after) }

// next reads and checks the answer to one case.
func (c *checker) next(k *Case) cases.Finding {
	for i := range c.answer {
		c.Space.Gap(c.Out, c.format.out.before(c.Cases == 0, i, c.format.Size))
		b, ok := c.Out.Peek()
		at := c.Out.Place
		if !ok {
			c.Lost = true
			if i == 0 {
				return at.Wrong("there is no answer: the output ends before it")
			}
			return at.Wrong("the output ends after %d of %d cells", i, len(c.answer))
		}
		d, ok := solvers.Digit(c.format.Size, b)
		if !ok && b != '.' && b != '0' && b != '-' {
			c.Lost = true
			return at.Wrong("%q is not a digit of a grid: want %s", b, solvers.Alphabet(c.format.Size))
		}
		c.answer[i], c.symbols[i], c.places[i] = d, b, at
		c.Space.Symbol(at, c.writes[d], b)
		c.Out.Skip()
	}
	match, reason, cell := checkGrid(k, c.answer)
	if match != cases.Right && slices.Equal(c.answer, k.Puzzle) {
		match, reason, cell = checkClaim(k) // the puzzle as given says that there is no solution
		reason = "the answer is the puzzle as given: " + reason
	}
	if match == cases.Right {
		return c.blanks()
	}
	f := c.places[cell].Wrong("%s", reason)
	f.Match, f.Stored = match, k.Stored
	if expected := k.Output(); len(expected) == len(c.answer) && expected[cell] != c.answer[cell] {
		f.Reason = fmt.Sprintf("expected %c, got %c: %s", c.writes[expected[cell]], c.symbols[cell], reason)
	}
	for i := 1; i < len(c.places); i++ {
		last := c.places[i-1]
		if c.places[i].Line > last.Line && !strings.Contains(c.format.out.before(false, i, c.format.Size), "\n") {
			f.Reason += fmt.Sprintf("; line %d ends after %d characters, within this answer", last.Line, last.Column)
			break
		}
	}
	return f
}

// shifted says that the answer, which is wrong for case i, is right for a neighbour of it in the block. It is "" if not,
// or if the answer does solve case i, whose certificate is wrong then.
func (c *checker) shifted(list []Case, i int) string {
	switch {
	case solvers.Check(list[i].Puzzle, c.answer) == nil:
	case i+1 < len(list) && solvers.Check(list[i+1].Puzzle, c.answer) == nil:
		return "; it solves the next case: an answer may be missing"
	case i > 0 && solvers.Check(list[i-1].Puzzle, c.answer) == nil:
		return "; it solves the case before: an answer may be there twice"
	}
	return ""
}

// blanks checks how a right answer writes empty cells. Only the answer to a puzzle
// without a solution has any.
func (c *checker) blanks() cases.Finding {
	blank := c.writes[0]
	for i, d := range c.answer {
		if got := c.symbols[i]; d == 0 && got != blank {
			return c.places[i].Wrong("expected %c, got %c: the puzzle as given is right, but an empty cell is written %c", blank, got, blank)
		}
	}
	return cases.Finding{Match: cases.Right}
}
