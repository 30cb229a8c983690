// Package text reads text for all families of problems. The packages grids and covers use it for two tasks.
//
// The first task is to read files of cases. The type Lines splits a file into lines, and unpacks it if it is
// compressed. The type Error is an error message with the place in the file.
//
// The second task is to check the outputs of programs. The type Checker compares an output with the cases, answer by
// answer. The caller gives it a function that reads and checks one answer. To do this, the function uses two more
// types: Output returns the characters of the output one by one, and WhiteSpace checks the white space between them.
package text

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"slices"
)

// Lines splits a stream into lines, without line ends, trailing blanks and byte order mark. It unpacks gzip. It needs
// as much memory as the longest line.
type Lines struct {
	in      io.Reader
	longest int           // the largest size of a line, in bytes
	content *bufio.Reader // in, unpacked; nil before the first line
	long    []byte        // memory for a line longer than the buffer
	err     error         // the error of content, which comes after the lines before it

	Read int // number of lines read
	Size int // bytes of these lines
	BOM  int // bytes of the byte order mark in line 1
}

// NewLines returns the lines of a stream. A line of more than longest bytes, a number of MiB, is an error.
func NewLines(in io.Reader, longest int) *Lines { return &Lines{in: in, longest: longest} }

// bufferSize is the number of bytes that a read asks for.
const bufferSize = 64 << 10

// packed lists the kinds of compressed files that are refused, with the bytes that such a file has at a place near
// its beginning.
var packed = []struct {
	kind, magic string
	at          int
}{
	{"zip", "PK\x03\x04", 0}, {"bzip2", "1AY&SY", 4}, {"xz", "\xfd7zXZ\x00", 0}, {"zstd", "\x28\xb5\x2f\xfd", 0},
	{"7z", "7z\xbc\xaf\x27\x1c", 0},
}

// Unpack returns the content of a stream, which may be compressed by gzip. Any other compression is an error.
func Unpack(in io.Reader) (*bufio.Reader, error) {
	b := bufio.NewReaderSize(in, bufferSize)
	if magic, _ := b.Peek(2); string(magic) != "\x1f\x8b" {
		start, _ := b.Peek(b.Buffered()) // only buffered bytes: a program at the other end may wait after a few bytes
		for _, p := range packed {
			if bytes.HasPrefix(start[min(p.at, len(start)):], []byte(p.magic)) {
				return nil, fmt.Errorf("a %s file is not read: unpack it first (of packed files, only gzip is read)", p.kind)
			}
		}
		return b, nil
	}
	z, err := gzip.NewReader(b)
	if err != nil {
		return nil, fmt.Errorf("damaged gzip file: %w", err)
	}
	return bufio.NewReaderSize(z, bufferSize), nil
}

// longMemory is the memory that the first long line gets at once, because growing step by step would take twice as
// much.
const longMemory = 1 << 20

// Next returns the next line, which is valid until the next call. The error is io.EOF at the end, or an *Error without
// the name of the file. A line in which the stream fails is dropped.
func (l *Lines) Next() ([]byte, error) {
	if l.content == nil {
		content, err := Unpack(l.in)
		if err != nil {
			return nil, &Error{Msg: err.Error()}
		}
		l.content = content
	}
	if l.err != nil {
		return nil, l.err
	}
	text, err := l.content.ReadSlice('\n')
	for l.long = l.long[:0]; err == bufio.ErrBufferFull && len(l.long) < l.longest; {
		if len(l.long) == 0 {
			l.long = slices.Grow(l.long, longMemory+bufferSize)
		}
		l.long = append(l.long, text...)
		text, err = l.content.ReadSlice('\n')
	}
	if len(l.long) > 0 {
		l.long = append(l.long, text...)
		text = l.long
	}
	read := len(text)
	text = bytes.TrimSuffix(bytes.TrimSuffix(text, []byte("\n")), []byte("\r"))
	switch l.err = err; {
	case err != nil && err != io.EOF && err != bufio.ErrBufferFull:
		l.err = &Error{Line: l.Read + 1, Column: 1, Msg: fmt.Sprintf("reading failed: %v", err)}
		return nil, l.err
	case len(text) > l.longest:
		l.err = &Error{Line: l.Read + 1, Column: l.longest + 1, Msg: fmt.Sprintf("a line longer than %d MiB", l.longest>>20)}
		return nil, l.err
	case read == 0:
		return nil, io.EOF
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
	if l.Read == 1 && bytes.HasPrefix(text, []byte("<")) && text[n-1] == '>' {
		return nil, &Error{Line: 1, Column: 1 + l.BOM, Msg: "XML or HTML is not read: copy the puzzles or matrices out of it, as text"}
	}
	return text[:n], nil
}

// Ready reports whether a caller can read on without waiting for the program or person at the other end of the stream.
// This is so if the stream has ended, or if a complete line that begins a case is already in memory. Only the caller
// knows which lines begin a case, so it gives Ready a function, beginsCase, that decides this for one line.
func (l *Lines) Ready(beginsCase func(line []byte) bool) bool {
	switch {
	case l.content == nil:
		return false
	case l.err != nil:
		return true
	}
	for line := range bytes.Lines(l.Buffered()) {
		if line[len(line)-1] == '\n' && beginsCase(line) {
			return true
		}
	}
	return false
}

// Buffered returns the bytes that were read from the stream after the last line. Skip skips count lines of them,
// which have size bytes in total.
func (l *Lines) Buffered() []byte {
	text, _ := l.content.Peek(l.content.Buffered())
	return text
}

// Skip is explained at Buffered.
func (l *Lines) Skip(count, size int) {
	l.Read += count
	_, _ = l.content.Discard(size)
}
