package corpus

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"slices"

	"gridjudge/solvers"
)

// maxLine is the longest line that is read, in bytes.
const maxLine = 1 << 20

// source hands out the lines of a stream: no line ends, no blanks at the end,
// no byte order mark. Lines that were looked at ahead come again.
type source struct {
	in       io.Reader
	lines    *bufio.Scanner
	ahead    []aheadLine    // read, not yet handed out
	contents int            // lines of content that were looked at ahead
	read     int            // lines read from the stream
	size     int            // bytes of these lines
	line     int            // number of the line handed out last
	length   int            // its length
	bom      int            // bytes before the first column of line 1
	end      error          // what comes after ahead; nil: read on
	columns  *columns       // of a table, known once its first line is read
	spare    []solvers.Grid // given back by Recycle
}

// grid is memory for n cells, with anything in it.
func (s *source) grid(n int) solvers.Grid {
	if last := len(s.spare) - 1; last >= 0 {
		g := s.spare[last]
		s.spare = s.spare[:last]
		if cap(g) >= n {
			return g[:n]
		}
	}
	return make(solvers.Grid, n)
}

// failing remembers what a stream failed with.
type failing struct {
	io.Reader
	err error
}

func (f *failing) Read(b []byte) (int, error) {
	n, err := f.Reader.Read(b)
	if err != nil && err != io.EOF {
		f.err = err
	}
	return n, err
}

// lines is bufio.ScanLines, but for a stream that fails within a line: what is
// left of that line is no line.
func (f *failing) lines(data []byte, atEOF bool) (advance int, token []byte, err error) {
	if atEOF && f.err != nil && bytes.IndexByte(data, '\n') < 0 {
		return len(data), nil, nil
	}
	return bufio.ScanLines(data, atEOF)
}

type aheadLine struct {
	text []byte
	no   int
}

func newSource(r io.Reader) *source { return &source{in: r} }

// lookAhead reads on until count lines of content are ahead or the sample is
// full; it reports whether the stream goes on. Memory is bounded whatever the
// lines: comments are dropped, and so are empty lines but the first after a
// line of content, which may end a grid.
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

// open sees whether the stream is compressed.
func (s *source) open() error {
	b := bufio.NewReaderSize(s.in, 4096)
	in := io.Reader(b)
	if magic, _ := b.Peek(2); len(magic) == 2 && magic[0] == 0x1f && magic[1] == 0x8b {
		z, err := gzip.NewReader(b)
		if err != nil {
			return fmt.Errorf("not a whole gzip file: %w", err)
		}
		in = z
	}
	stream := &failing{Reader: in}
	s.lines = bufio.NewScanner(stream)
	s.lines.Split(stream.lines)
	s.lines.Buffer(make([]byte, 64<<10), maxLine+2)
	return nil
}

// next hands out one line; it is valid until the next call.
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

// fetch reads one line from the stream.
func (s *source) fetch() ([]byte, error) {
	if s.lines == nil {
		if err := s.open(); err != nil {
			return nil, &Error{Msg: err.Error()}
		}
	}
	if !s.lines.Scan() {
		switch err := s.lines.Err(); {
		case err == nil:
			return nil, io.EOF
		case errors.Is(err, bufio.ErrTooLong):
			return nil, longLine(s.read + 1)
		default:
			return nil, &Error{Line: s.read + 1, Column: 1, Msg: fmt.Sprintf("cannot read on: %v", err)}
		}
	}
	s.read++
	text := s.lines.Bytes()
	if len(text) > maxLine {
		return nil, longLine(s.read)
	}
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

func longLine(no int) *Error {
	return &Error{Line: no, Column: maxLine + 1, Msg: "a line beyond 1 MiB"}
}

// content hands out the next line that is neither empty nor a comment.
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

// indent counts the blanks at the start.
func indent(text []byte) int {
	i := 0
	for i < len(text) && isGap(text[i]) {
		i++
	}
	return i
}

// isComment reports whether a line that is not empty says nothing of a puzzle.
func isComment(text []byte) bool { return text[indent(text)] == '#' }

func isContent(text []byte) bool { return len(text) > 0 && !isComment(text) }

func isGap(c byte) bool { return c == ' ' || c == '\t' }

// at is a fault in the line handed out last, at the byte with index i.
func (s *source) at(i int, format string, args ...any) *Error {
	column := i + 1
	if s.line == 1 {
		column += s.bom
	}
	return &Error{Line: s.line, Column: column, Msg: fmt.Sprintf(format, args...)}
}
