package covers

import (
	"bufio"
	"errors"
	"io"
	"strconv"

	"gridjudge/solvers"
)

// Format is a text format of exact cover problems.
type Format string

// The formats. Dense is the one of luogu P4929 and POJ 3740.
const (
	Detect Format = "" // the content decides
	HUST   Format = "HUST 1017"
	Dense  Format = "luogu P4929 or POJ 3740"
	Knuth  Format = "Knuth"
	EC     Format = "p ec"
	XC     Format = "p xc"
)

// Reader reads the problems of a stream one by one.
type Reader struct {
	lines  lines
	format Format
	read   int   // number of problems
	err    error // the error of Next, once it has failed
}

// NewReader returns a Reader of r, which errors call name. format Detect
// takes the format from the content.
func NewReader(r io.Reader, name string, format Format) *Reader {
	return &Reader{lines: lines{in: bufio.NewReader(r), file: name}, format: format}
}

// Format returns the format, or Detect as long as the content has not decided.
func (r *Reader) Format() Format { return r.format }

// Next reads one problem, whose memory belongs to the caller. After the last problem the
// error is io.EOF, and if the content has an error it is an *Error: so it is if there is
// no problem at all.
func (r *Reader) Next() (*solvers.Matrix, error) {
	if r.err != nil {
		return nil, r.err
	}
	m, err := r.next()
	if err == nil {
		r.read++
		return m, nil
	}
	if err == io.EOF && r.read == 0 {
		err = r.lines.failf(len(r.lines.words), "there is no exact cover problem in it")
	}
	r.err = err
	return nil, err
}

func (r *Reader) next() (*solvers.Matrix, error) {
	if err := r.lines.next(); err != nil {
		return nil, err
	}
	format := r.format
	if format == Detect {
		var err error
		if format, err = r.lines.detect(); err != nil {
			return nil, err
		}
	}
	if format == Detect || format == HUST || format == Dense {
		return r.numbers()
	}
	if r.format != Detect {
		r.lines.save()
	}
	r.format = format
	switch format {
	case EC:
		return r.lines.ec()
	case XC:
		return r.lines.xc()
	}
	return r.lines.knuth()
}

// detect returns the format that begins with the line read last, or Detect if its rows must
// decide. It puts the line back unless they must.
func (l *lines) detect() (Format, error) {
	if l.numeric() {
		return Detect, nil
	}
	l.save()
	for l.is(0, "c") { // a comment, or Knuth's with an item of that name
		if err := l.fresh(); err == io.EOF {
			return Knuth, nil
		} else if err != nil {
			return Detect, err
		}
		l.save()
	}
	switch {
	case l.is(0, "p") && l.is(1, "ec"):
		return EC, nil
	case l.is(0, "p") && (l.is(1, "xc") || l.is(1, "xcc")):
		return XC, nil
	}
	return Knuth, nil
}

// numeric reports whether the line is two numbers.
func (l *lines) numeric() bool {
	for i := range l.words {
		if _, err := strconv.Atoi(string(l.word(i))); err != nil && !errors.Is(err, strconv.ErrRange) {
			return false
		}
	}
	return len(l.words) == 2
}
