package grids

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"gridjudge/corpus/cases"
	"gridjudge/solvers"
)

// Draw writes a puzzle, the answer to it if there is one, and the expected answer.
func (l *List) Draw(w io.Writer, i int, answer []byte) error {
	var b strings.Builder
	c, g := &l.Cases[i], solvers.Grid(answer)
	fmt.Fprintf(&b, "\npuzzle, %s\n%s", l.Slice(i, i+1).About(), drawGrid(c.Puzzle))
	if conflict := c.Puzzle.Conflict(); conflict != nil {
		fmt.Fprintf(&b, "it contradicts itself: %v\n", conflict)
	}
	switch {
	case answer == nil:
	case len(g) == 0:
		b.WriteString("\nanswer: none\n")
	case len(g) != len(c.Puzzle) || !g.Valid():
		fmt.Fprintf(&b, "\nanswer: not a grid of this size: %v\n", []uint8(g))
	default:
		fmt.Fprintf(&b, "\nanswer\n%s", drawGrid(g))
		if err := solvers.Check(c.Puzzle, g); err != nil {
			fmt.Fprintf(&b, "check: %v\n", err)
		} else {
			b.WriteString("check: full, keeps the givens, each digit once in every row, column and box\n")
		}
	}
	switch {
	case c.Unsolvable():
		fmt.Fprintf(&b, "\nexpected answer: %s, because the puzzle has no solution\n", l.Format.noneInWords())
	case c.Answer == nil:
		b.WriteString("\nexpected answer: not stored; the rules decide\n")
	case slices.Equal(c.Answer, g):
		b.WriteString("\nexpected answer: the same\n")
	case l.Format.least || c.Solutions == cases.One:
		fmt.Fprintf(&b, "\nexpected answer\n%s", drawGrid(c.Answer))
	default:
		fmt.Fprintf(&b, "\nexpected answer: any solution, such as\n%s", drawGrid(c.Answer))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// drawGrid draws a grid with blanks and empty lines between its boxes.
func drawGrid(g solvers.Grid) string {
	n := g.Size()
	box := solvers.Box(n)
	var b strings.Builder
	for i, d := range g {
		if i > 0 && i%(n*box) == 0 {
			b.WriteByte('\n')
		}
		if i%box == 0 {
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, " %c", solvers.Symbol(n, d))
		if i%n == n-1 {
			b.WriteByte('\n')
		}
	}
	return b.String()
}
