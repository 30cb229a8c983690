package grids

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"slices"
)

// maxLine is the longest line that is read, in bytes.
const maxLine = 1 << 20

// source splits a stream into lines, without line ends, trailing blanks and byte
// order mark. next returns the lines of lookAhead again.
type source struct {
	in       io.Reader
	lines    *splitter
	ahead    []aheadLine // read by lookAhead, not yet by next
	contents int         // lines of content that lookAhead has read
	read     int         // lines read from the stream
	size     int         // bytes of these lines
	line     int         // number of the line that next returned last
	length   int         // its length
	bom      int         // bytes of the byte order mark in line 1
	end      error       // the error after the lines ahead; nil: read on
	columns  *columns    // of a table, known once its first line is read
}

type aheadLine struct {
	text []byte
	no   int
}

func newSource(r io.Reader) *source { return &source{in: r} }

// lookAhead reads lines until it has read count lines of content or the sample is full.
// It reports whether the stream has more lines. It keeps no comments. It keeps an empty
// line only after a line of content, because it may end a grid there. So comments and
// empty lines take no memory, however many there are.
func (s *source) lookAhead(count int) (more bool) {
	for s.contents < count && s.end == nil && !s.sampled() {
		text, err := s.fetch()
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
		s.ahead = append(s.ahead, aheadLine{slices.Clone(text), s.read})
	}
	return s.end == nil
}

// sampled reports whether the sample is full.
func (s *source) sampled() bool {
	return s.size >= maxSampleBytes || s.contents >= maxSampleLines
}

// open starts to read the stream, and unpacks gzip.
func (s *source) open() error {
	s.lines = newSplitter(s.in)
	if magic, _ := s.lines.Peek(2); string(magic) == "\x1f\x8b" {
		z, err := gzip.NewReader(s.lines)
		if err != nil {
			return fmt.Errorf("damaged gzip file: %w", err)
		}
		s.lines = newSplitter(z)
	}
	return nil
}

// ready reports whether next returns a line, or the end, without a read of the stream.
func (s *source) ready() bool {
	return len(s.ahead) > 0 || s.end != nil || s.lines != nil && s.lines.ready()
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
	text, err := s.fetch()
	if err != nil {
		s.end = err
		return nil, err
	}
	s.line, s.length = s.read, len(text)
	return text, nil
}

// puzzles9 reads lines that are 9x9 puzzles in digits and nothing else, and in memory, up to another line. It returns how
// many. A call of next for each took longer than reading the digits.
func (s *source) puzzles9(list []Case) (n int) {
	if len(s.ahead) > 0 || s.end != nil {
		return 0
	}
	text, _ := s.lines.Peek(s.lines.Buffered())
	for ; n < len(list) && len(text) > cells9 && text[cells9] == '\n'; n++ {
		c := &list[n]
		g := c.memory(cells9)
		if !parse9((*[cells9]byte)(g), (*[cells9]byte)(text)) {
			break
		}
		s.read++
		c.Puzzle, c.Answer, c.Solutions, c.Line = g, nil, Certificate{}, s.read
		text = text[cells9+1:]
	}
	_, _ = s.lines.Discard(n * (cells9 + 1))
	return n
}

// fetch reads one line from the stream.
func (s *source) fetch() ([]byte, error) {
	if s.lines == nil {
		if err := s.open(); err != nil {
			return nil, &Error{Msg: err.Error()}
		}
	}
	text, err := s.lines.next()
	switch {
	case err == io.EOF:
		return nil, err
	case err == errLongLine:
		return nil, &Error{Line: s.read + 1, Column: maxLine + 1, Msg: "a line longer than 1 MiB"}
	case err != nil:
		return nil, &Error{Line: s.read + 1, Column: 1, Msg: fmt.Sprintf("reading failed: %v", err)}
	}
	s.read++
	s.size += len(text) + 1
	if s.read == 1 {
		if bytes.HasPrefix(text, []byte("\xff\xfe")) || bytes.HasPrefix(text, []byte("\xfe\xff")) {
			return nil, &Error{Line: 1, Column: 1, Msg: "UTF-16 text: save it as UTF-8"}
		}
		if bytes.HasPrefix(text, []byte("\xef\xbb\xbf")) {
			s.bom = 3
			text = text[3:]
		}
	}
	n := len(text)
	for n > 0 && (text[n-1] == ' ' || text[n-1] == '\t' || text[n-1] == '\r') {
		n--
	}
	return text[:n], nil
}

// content returns the next line that is neither empty nor a comment.
func (s *source) content() ([]byte, error) {
	for {
		text, err := s.next()
		if err != nil {
			return nil, err
		}
		if isContent(text) {
			return text, nil
		}
	}
}

// indent returns the number of blanks at the start.
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

// at returns an error in the line that next returned last, at byte i from 0.
func (s *source) at(i int, format string, args ...any) *Error {
	column := i + 1
	if s.line == 1 {
		column += s.bom
	}
	return &Error{Line: s.line, Column: column, Msg: fmt.Sprintf(format, args...)}
}
