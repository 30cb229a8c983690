package solvers

import (
	"bytes"
	"fmt"
	"slices"
)

// MaxSize is the side of the largest grid.
const MaxSize = 25

// Sizes returns the sides of all grids, ascending. Their boxes are 2, 3, 4 and 5
// cells wide and high.
func Sizes() []int { return []int{4, 9, 16, 25} }

// Box returns the side of a box in a grid of this size, or 0 for a size that
// does not exist.
func Box(size int) int {
	for box := 2; box*box <= MaxSize; box++ {
		if box*box == size {
			return box
		}
	}
	return 0
}

// Grid holds the cells of a puzzle or an answer row by row, one byte per cell:
// 0 for an empty cell, 1 to the size for a digit. Its length tells its size. Valid says
// whether a Grid is one; every method takes any bytes.
type Grid []uint8

// NewGrid makes an empty grid.
func NewGrid(size int) Grid { return make(Grid, size*size) }

// Size returns the side of g, or 0 if no grid has that many cells.
func (g Grid) Size() int {
	for _, size := range Sizes() {
		if size*size == len(g) {
			return size
		}
	}
	return 0
}

// Valid reports whether g has the length of a grid and no digit beyond its size.
func (g Grid) Valid() bool {
	n := g.Size()
	return n > 0 && int(slices.Max(g)) <= n
}

// Givens counts the cells that hold a digit.
func (g Grid) Givens() int {
	return len(g) - bytes.Count(g, []byte{0})
}

// Alphabet returns the characters for digits 1 to size: numerals up to 9,
// letters from A for 16 and 25.
func Alphabet(size int) string {
	if size <= 9 {
		return "123456789"[:size]
	}
	return "ABCDEFGHIJKLMNOPQRSTUVWXY"[:size]
}

// Symbol returns the character of a digit in a grid of this size, "." for 0 and "?" for what
// is no digit of this size: wrong answers are printed, too.
func Symbol(size int, digit uint8) byte {
	switch {
	case digit == 0:
		return '.'
	case int(digit) > size:
		return '?'
	}
	return Alphabet(size)[digit-1]
}

// Digit returns the digit of a character in a grid of this size. It knows no
// character for an empty cell: that depends on the format.
func Digit(size int, c byte) (digit uint8, ok bool) {
	first := Alphabet(size)[0]
	if c < first || int(c-first) >= size {
		return 0, false
	}
	return c - first + 1, true
}

// Append adds g to b as one line of len(g) characters, "." for empty, without
// a newline.
func (g Grid) Append(b []byte) []byte {
	n := g.Size()
	for _, d := range g {
		b = append(b, Symbol(n, d))
	}
	return b
}

// String returns g as one line, as Append writes it.
func (g Grid) String() string { return string(g.Append(nil)) }

// ParseGrid reads a grid of 16, 81, 256 or 625 characters: digits of the
// size's Alphabet, and "." or "0" or "-" for an empty cell.
func ParseGrid(s string) (Grid, error) {
	g := make(Grid, len(s))
	n := g.Size()
	if n == 0 {
		return nil, fmt.Errorf("%d characters are no grid: want 16, 81, 256 or 625", len(s))
	}
	for i := range len(s) {
		switch c := s[i]; c {
		case '.', '0', '-':
		default:
			d, ok := Digit(n, c)
			if !ok {
				return nil, fmt.Errorf("column %d: %q is not in the alphabet %s (. for empty)", i+1, c, Alphabet(n))
			}
			g[i] = d
		}
	}
	return g, nil
}
