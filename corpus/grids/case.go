package grids

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strconv"

	"gridjudge/solvers"
)

// Case is one puzzle and what is known about it. Of a Case that has a puzzle alone nothing is known.
type Case struct {
	Puzzle solvers.Grid

	// Answer is the stored answer; nil if none is stored, or if the puzzle has no solution.
	Answer solvers.Grid

	// Solutions is the certified number of solutions.
	Solutions Certificate

	// Line is the line of the file in which the puzzle starts, from 1.
	Line int
}

// Certificate is what is known of a number of solutions. The zero Certificate knows nothing.
type Certificate struct {
	N  int
	Is Certainty
}

// Certainty says what the N of a Certificate is.
type Certainty uint8

// The certainties.
const (
	Unknown    Certainty = iota // nothing was counted
	Exactly                     // the number
	LowerBound                  // at most the number
)

// String returns the number for people: "2 or more".
func (c Certificate) String() string {
	switch c.Is {
	case Unknown:
		return "not counted"
	case LowerBound:
		return fmt.Sprintf("%d or more", c.N)
	case Exactly:
	}
	return strconv.Itoa(c.N)
}

// memory returns memory for the n cells of a puzzle, with arbitrary content: that of the puzzle before if it is enough.
func (c *Case) memory(n int) solvers.Grid {
	if cap(c.Puzzle) >= n {
		return c.Puzzle[:n]
	}
	return make(solvers.Grid, n)
}

// Unsolvable reports whether the case is certified to have no solution.
func (c *Case) Unsolvable() bool { return c.Solutions == Certificate{0, Exactly} }

// SetAnswer stores the answer of a file of answers: the puzzle itself says that there is no solution.
func (c *Case) SetAnswer(answer solvers.Grid) {
	if c.Answer = answer; slices.Equal(answer, c.Puzzle) && solvers.Check(c.Puzzle, answer) != nil {
		c.Answer, c.Solutions = nil, Certificate{0, Exactly}
	}
}

// Output returns what the problems want as the answer: the puzzle itself if there is no solution. It is nil if no answer
// is stored.
func (c *Case) Output() solvers.Grid {
	if c.Unsolvable() {
		return c.Puzzle
	}
	return c.Answer
}

// Digest returns the SHA-256 of a list of cases, over one line per case: the
// puzzle, the answer (- for none) and the count (? for unknown, + after a lower
// bound). It does not depend on the layout of any file.
func Digest(cases []Case) string {
	hash := sha256.New()
	(&List{Cases: cases}).Digest(hash)
	return "sha256:" + hex.EncodeToString(hash.Sum(nil))
}

// Digest writes the lines of Digest to out, which must not fail: a hash, for example.
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
		line = append(line, ' ')
		switch c.Solutions.Is {
		case Unknown:
			line = append(line, '?')
		case Exactly:
			line = strconv.AppendInt(line, int64(c.Solutions.N), 10)
		case LowerBound:
			line = append(strconv.AppendInt(line, int64(c.Solutions.N), 10), '+')
		}
		line = append(line, '\n')
		_, _ = out.Write(line)
	}
}
