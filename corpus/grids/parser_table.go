package grids

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// separators are the characters that can separate the columns of a table. The colon does so in HoDoKu's libraries.
var separators = []byte{',', ';', '\t', ':'}

// tableParser reads a table whose columns may be quoted. A header names the column of the puzzle and may name the
// column of the solution. Without a header the first line shows which columns these are.
type tableParser struct{ separator byte }

// columns are the indices of the columns in use. solution is -1 if there is no such column.
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
		} else if s.columns = p.guessColumns(text, a); s.columns == nil {
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
	case !ok && p.separator != '\t': // a tab at the end of the line was trimmed
		return s.at(len(text), "no column %d, the solution", s.columns.solution+1)
	case start == end:
		return nil
	}
	return answer(s, text, start, a, c)
}

// header returns the columns that a header names. It returns nil if text is not a header, or if it names two columns
// as the puzzle or two as the solution.
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

// guessColumns guesses from the first line of a table without a header which column contains the puzzle, and which
// contains the solution. A grid with empty cells is the puzzle, and a full grid is the solution. If there is only a
// full grid, this grid is the puzzle.
//
// guessColumns returns nil if it cannot choose the puzzle: the line contains no grid, two grids with empty cells, or
// two full grids. It also returns nil in three other cases:
//   - The line begins with the puzzle (without quotes), and no other column contains a solution. An example is a puzzle
//     with a remark, "PUZZLE,easy". Such lines are left to lineParser, which ignores the remark.
//   - The line begins with the puzzle (without quotes), and the separator is a colon, as in "PUZZLE:1:SOLUTION". Such
//     lines are left to lineParser, too.
//   - The line has only one column, and the separator is not a comma (see separates).
//
// A grid counts even if it stands within brackets or between other words. For example, the array ["A", "B"] of the
// puzzles A and B contains two grids with empty cells, so guessColumns returns nil. Otherwise the bracket would hide A,
// and only B would be read.
func (p tableParser) guessColumns(text []byte, a *alphabet) *columns {
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

// separates reports whether text has several columns. A single column counts as a table with commas, so that only one
// of the separators fits it.
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

// field returns the place of the content of a column in a line.
func (p tableParser) field(text []byte, column int) (start, end int, ok bool) {
	for at := 0; at <= len(text); column-- {
		start, end, at = p.cut(text, at)
		if column == 0 {
			return start, end, true
		}
	}
	return 0, 0, false
}

// cut returns the place of the content of the column that begins at text[at:], without quotes and without blanks
// around it. next is the index of the next column, or len(text)+1 if there is none.
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
