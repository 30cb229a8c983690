package grids

import (
	"bytes"
	"strconv"

	"gridjudge/corpus/cases"
	"gridjudge/corpus/text"
	"gridjudge/solvers"
)

// lineParser reads one puzzle per line. It ignores further columns, except the count and the solution in
// puzzle:count:solution. A second puzzle in a line is an error, because the reader would lose it.
type lineParser struct{}

func (lineParser) String() string { return "lines of one puzzle" }

func (lineParser) next(s *source, a *alphabet, c *Case) error {
	text, err := s.content()
	if err != nil {
		return err
	}
	i := indent(text)
	if a.size == 9 && string(text[i:]) == endLine {
		return afterEnd(s)
	}
	c.Puzzle, c.Line = c.memory(a.size*a.size), s.line
	end, err := cells(s, text, i, a, c.Puzzle)
	if err == nil && end < len(text) {
		err = another(s, text, end, a, c.Puzzle)
	}
	if err == nil && end < len(text) && text[end] == ':' && !s.bare {
		err = counted(s, text, end, a, c)
	}
	return err
}

// endLine is the line after the last puzzle in the input of POJ 3074. Other files of 9x9 puzzles may have it, too.
const endLine = "end"

// afterEnd reads on after the line end. The error is io.EOF if the file ends there. Otherwise two files were probably
// joined, and the reader must not lose the puzzles of the second one, so any further text is an error.
func afterEnd(s *source) error {
	end := s.line
	text, err := s.content()
	if err != nil {
		return err
	}
	return s.at(indent(text), "text after the line %q (line %d), which ends the puzzles of a file: remove that line, or what follows it", endLine, end)
}

// another returns an error if text[at:] has another puzzle before a comment: a whole grid that has an empty cell or
// that cannot be the solution of g. It leaves puzzle:count:solution alone, because the solution has errors of its
// own.
func another(s *source, text []byte, at int, a *alphabet, g solvers.Grid) error {
	if field, _, more := bytes.Cut(text[at+1:], []byte(":")); more && text[at] == ':' && !a.spells(field) {
		return nil
	}
	for at < len(text) && text[at] != '#' {
		if isSeparator(text[at]) {
			at++
			continue
		}
		word := text[at:]
		if end := bytes.IndexFunc(word, func(r rune) bool { return r < 0x80 && isSeparator(byte(r)) }); end >= 0 {
			word = word[:end]
		}
		if a.spells(word) {
			for i, c := range word {
				if d := a.code[c]; d == 0 || g[i] != 0 && g[i] != d {
					return s.at(at, "a second puzzle in this line: only its solution may follow a puzzle, so begin a line with each puzzle")
				}
			}
		}
		at += len(word)
	}
	return nil
}

// cells reads a whole grid from text[start:] into g. end is the index after the grid.
func cells(s *source, text []byte, start int, a *alphabet, g solvers.Grid) (end int, err error) {
	n := a.size * a.size
	cells := text[start:]
	cells = cells[:min(len(cells), n)]
	left := cells
	if a == numerals9 && len(cells) == n && parse9((*[cells9]byte)(g), (*[cells9]byte)(cells)) {
		left = nil
	}
	end = start + len(cells)
	var blank byte // the character of the empty cells
	for i, c := range left {
		switch g[i] = a.code[c]; {
		case g[i] == 0 && blank != 0 && c != blank:
			return 0, s.twoBlanks(start+i, blank, c)
		case g[i] == 0:
			blank = c
			continue
		case g[i] != invalid:
			continue
		}
		if end = start + i; i == 0 || !isSeparator(c) {
			return 0, s.at(end, "%s", invalidByte(text, end, a.wanted()))
		}
		break
	}
	for end < len(text) && !isSeparator(text[end]) {
		end++
	}
	if got := end - start; got != n {
		return 0, s.at(start+min(got, n), "a puzzle of %d characters, want %d", got, n)
	}
	return end, nil
}

// isSeparator reports whether c may follow a puzzle in its line.
func isSeparator(c byte) bool {
	return isGap(c) || c == ',' || c == ';' || c == ':' || c == '#' || c == '"'
}

// counted reads the count and the solution of puzzle:count:solution, if the line has this form. A number without a
// solution may mean something else, such as a rating or the digits that were eliminated, so it certifies nothing.
func counted(s *source, text []byte, colon int, a *alphabet, c *Case) error {
	field, solution, _ := bytes.Cut(text[colon+1:], []byte(":"))
	count, err := strconv.ParseUint(string(field), 10, 64)
	if err != nil {
		return nil
	}
	n := a.size * a.size
	if count == 0 || len(solution) < n || len(solution) > n && !isSeparator(solution[n]) {
		s.tell(s.at(colon+1, "the number after the puzzle is ignored: it is a number of solutions only if a solution follows, as in PUZZLE:1:SOLUTION"))
		return nil
	}
	c.Solutions = cases.Certificate{N: count, Is: cases.Exactly}
	return answer(s, text, len(text)-len(solution), a, c)
}

// answer reads a stored solution from line[start:]. A solution that differs from the givens is an error, because the
// columns of the list then do not belong together.
func answer(s *source, line []byte, start int, a *alphabet, c *Case) error {
	g := make(solvers.Grid, a.size*a.size)
	if _, err := cells(s, line, start, a, g); err != nil {
		err.(*text.Error).Msg = "the solution: " + err.(*text.Error).Msg
		return err
	}
	for i, d := range g {
		switch {
		case d == 0:
			return s.at(start+i, "the solution: cell %d is empty", i+1)
		case c.Puzzle[i] != 0 && c.Puzzle[i] != d:
			return s.at(start+i, "the solution: cell %d differs from the given", i+1)
		}
	}
	c.Answer = g
	return nil
}
