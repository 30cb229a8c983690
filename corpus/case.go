package corpus

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"

	"gridjudge/solvers"
)

// Unknown is the Solutions of a Case that nobody has counted.
const Unknown = -1

// Case is one puzzle and what is known about it.
type Case struct {
	Puzzle solvers.Grid

	// Answer is the stored answer: nil where there is none, equal to Puzzle
	// where the puzzle has no solution.
	Answer solvers.Grid

	// Solutions is the certified number of solutions, Unknown where there is
	// none; with AtLeast there may be more.
	Solutions int
	AtLeast   bool

	// Line is where the puzzle starts in its file, from 1.
	Line int
}

// Unsolvable reports whether the stored answer says that there is no solution.
func (c *Case) Unsolvable() bool {
	return c.Solutions == 0 || c.Answer != nil && slices.Equal(c.Answer, c.Puzzle) && slices.Contains(c.Puzzle, 0)
}

// Digest names the content of a list of cases: SHA-256 over one line a case,
// with the puzzle, the answer (- for none) and the count (? for unknown, a +
// after a lower bound). It does not depend on the layout of any file.
func Digest(cases []Case) string {
	h := sha256.New()
	var b []byte
	var line symbols
	size := 0
	for i := range cases {
		c := &cases[i]
		if n := c.Puzzle.Size(); n != size {
			size, line = n, newSymbols(n)
		}
		b = append(line.append(b[:0], c.Puzzle), ' ')
		if c.Answer == nil {
			b = append(b, '-')
		} else {
			b = line.append(b, c.Answer)
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
		h.Write(append(b, '\n'))
	}
	return "sha256:" + hex.EncodeToString(h.Sum(nil))
}
