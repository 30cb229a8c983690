package grids

import (
	"io"

	"gridjudge/corpus/text"
)

// Reader reads the puzzles of a stream one by one, in constant memory.
type Reader struct {
	source *source
	name   string
	format *Format
	layout *layout
	err    error // the error of Next, once it has failed

	promised *promise // the number of puzzles that the file begins with; nil if it does not begin with one
	read     int      // the number of puzzles read
}

// NewReader returns a Reader of r, whose content may be compressed by gzip. Error messages use name as the name of the
// file ("<stdin>" for standard input).
//
// The content decides which of the known layouts the file has. If p is nil and the content fits several layouts, Next
// returns an error. If p is not nil, the puzzles must have the grid size of p, and p decides between the layouts that
// fit.
func NewReader(r io.Reader, name string, p *Format) *Reader {
	return &Reader{source: newSource(r), name: name, format: p}
}

// newAnswers returns a Reader of answers to puzzles of p. If the answer is that there is no solution, its grid has no
// cells.
func newAnswers(r io.Reader, name string, p *Format) *Reader {
	reader := NewReader(r, name, p)
	reader.source.none = p.none
	return reader
}

// detect finds the layout.
func (r *Reader) detect() {
	size := smallest
	if r.format != nil {
		size = r.format.Size
		if r.format.mixed && (r.source.size > 0 || r.source.isMixed()) {
			r.layout = &r.format.own
			return
		}
	}
	r.promised = r.source.promise(size)
	r.layout, r.err = detect(r.source, r.format)
}

// Next reads one puzzle into *c. If the grid in *c has enough memory, Next reuses it. After the last puzzle the error
// is io.EOF. If the content contains an error, Next first returns all puzzles before the error, one per call, and then
// a *text.Error. After an error, *c is undefined.
func (r *Reader) Next(c *Case) error {
	if r.err == nil && r.layout == nil {
		r.detect()
	}
	if r.err == nil {
		*c = Case{Puzzle: c.Puzzle}
		r.err = r.layout.parser.next(r.source, r.layout.alphabet, c)
		if r.promised != nil {
			r.err = r.checkPromise(c)
		}
	}
	if e, ok := r.err.(*text.Error); ok {
		e.File = r.name
	}
	return r.err
}
