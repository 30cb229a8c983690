package grids

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"slices"
	"strconv"

	"gridjudge/solvers"
)

// Unknown is the Solutions of a Case whose solutions were not counted.
const Unknown = -1

// Case is one puzzle and what is known about it.
type Case struct {
	Puzzle solvers.Grid

	// Answer is the stored answer: nil if there is none, equal to Puzzle if the
	// puzzle has no solution.
	Answer solvers.Grid

	// Solutions is the certified number of solutions, or Unknown. With AtLeast
	// it is a lower bound.
	Solutions int
	AtLeast   bool

	// Line is the line of the file in which the puzzle starts, from 1.
	Line int
}

// Unsolvable reports whether the stored answer says that there is no solution.
func (c *Case) Unsolvable() bool {
	return c.Solutions == 0 || c.Answer != nil && slices.Equal(c.Answer, c.Puzzle) && slices.Contains(c.Puzzle, 0)
}

// Digest returns the SHA-256 of a list of cases, over one line per case: the
// puzzle, the answer (- for none) and the count (? for unknown, + after a lower
// bound). It does not depend on the layout of any file.
func Digest(cases []Case) string {
	hash := sha256.New()
	lines := NewLines(hash)
	for i := range cases {
		lines.Add(&cases[i])
	}
	return "sha256:" + hex.EncodeToString(hash.Sum(nil))
}

// Lines writes the lines of Digest for cases that come one by one.
type Lines struct {
	out     io.Writer
	line    []byte // memory of the last line
	size    int    // of the last puzzle
	symbols symbols
}

// NewLines returns a Lines that writes to out, which must not fail: a hash, for example.
func NewLines(out io.Writer) *Lines { return &Lines{out: out} }

// Add adds a case.
func (d *Lines) Add(c *Case) {
	if n := c.Puzzle.Size(); n != d.size {
		d.size, d.symbols = n, newSymbols(n)
	}
	b := append(d.symbols.append(d.line[:0], c.Puzzle), ' ')
	if c.Answer == nil {
		b = append(b, '-')
	} else {
		b = d.symbols.append(b, c.Answer)
	}
	b = append(b, ' ')
	if c.Solutions == Unknown {
		b = append(b, '?')
	} else {
		b = strconv.AppendInt(b, int64(c.Solutions), 10)
	}
	if c.AtLeast {
		b = append(b, '+')
	}
	d.line = append(b, '\n')
	d.out.Write(d.line)
}
