package covers

import (
	"errors"
	"io"
	"strconv"
	"strings"

	"gridjudge/corpus/text"
)

// Layout is a text format of exact cover problems.
type Layout string

// The layouts. Dense is the one of luogu P4929 and POJ 3740.
const (
	HUST  Layout = "HUST 1017"
	Dense Layout = "luogu P4929 or POJ 3740"
	Knuth Layout = "Knuth"
	EC    Layout = "p ec"
	PXC   Layout = "p xc"
	CSV   Layout = "CSV of 0 and 1"
)

// Layouts are the layouts that are read, in the order in which they are tried. Nearly any text is Knuth's.
var Layouts = []Layout{EC, PXC, HUST, Dense, CSV, Knuth}

// Reader reads the matrices of a stream one by one.
type Reader struct {
	lines  lines
	own    Layout // is tried first
	layout Layout // "" before the first matrix
	plain  bool   // no secondary items are allowed

	note         func(format string, args ...any) // is told of the first item without an option; may be nil
	option, item string                           // what it calls them
	read         int                              // number of matrices
	err          error                            // the error of Next, once it has failed
}

// NewReader returns a Reader of r, which errors call name, and which may be compressed by gzip. If the first matrix does
// not fit the own layout, the content decides which other one it has.
func NewReader(r io.Reader, name string, own Layout) *Reader {
	return &Reader{lines: lines{in: text.NewLines(r, maxLine), file: name}, own: own}
}

// Layout returns the layout, or "" before the first matrix.
func (r *Reader) Layout() Layout { return r.layout }

// Next reads one matrix into *c, whose memory is used again. After the last one, or if there is none, the
// error is io.EOF, and if the content has an error it is a *text.Error. After an error, *c is undefined.
func (r *Reader) Next(c *Case) error {
	if r.err != nil {
		return r.err
	}
	r.lines.begin(c)
	if r.layout == "" {
		r.err = r.detect()
	} else {
		r.err = r.next(r.layout)
	}
	if r.err == nil {
		r.tell()
		r.read++
		return nil
	}
	var e *text.Error
	if errors.As(r.err, &e) {
		e.File = r.lines.file
	}
	return r.err
}

// detect reads the first matrix: in the own layout, or else in the first layout that it fits. If it fits none, the error is
// that of the layout which read furthest. Where that is not even one option, the error names the layouts that are read.
func (r *Reader) detect() error {
	l := &r.lines
	l.keeps = true
	var furthest *text.Error
	unknown := false
	for i, layout := range append([]Layout{r.own}, Layouts...) {
		if i > 0 && layout == r.own {
			continue
		}
		l.rewind()
		l.begin(l.c)
		err := r.next(layout)
		if err == nil || l.headed || !l.keeps {
			r.layout, l.keeps = layout, false
			return err
		}
		e, ok := errors.AsType[*text.Error](err)
		if !ok { // comments alone, if this is the layout
			continue
		}
		if furthest == nil || e.Line > furthest.Line {
			furthest, unknown = e, l.c.Options() == 0 && e.Line <= l.number // otherwise the stream cannot be read
		}
	}
	switch {
	case furthest == nil:
		return io.EOF
	case unknown:
		furthest.Msg += known
	}
	return furthest
}

// known is the end of a message about a file that has none of the layouts.
var known = "; the layouts that are read are " + strings.Join(Names(), ", ") + " (corpus/README.md has examples)"

// Names returns the names of the layouts that are read.
func Names() (names []string) {
	for _, layout := range Layouts {
		names = append(names, string(layout))
	}
	return names
}

// next reads a matrix in a layout. The error is io.EOF if there is no further one.
func (r *Reader) next(layout Layout) error {
	l := &r.lines
	if err := l.content(layout); err != nil {
		return err
	}
	l.c.Line = l.number
	l.again = true
	var err error
	switch layout {
	case EC:
		err = l.ec()
	case PXC:
		err = l.xc()
	case CSV:
		err = l.csv()
	case Knuth:
		foreign := r.read == 0 && r.own != Knuth
		if foreign && l.numeric() {
			return l.failf(0, "two numbers are not the names of items where another layout is expected")
		}
		if err = l.knuth(); err == nil && foreign && l.c.Options() == 0 {
			return l.failf(len(l.words), "no option follows the line of items")
		}
	default:
		err = l.numbers(layout == HUST)
	}
	if err == nil && r.plain && l.c.Secondary > 0 {
		return l.failf(0, "the matrix has secondary items, which this problem has not")
	}
	return err
}

// tell notes, once, that an item has to be covered and no option has it. A comment of another layout is read as such items
// if it can be.
func (r *Reader) tell() {
	if r.note == nil {
		return
	}
	c := r.lines.c
	for item, has := range c.covered() {
		if !has {
			r.note("%s:%d: no %s has the %s %.20q, so this matrix has no cover", r.lines.file, c.Line, r.option, r.item, c.nameOf(int32(item)))
			r.note = nil
			return
		}
	}
}

// content reads the next line that is not a comment in a layout. Knuth's comments begin with |, and those of the other
// layouts with #, | or the word c.
func (l *lines) content(layout Layout) error {
	for {
		if err := l.next(); err != nil {
			return err
		}
		first := l.word(0)[0]
		if first != '|' && (layout == Knuth || first != '#' && !l.is(0, "c")) {
			return nil
		}
	}
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
