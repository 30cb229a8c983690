package grids

import (
	"bytes"
	"errors"
	"io"
)

// errLongLine is the error of a line longer than maxLine.
var errLongLine = errors.New("a line is too long")

// splitter splits a stream into lines. With a call of bufio.Scanner per line, splitting
// took longer than reading the digits.
type splitter struct {
	in    io.Reader
	buf   []byte
	start int // buf[start:end] is read and not yet returned
	end   int
	err   error // of in; it comes after the lines before it
}

func newSplitter(in io.Reader) *splitter {
	return &splitter{in: in, buf: make([]byte, 64<<10)}
}

// next returns the next line without its line end, valid until the next call. At the
// end of the stream the error is io.EOF. A line in which the stream fails is dropped.
func (l *splitter) next() ([]byte, error) {
	seen := 0 // bytes without a line end
	for {
		text := l.buf[l.start:l.end]
		if i := bytes.IndexByte(text[seen:], '\n'); i >= 0 {
			l.start += seen + i + 1
			return withoutCR(text[:seen+i]), nil
		}
		seen = len(text)
		switch {
		case len(text) >= maxLine+2:
			return nil, errLongLine
		case l.err == io.EOF && len(text) > 0:
			l.start = l.end
			return withoutCR(text), nil
		case l.err != nil:
			return nil, l.err
		}
		l.fill()
	}
}

// ready reports whether a whole line, or the end, has been read.
func (l *splitter) ready() bool {
	return l.err != nil || bytes.IndexByte(l.buf[l.start:l.end], '\n') >= 0
}

// fill reads more of the line that begins at start.
func (l *splitter) fill() {
	size := len(l.buf)
	if l.end-l.start == size {
		size = min(2*size, maxLine+2)
	}
	if l.start > 0 || size > len(l.buf) {
		old := l.buf[l.start:l.end]
		if size > len(l.buf) {
			l.buf = make([]byte, size)
		}
		l.start, l.end = 0, copy(l.buf, old)
	}
	for range 100 {
		var n int
		n, l.err = l.in.Read(l.buf[l.end:])
		l.end += n
		if n > 0 || l.err != nil {
			return
		}
	}
	l.err = io.ErrNoProgress
}

func withoutCR(line []byte) []byte {
	return bytes.TrimSuffix(line, []byte("\r"))
}
