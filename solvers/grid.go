package solvers

import (
	"bytes"
	"fmt"
	"slices"
)

// MaxSize is the side of the largest grid, in cells.
const MaxSize = 25

// Sizes returns the sides of all grids in ascending order. The sides of their boxes are 2, 3, 4 and
// 5 cells.
func Sizes() []int { return []int{4, 9, 16, 25} }

// Box returns the side of a box in a grid of this size, or 0 if there is no such size.
func Box(size int) int {
	for box := 1; box*box <= MaxSize; box++ {
		if box*box == size {
			return box
		}
	}
	return 0
}

// Grid holds the cells of a puzzle or an answer, row by row, with one byte per cell. An empty cell
// is 0, and any other cell holds its digit, from 1 to the size of the grid. The size follows from
// the length: a Grid of 81 cells is a 9x9 grid. Wrong answers are stored in a Grid, too. Therefore
// all methods accept any bytes, and Valid reports whether the bytes are a grid.
type Grid []uint8

// NewGrid makes an empty grid.
func NewGrid(size int) Grid { return make(Grid, size*size) }

// Size returns the side of g, or 0 if no grid has that many cells. The side of a grid of a single cell is 1; such grids
// are checked, but no solver takes them.
func (g Grid) Size() int {
	if len(g) == 1 {
		return 1
	}
	for _, size := range Sizes() {
		if size*size == len(g) {
			return size
		}
	}
	return 0
}

// Valid reports whether g has the length of a grid and contains no digit above its size.
func (g Grid) Valid() bool {
	n := g.Size()
	return n > 0 && int(slices.Max(g)) <= n
}

// Givens counts the cells that hold a digit.
func (g Grid) Givens() int {
	return len(g) - bytes.Count(g, []byte{0})
}

// Alphabet returns the characters of the digits 1 to size: numerals for sizes up to 9, and letters
// from A on for 16 and 25.
func Alphabet(size int) string {
	if size <= 9 {
		return "123456789"[:size]
	}
	return "ABCDEFGHIJKLMNOPQRSTUVWXY"[:size]
}

// Symbol returns the character of a digit in a grid of this size, and "." for 0. Any other value
// gives "?", because wrong answers are printed too.
func Symbol(size int, digit uint8) byte {
	switch {
	case digit == 0:
		return '.'
	case int(digit) > size:
		return '?'
	}
	return Alphabet(size)[digit-1]
}

// Digit returns the digit that a character stands for in a grid of this size. It does not know a
// character for an empty cell, because that depends on the file format.
func Digit(size int, c byte) (digit uint8, ok bool) {
	first := Alphabet(size)[0]
	if c < first || int(c-first) >= size {
		return 0, false
	}
	return c - first + 1, true
}

// Append appends the characters of g to b, with "." for an empty cell and without a newline.
func (g Grid) Append(b []byte) []byte {
	n := g.Size()
	for _, d := range g {
		b = append(b, Symbol(n, d))
	}
	return b
}

// String returns g as one line, as Append writes it.
func (g Grid) String() string { return string(g.Append(nil)) }

// ParseGrid reads a grid from 16, 81, 256 or 625 characters: the digits are characters of the
// size's Alphabet, and ".", "0" or "-" stands for an empty cell.
func ParseGrid(s string) (Grid, error) {
	g := make(Grid, len(s))
	n := g.Size()
	if n == 0 {
		return nil, fmt.Errorf("%d characters are not a grid: want 16, 81, 256 or 625", len(s))
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
