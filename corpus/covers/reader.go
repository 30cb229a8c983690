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

// The layouts. Dense is the layout of luogu P4929 and of POJ 3740.
const (
	HUST  Layout = "HUST 1017"
	Dense Layout = "luogu P4929 or POJ 3740"
	Knuth Layout = "Knuth"
	EC    Layout = "p ec"
	PXC   Layout = "p xc or p xcc"
	CSV   Layout = "CSV of 0 and 1"
)

// Layouts lists the layouts that are read, in the order in which a Reader tries them. Knuth's comes last, because
// nearly any text fits it.
var Layouts = []Layout{EC, PXC, HUST, Dense, CSV, Knuth}

// Reader reads the matrices of a stream one by one.
type Reader struct {
	lines  lines
	own    Layout // the layout that is tried first
	layout Layout // "" before the first matrix
	plain  bool   // secondary items are not allowed

	// note is called with the first item that no option has; it may be nil. option and item are the words for options
	// and items in it.
	note         func(format string, args ...any)
	option, item string // see note
	read         int    // the number of matrices that were read
	err          error  // the error of Next, once it has failed
}

// NewReader returns a Reader of the stream r, which may be compressed by gzip. The first matrix decides which layout
// the file has: the Reader tries the problem's own layout first, and then the other layouts until the matrix fits one
// of them. Error messages use name as the name of the file.
func NewReader(r io.Reader, name string, own Layout) *Reader {
	return &Reader{lines: lines{in: text.NewLines(r, maxLine), file: name, builder: builder{colors: map[string]int32{}}}, own: own}
}

// Layout returns the layout, or "" before the first matrix.
func (r *Reader) Layout() Layout { return r.layout }

// Next reads one matrix into *c, and uses the memory of *c again. After the last matrix, or if there is none, the
// error is io.EOF. If the content has an error, it is a *text.Error. After an error, *c is undefined.
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

// detect finds out the layout of a file by reading its first matrix in one layout after another. It takes the problem's
// own layout if the matrix fits it, and otherwise the first of Layouts that fits.
//
// If the matrix fits none of the layouts, the file usually contains a mistake. detect then guesses that the user meant
// the layout in which it could read the most lines, and returns the error that it found in this layout.
//
// This guess is doubtful if detect could not read a single option in this layout. The file may then have a layout that
// gridjudge does not know, so the error also lists the layouts that are read.
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
		if !ok { // in this layout the file has only comments
			continue
		}
		if furthest == nil || e.Line > furthest.Line {
			furthest, unknown = e, l.c.Options() == 0 && e.Line <= l.number // an error beyond the last line is one of reading the stream
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

// known ends a message about a file that has none of the layouts.
var known = "; the layouts that are read are " + strings.Join(Names(), ", ") + " (corpus/README.md has examples)"

// Names returns the names of the layouts that are read.
func Names() (names []string) {
	for _, layout := range Layouts {
		names = append(names, string(layout))
	}
	return names
}

// next reads a matrix in a layout. If there is no further matrix, the error is io.EOF.
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

// tell notes once that no option has an item that must be covered. The reason may be that a comment of another layout
// was read as a line of such items.
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

// content reads the next line that is not a comment in a layout. Knuth's comments begin with |. The comments of the
// other layouts begin with #, | or the word c.
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
