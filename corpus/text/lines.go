// Package text has what every family of problems needs to read text: the files of cases, and the outputs of programs.
//
//  1. Lines splits a file, which may be compressed, into lines. An Error has a place in it.
//  2. A Checker compares an Output with cases, answer by answer, and WhiteSpace compares the white space between the
//     words of the answers. The family knows what an answer is.
package text

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
)

// Lines splits a stream into lines, without line ends, trailing blanks and byte order mark. It unpacks gzip. Its memory
// is that of the longest line.
type Lines struct {
	in      io.Reader
	longest int       // line in bytes
	split   *splitter // nil before the first line

	Read int // number of lines read
	Size int // bytes of these lines
	BOM  int // bytes of the byte order mark in line 1
}

// NewLines returns the lines of a stream. A line of more than longest bytes, a number of MiB, is an error.
func NewLines(in io.Reader, longest int) *Lines { return &Lines{in: in, longest: longest} }

// open starts to read the stream.
func (l *Lines) open() error {
	in, err := Unpack(l.in)
	if err != nil {
		return &Error{Msg: err.Error()}
	}
	l.split = &splitter{Reader: in, longest: l.longest}
	return nil
}

// bufferSize is the number of bytes that a read asks for.
const bufferSize = 64 << 10

// Unpack returns the content of a stream, which may be compressed by gzip.
func Unpack(in io.Reader) (*bufio.Reader, error) {
	b := bufio.NewReaderSize(in, bufferSize)
	if magic, _ := b.Peek(2); string(magic) != "\x1f\x8b" {
		return b, nil
	}
	z, err := gzip.NewReader(b)
	if err != nil {
		return nil, fmt.Errorf("damaged gzip file: %w", err)
	}
	return bufio.NewReaderSize(z, bufferSize), nil
}

// Next returns the next line, which is valid until the next call. The error is io.EOF at the end, or an *Error without
// the name of the file.
func (l *Lines) Next() ([]byte, error) {
	if l.split == nil {
		if err := l.open(); err != nil {
			return nil, err
		}
	}
	text, err := l.split.next()
	switch {
	case err == io.EOF:
		return nil, err
	case err == errLongLine:
		return nil, &Error{Line: l.Read + 1, Column: l.longest + 1, Msg: fmt.Sprintf("a line longer than %d MiB", l.longest>>20)}
	case err != nil:
		return nil, &Error{Line: l.Read + 1, Column: 1, Msg: fmt.Sprintf("reading failed: %v", err)}
	}
	l.Read++
	l.Size += len(text) + 1
	if l.Read == 1 {
		if bytes.HasPrefix(text, []byte("\xff\xfe")) || bytes.HasPrefix(text, []byte("\xfe\xff")) {
			return nil, &Error{Line: 1, Column: 1, Msg: "UTF-16 text: save it as UTF-8"}
		}
		if bytes.HasPrefix(text, []byte("\xef\xbb\xbf")) {
			l.BOM = 3
			text = text[3:]
		}
	}
	n := len(text)
	for n > 0 && (text[n-1] == ' ' || text[n-1] == '\t' || text[n-1] == '\r') {
		n--
	}
	return text[:n], nil
}

// Ready reports whether Next returns without a read of the stream.
func (l *Lines) Ready() bool { return l.split != nil && l.split.ready() }

// Buffered returns what was read of the stream after the last line, and Skip skips count lines of it, which have size
// bytes.
func (l *Lines) Buffered() []byte {
	text, _ := l.split.Peek(l.split.Buffered())
	return text
}

// Skip is explained at Buffered.
func (l *Lines) Skip(count, size int) {
	l.Read += count
	_, _ = l.split.Discard(size)
}
