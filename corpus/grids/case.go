package grids

import (
	"io"
	"slices"

	"gridjudge/corpus/cases"
	"gridjudge/solvers"
)

// Case is one puzzle and what is known about it. If only Puzzle is set, nothing is known about it.
type Case struct {
	Puzzle solvers.Grid

	// Answer is the stored answer; nil if none is stored, or if the puzzle has no solution.
	Answer solvers.Grid

	// Solutions is the certified number of solutions.
	Solutions cases.Certificate

	// Line is the line of the file in which the puzzle starts, from 1.
	Line int

	// Stored is the line, from 1, at which the answer starts in the file of answers; 0 without such a file.
	Stored int
}

// memory returns memory for the n cells of a puzzle, with arbitrary content. It is the memory of the puzzle before,
// if that is large enough.
func (c *Case) memory(n int) solvers.Grid {
	if cap(c.Puzzle) < n {
		c.Puzzle = make(solvers.Grid, n)
	}
	return c.Puzzle[:n]
}

// Unsolvable reports whether the case is certified to have no solution.
func (c *Case) Unsolvable() bool { return c.Solutions == cases.None }

// SetAnswer stores the answer from a file of answers. Two kinds of answers say that the puzzle has no solution: an answer
// without cells, and the puzzle itself, unless it is solved already.
func (c *Case) SetAnswer(answer solvers.Grid) {
	c.Answer = answer
	if len(answer) == 0 || slices.Equal(answer, c.Puzzle) && solvers.Check(c.Puzzle, answer) != nil {
		c.Answer, c.Solutions = nil, cases.None
	}
}

// Output returns the grid that the problems want as the answer: the puzzle itself if there is no solution. It is nil
// if no answer is stored.
func (c *Case) Output() solvers.Grid {
	if c.Unsolvable() {
		return c.Puzzle
	}
	return c.Answer
}

// Digest writes one line per case: the puzzle, the answer (- if there is none) and the certificate. out must not
// fail; it is a hash, for example.
func (l *List) Digest(out io.Writer) {
	var line []byte
	var symbols symbols
	size := 0
	for i := range l.Cases {
		c := &l.Cases[i]
		if n := c.Puzzle.Size(); n != size {
			size, symbols = n, newSymbols(n, 0)
		}
		line = append(symbols.append(line[:0], c.Puzzle), ' ')
		if answer := c.Output(); answer == nil {
			line = append(line, '-')
		} else {
			line = symbols.append(line, answer)
		}
		line = append(c.Solutions.Append(append(line, ' ')), '\n')
		_, _ = out.Write(line)
	}
}
