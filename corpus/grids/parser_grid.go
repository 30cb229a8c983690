package grids

import (
	"bytes"
	"io"
	"slices"
	"strings"

	"gridjudge/solvers"
)

// gridParser reads grids as forums draw them, with one row of the grid per line. It ignores blanks, commas and bars
// between the cells, and rules drawn between the rows.
//
// If the field integers is false, a cell is one character. If it is true, a cell is a number from 1 to the size; the
// number 0 and the usual characters, such as a dot, stand for an empty cell.
//
// Usually a line is a row. A line may also contain a whole grid, provided that its rows are separated. If they are not,
// the line is a puzzle for lineParser.
type gridParser struct{ integers bool }

func (p gridParser) String() string {
	if p.integers {
		return "integers"
	}
	return "grids of rows"
}

// next reads lines until a grid is full. An empty line within a grid is an error. If next read on into the next grid,
// it would report the error far from its cause. The words for a puzzle without a solution are a grid without cells.
func (p gridParser) next(s *source, a *alphabet, c *Case) error {
	size := a.size
	var blank byte // the character of the empty cells
	g := c.memory(size * size)[:0]
	for len(g) < size*size {
		text, err := s.next()
		switch {
		case err == io.EOF && len(g) > 0:
			return s.at(s.length, "the grid is cut short after %d of %d rows", len(g)/size, size)
		case err != nil:
			return err
		case len(text) == 0 && len(g) > 0:
			return s.at(0, "the grid is cut short after %d of %d rows", len(g)/size, size)
		case len(g) == 0 && len(text) > 0 && string(text) == s.none:
			c.Puzzle, c.Line = g, s.line
			return nil
		case len(text) == 0, isComment(text), isRule(text, size), len(g) == 0 && s.barred && isTrailer(text, a):
			continue
		}
		had := len(g)
		if g, err = p.row(s, text, a, g, &blank); err != nil {
			return err
		}
		if len(g) == had && bytes.ContainsAny(text, "[]{}") { // the line has only brackets of an array
			continue
		}
		if had == 0 {
			c.Line, s.barred = s.line, text[indent(text)] == '|'
		}
		if got := len(g) - had; got != size && got != size*size {
			return s.at(len(text), "a row of %d cells, want %d", got, size)
		}
	}
	c.Puzzle = g
	return nil
}

// row appends the cells of a line to a grid.
func (p gridParser) row(s *source, text []byte, a *alphabet, g solvers.Grid, blank *byte) (solvers.Grid, error) {
	had := len(g)
	rowEnd := had + a.size
	text, _, _ = bytes.Cut(text, []byte("#"))
	text = unjoined(text, a.size)
	for i := 0; i < len(text); {
		if isBetween(text[i]) {
			i++
			continue
		}
		d, width := a.code[text[i]], 1
		if p.integers {
			var err error
			if d, width, err = integer(s, text, i, a); err != nil {
				return nil, err
			}
		}
		atRowEnd := len(g) == rowEnd
		if atRowEnd {
			rowEnd += a.size
		}
		switch {
		case d == invalid:
			return nil, s.at(i, "%s", invalidByte(text, i, a.wanted()))
		case atRowEnd && !isBetween(text[i-1]):
			return nil, s.at(i, "a row of %d cells, want %d", len(g)-had+cellsIn(text[i:]), a.size)
		case len(g) == a.size*a.size:
			return nil, s.at(i, "more than %d cells", len(g)-had)
		case d == 0 && *blank != 0 && *blank != text[i]:
			return nil, s.twoBlanks(i, *blank, text[i])
		case d == 0:
			*blank = text[i]
		}
		g = append(g, d)
		i += width
	}
	return g, nil
}

// integer reads the cell at text[i:].
func integer(s *source, text []byte, i int, a *alphabet) (digit uint8, width int, err error) {
	end := i
	for end < len(text) && !isBetween(text[end]) {
		end++
	}
	token := text[i:end]
	if len(token) == 1 && strings.IndexByte(blanks, token[0]) >= 0 {
		return 0, 1, nil
	}
	n := 0
	for k, c := range token {
		if c < '0' || c > '9' {
			return 0, 0, s.at(i+k, "%s", invalidByte(text, i+k, a.wanted()))
		}
		if n = n*10 + int(c-'0'); n > a.size {
			return 0, 0, s.at(i, "%.12q is greater than %d", token, a.size)
		}
	}
	return uint8(n), len(token), nil
}

// unjoined replaces the dots or slashes between the rows of a grid by blanks, if the grid is a line of rows that are
// joined in this way and has the character nowhere else. It returns any other line as it is.
func unjoined(text []byte, size int) []byte {
	if size == 1 || len(text) != size*size+size-1 || text[size] != '.' && text[size] != '/' {
		return text
	}
	rows := bytes.Split(text, text[size:size+1])
	if len(rows) != size || slices.ContainsFunc(rows, func(row []byte) bool { return len(row) != size }) {
		return text
	}
	return bytes.Join(rows, []byte(" "))
}

// isBetween reports whether c separates cells, in drawings, or in arrays of JSON and of programming languages.
func isBetween(c byte) bool { return between[c] }

var between = [256]bool{' ': true, '\t': true, '|': true, ',': true, ';': true, '[': true, ']': true, '{': true, '}': true, '"': true}

// isTrailer reports whether a line begins with a letter that is not a cell. If grids are drawn with bars, programs
// write such lines about themselves between the grids.
func isTrailer(text []byte, a *alphabet) bool {
	c := text[indent(text)]
	return a.code[c] == invalid && c|0x20 >= 'a' && c|0x20 <= 'z'
}

// isRule reports whether a line is drawn between rows and has no cells: it consists of dashes and the like, and has a
// corner or is longer than a row of cells.
func isRule(text []byte, size int) bool {
	if !bytes.Contains(text, []byte("--")) && !bytes.Contains(text, []byte("==")) {
		return false
	}
	if len(bytes.Trim(text, "+-=*.:'`|\t ")) > 0 {
		return false
	}
	return bytes.IndexByte(text, '+') >= 0 || cellsIn(text) >= size+solvers.Box(size)-1
}

// cellsIn returns the number of characters that do not separate cells.
func cellsIn(text []byte) int { return len(slices.DeleteFunc(slices.Clone(text), isBetween)) }
