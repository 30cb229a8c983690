package text

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"slices"
)

// errLongLine is the error of a line longer than the longest.
var errLongLine = errors.New("a line is too long")

// splitter splits a stream into lines.
type splitter struct {
	*bufio.Reader
	longest int    // line
	long    []byte // memory for a line longer than the buffer
	err     error  // of the stream; it comes after the lines before it
}

// longMemory is the memory that the first long line gets at once: in steps it would take twice as much.
const longMemory = 1 << 20

// next returns the next line without its line end, valid until the next call. At the
// end of the stream the error is io.EOF. A line in which the stream fails is dropped.
func (l *splitter) next() ([]byte, error) {
	if l.err != nil {
		return nil, l.err
	}
	text, err := l.ReadSlice('\n')
	for l.long = l.long[:0]; err == bufio.ErrBufferFull && len(l.long) < l.longest; {
		if len(l.long) == 0 {
			l.long = slices.Grow(l.long, longMemory+l.Size())
		}
		l.long = append(l.long, text...)
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
	if len(text) > l.longest {
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
