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

// source splits a stream into lines, without line ends, trailing blanks and byte
// order mark. next returns the lines of lookAhead again.
type source struct {
	in       io.Reader
	lines    *bufio.Scanner
	ahead    []aheadLine    // read by lookAhead, not yet by next
	contents int            // lines of content that lookAhead has read
	read     int            // lines read from the stream
	size     int            // bytes of these lines
	line     int            // number of the line that next returned last
	length   int            // its length
	bom      int            // bytes of the byte order mark in line 1
	end      error          // the error after the lines ahead; nil: read on
	columns  *columns       // of a table, known once its first line is read
	spare    []solvers.Grid // returned by Recycle
}

// grid returns memory for n cells, with arbitrary content.
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

// failing keeps the error of a stream.
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

// lines is bufio.ScanLines, except that it drops the rest of a line in which the
// stream fails.
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

// lookAhead reads on until it has read count lines of content or the sample is
// full. It reports whether the stream goes on. It keeps no comments, and of empty
// lines only the first after a line of content, which may end a grid: so memory is
// bounded whatever the lines.
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
	b := bufio.NewReaderSize(s.in, 4096)
	in := io.Reader(b)
	if magic, _ := b.Peek(2); len(magic) == 2 && magic[0] == 0x1f && magic[1] == 0x8b {
		z, err := gzip.NewReader(b)
		if err != nil {
			return fmt.Errorf("damaged gzip file: %w", err)
		}
		in = z
	}
	stream := &failing{Reader: in}
	s.lines = bufio.NewScanner(stream)
	s.lines.Split(stream.lines)
	s.lines.Buffer(make([]byte, 64<<10), maxLine+2)
	return nil
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
			return nil, &Error{Line: s.read + 1, Column: 1, Msg: fmt.Sprintf("reading failed: %v", err)}
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
	return &Error{Line: no, Column: maxLine + 1, Msg: "a line longer than 1 MiB"}
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
