package grids

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"slices"
)

// errLongLine is the error of a line longer than maxLine.
var errLongLine = errors.New("a line is too long")

// splitter splits a stream into lines.
type splitter struct {
	*bufio.Reader
	long []byte // memory for a line longer than the buffer
	err  error  // of the stream; it comes after the lines before it
}

func newSplitter(in io.Reader) *splitter {
	return &splitter{Reader: bufio.NewReaderSize(in, 64<<10)}
}

// next returns the next line without its line end, valid until the next call. At the
// end of the stream the error is io.EOF. A line in which the stream fails is dropped.
func (l *splitter) next() ([]byte, error) {
	if l.err != nil {
		return nil, l.err
	}
	text, err := l.ReadSlice('\n')
	for l.long = l.long[:0]; err == bufio.ErrBufferFull && len(l.long) < maxLine; {
		l.long = append(slices.Grow(l.long, maxLine+l.Size()-len(l.long)), text...) // not in steps: that takes twice as much
		text, err = l.ReadSlice('\n')
	}
	if len(l.long) > 0 {
		l.long = append(l.long, text...)
		text = l.long
	}
	if l.err = err; err != nil && err != bufio.ErrBufferFull && (err != io.EOF || len(text) == 0) {
		return nil, err
	}
	text = bytes.TrimSuffix(bytes.TrimSuffix(text, []byte("\n")), []byte("\r"))
	if len(text) > maxLine {
		l.err = errLongLine
		return nil, l.err
	}
	return text, nil
}

// ready reports whether a whole line, or the end, has been read.
func (l *splitter) ready() bool {
	text, _ := l.Peek(l.Buffered())
	return l.err != nil || bytes.IndexByte(text, '\n') >= 0
}
