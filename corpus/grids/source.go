package grids

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"gridjudge/corpus/cases"
	"gridjudge/corpus/text"
)

// maxLine is the longest line that is read, in bytes.
const maxLine = 1 << 20

// source splits a stream into lines. lookAhead reads some lines in advance, and next returns these lines again.
type source struct {
	lines    *text.Lines
	ahead    []aheadLine // lines that lookAhead has read and next has not
	contents int         // how many lines of content lookAhead has read
	line     int         // number of the line that next returned last
	length   int         // the length of that line
	end      error       // the error after the lines ahead; nil while the stream goes on
	columns  *columns    // the columns of a table; known once its first line is read
	barred   bool        // the rows of the last grid begin with a bar
	skips    bool        // the present section does not have the puzzle

	none string            // the line that says that a puzzle has no solution; "" if there is none
	size int               // of the next grid, in answers to grids of several sizes; otherwise 0
	bare bool              // ignore stored solutions and their numbers
	note func(*text.Error) // called once, with a number that is ignored; may be nil
}

type aheadLine struct {
	text []byte
	no   int
}

func newSource(r io.Reader) *source { return &source{lines: text.NewLines(r, maxLine)} }

// lookAhead reads the first lines of the stream in advance, so that the layout can be detected from this sample before
// the puzzles are read. It stops when the sample has count lines of content (lines that are neither empty nor
// comments), or when the sample is full. It reports whether the stream may have more lines.
//
// To save memory, lookAhead drops comments and most empty lines, because a file may have millions of them. It keeps an
// empty line that follows a line of content, because a grid may end there.
func (s *source) lookAhead(count int) (more bool) {
	for s.contents < count && s.end == nil && !s.sampled() {
		text, err := s.read()
		last := len(s.ahead) - 1
		switch {
		case err != nil:
			s.end = err
			continue
		case isContent(text):
			s.contents++
		case len(text) > 0 || last < 0 || len(s.ahead[last].text) == 0:
			continue
		}
		s.ahead = append(s.ahead, aheadLine{slices.Clone(text), s.lines.Read})
	}
	return s.end == nil
}

// sampled reports whether the sample is full.
func (s *source) sampled() bool {
	return s.lines.Size >= maxSampleBytes || s.contents >= maxSampleLines
}

// ready reports whether the caller can read on without waiting for the program or person at the other end of the
// stream. It can if a line that may begin a puzzle is already in memory, or if the stream has ended. Blank lines,
// comments and the line "end" are not enough, because nobody knows whether more puzzles follow them.
func (s *source) ready() bool {
	begins := func(line []byte) bool {
		line = bytes.TrimSpace(line)
		return isContent(line) && string(line) != endLine
	}
	return s.end != nil || s.lines.Ready(begins) || slices.ContainsFunc(s.ahead, func(l aheadLine) bool { return begins(l.text) })
}

// next returns the next line, which is valid until the next call.
func (s *source) next() ([]byte, error) {
	if len(s.ahead) > 0 {
		l := s.ahead[0]
		s.ahead = s.ahead[1:]
		s.line, s.length = l.no, len(l.text)
		return l.text, nil
	}
	if s.end != nil {
		return nil, s.end
	}
	var text []byte
	if text, s.end = s.read(); s.end == nil {
		s.line, s.length = s.lines.Read, len(text)
	}
	return text, s.end
}

// sections are the headings of an .sdk file, with whether the section has the puzzle. The section State has the
// puzzle as far as somebody has solved it.
var sections = map[string]bool{"[Puzzle]": true, "[State]": false}

// headings are the lines that may stand before a grid, in which %d or %02d stands for a number.
var headings = []string{numbered, scenario}

// isHeading reports whether a line is a heading.
func isHeading(line []byte) bool {
	return slices.ContainsFunc(headings, func(heading string) bool {
		before, verb, _ := strings.Cut(heading, "%")
		_, after, _ := strings.Cut(verb, "d")
		number, begins := strings.CutPrefix(string(line), before)
		number, ends := strings.CutSuffix(number, after)
		return begins && ends && strings.Trim(number, "0123456789") == ""
	})
}

// read reads a line of the stream. A heading, such as Grid 01, becomes an empty line, and so do dashes between grids,
// and the lines of a section that does not have the puzzle.
func (s *source) read() ([]byte, error) {
	text, err := s.lines.Next()
	switch {
	case string(text) == dashes:
		return nil, err
	case !s.skips && (len(text) == 0 || text[0] != '[' && text[0] != 'G' && text[0] != 'S'):
		return text, err
	}
	if has, ok := sections[string(text)]; ok {
		s.skips = !has
		return nil, err
	}
	if s.skips || isHeading(text) {
		return nil, err
	}
	return text, err
}

// puzzles9 is a fast way to read lines that contain one 9x9 puzzle each and nothing else. Large files mostly consist of
// such lines, and reading each line through the method next took longer than converting its digits. So puzzles9
// converts the digits directly in the read buffer. It stops at the first line of another form, at the end of the
// buffer, or when list is full. It returns how many puzzles it has read.
func (s *source) puzzles9(list []Case) (n int) {
	if len(s.ahead) > 0 || s.end != nil || s.skips {
		return 0
	}
	text, line := s.lines.Buffered(), s.lines.Read
	for ; n < len(list) && len(text) > cells9 && text[cells9] == '\n'; n++ {
		c := &list[n]
		g := c.memory(cells9)
		if !parse9((*[cells9]byte)(g), (*[cells9]byte)(text)) {
			break
		}
		c.Puzzle, c.Answer, c.Solutions, c.Line = g, nil, cases.Certificate{}, line+n+1
		text = text[cells9+1:]
	}
	s.lines.Skip(n, n*(cells9+1))
	return n
}

// content returns the next line that is neither empty nor a comment.
func (s *source) content() ([]byte, error) {
	for {
		text, err := s.next()
		if err != nil || isContent(text) {
			return text, err
		}
	}
}

// indent returns the number of blanks at the start of a line.
func indent(text []byte) int {
	i := 0
	for i < len(text) && isGap(text[i]) {
		i++
	}
	return i
}

// isComment reports whether a line that is not empty is a comment.
func isComment(text []byte) bool { return text[indent(text)] == '#' }

func isContent(text []byte) bool { return len(text) > 0 && !isComment(text) }

func isGap(c byte) bool { return c == ' ' || c == '\t' }

// tell reports a number that is ignored, but only the first one.
func (s *source) tell(e *text.Error) {
	if s.note != nil {
		s.note(e)
	}
	s.note = nil
}

// twoBlanks returns the error about an empty cell at byte i that is written differently from an empty cell before it.
func (s *source) twoBlanks(i int, blank, c byte) *text.Error {
	return s.at(i, "empty cells are %q and %q in one puzzle: write all of them alike, and digits from 1", blank, c)
}

// at returns an error at byte i, from 0, of the line that next returned last.
func (s *source) at(i int, format string, args ...any) *text.Error {
	column := i + 1
	if s.line == 1 {
		column += s.lines.BOM
	}
	return &text.Error{Line: s.line, Column: column, Msg: fmt.Sprintf(format, args...)}
}
