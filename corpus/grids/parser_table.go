package grids

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// separators are the characters that separate the columns of a table; the colon does so in HoDoKu's libraries.
var separators = []byte{',', ';', '\t', ':'}

// tableParser reads columns, quoted or not. A header names the column of the
// puzzle and may name that of the solution. Without a header the first line shows
// which they are.
type tableParser struct{ separator byte }

// columns are the indices of the columns in use, solution -1 for none.
type columns struct{ puzzle, solution int }

// The names of the two columns in published lists.
var (
	puzzleNames   = []string{"puzzle", "puzzles", "quiz", "quizzes", "question", "sudoku", "grid", "board"}
	solutionNames = []string{"solution", "solutions", "answer", "answers"}
)

func (p tableParser) String() string {
	return fmt.Sprintf("a table with columns separated by %q", p.separator)
}

func (p tableParser) next(s *source, a *alphabet, c *Case) error {
	text, err := s.content()
	if err != nil {
		return err
	}
	if s.columns == nil {
		if s.columns = p.header(text); s.columns != nil {
			if text, err = s.content(); err != nil {
				return err
			}
		} else if s.columns = p.unnamed(text, a); s.columns == nil {
			return s.at(0, "neither a header with a column puzzle nor one column of %d cells", a.size*a.size)
		}
	}
	start, _, ok := p.field(text, s.columns.puzzle)
	if !ok {
		return s.at(len(text), "no column %d, the puzzle", s.columns.puzzle+1)
	}
	c.Puzzle, c.Line = c.memory(a.size*a.size), s.line
	if _, err := cells(s, text, start, a, c.Puzzle); err != nil || s.columns.solution < 0 || s.bare {
		return err
	}
	start, end, ok := p.field(text, s.columns.solution)
	switch {
	case !ok && p.separator != '\t': // tabs at the end of a line are trimmed
		return s.at(len(text), "no column %d, the solution", s.columns.solution+1)
	case start == end:
		return nil
	}
	return answer(s, text, start, a, c)
}

// header returns the columns that a header names. It returns nil if text is not a
// header, or if two columns are named as the puzzle or as the solution.
func (p tableParser) header(text []byte) *columns {
	found := columns{-1, -1}
	for i, field := range p.fields(text) {
		name := strings.ToLower(string(field))
		isPuzzle, isSolution := slices.Contains(puzzleNames, name), slices.Contains(solutionNames, name)
		switch {
		case isPuzzle && found.puzzle >= 0, isSolution && found.solution >= 0:
			return nil
		case isPuzzle:
			found.puzzle = i
		case isSolution:
			found.solution = i
		}
	}
	if found.puzzle < 0 || !p.separates(text) {
		return nil
	}
	return &found
}

// unnamed returns the columns of a table without a header: the puzzle is the only
// grid with empty cells, the solution the only full one; a full one alone is the puzzle. It returns nil if that
// does not decide, and if the line parser reads no less. A grid within brackets or other words counts, too: an array of
// puzzles on one line is not a table of which only the last puzzle is read.
func (p tableParser) unnamed(text []byte, a *alphabet) *columns {
	var open, full []int
	for i, field := range p.fields(text) {
		for _, word := range bytes.FieldsFunc(field, func(c rune) bool { return strings.ContainsRune(`[]{}" `, c) }) {
			switch {
			case !a.spells(word):
			case slices.ContainsFunc(word, func(c byte) bool { return a.code[c] == 0 }):
				open = append(open, i)
			default:
				full = append(full, i)
			}
		}
	}
	all := append(append(open, full...), -1)
	if len(all) == 1 || len(open) > 1 || len(full) > 1 {
		return nil
	}
	found := &columns{puzzle: all[0], solution: all[1]}
	start, _, _ := p.field(text, found.puzzle)
	first := start == indent(text) && (found.solution < 0 || p.separator == ':') // in PUZZLE:1:SOLUTION the number counts
	if first || !p.separates(text) {
		return nil
	}
	return found
}

// separates reports whether text has columns. A single column belongs to the
// table with commas only, so that not all three fit.
func (p tableParser) separates(text []byte) bool {
	return p.separator == ',' || len(p.fields(text)) > 1
}

// fields lists the contents of all columns of a line.
func (p tableParser) fields(text []byte) [][]byte {
	var all [][]byte
	for at := 0; at <= len(text); {
		var start, end int
		start, end, at = p.cut(text, at)
		all = append(all, text[start:end])
	}
	return all
}

// field returns where the content of a column is in a line.
func (p tableParser) field(text []byte, column int) (start, end int, ok bool) {
	for at := 0; at <= len(text); column-- {
		start, end, at = p.cut(text, at)
		if column == 0 {
			return start, end, true
		}
	}
	return 0, 0, false
}

// cut returns the content of the column at text[at:], without quotes and the
// blanks around it, and the index of the next column; len(text)+1 for none.
func (p tableParser) cut(text []byte, at int) (start, end, next int) {
	isBlank := func(i int) bool { return isGap(text[i]) && text[i] != p.separator }
	start = at
	for start < len(text) && isBlank(start) {
		start++
	}
	quoted := start < len(text) && text[start] == '"'
	if quoted {
		start++
		for end = start; end < len(text); end++ {
			if text[end] == '"' {
				if !bytes.HasPrefix(text[end:], []byte(`""`)) {
					break
				}
				end++
			}
		}
		at = min(end, len(text))
	}
	next = len(text)
	if i := bytes.IndexByte(text[at:], p.separator); i >= 0 {
		next = at + i
	}
	if quoted {
		return start, at, next + 1
	}
	for end = next; end > start && isBlank(end-1); {
		end--
	}
	return start, end, next + 1
}
