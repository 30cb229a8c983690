package covers

import (
	"errors"
	"io"
	"strconv"

	"gridjudge/corpus/text"
)

// Layout is a text format of exact cover problems.
type Layout string

// The layouts. Dense is the one of luogu P4929 and POJ 3740.
const (
	Detect Layout = "" // the content decides
	HUST   Layout = "HUST 1017"
	Dense  Layout = "luogu P4929 or POJ 3740"
	Knuth  Layout = "Knuth"
	EC     Layout = "p ec"
	PXC    Layout = "p xc"
)

// Reader reads the matrices of a stream one by one.
type Reader struct {
	lines  lines
	layout Layout
	prefer Layout // where the content fits two layouts; Detect: that is an error
	plain  bool   // no secondary items are allowed

	note         func(format string, args ...any) // is told of the first item without an option; may be nil
	option, item string                           // what it calls them
	read         int                              // number of matrices
	err          error                            // the error of Next, once it has failed
}

// NewReader returns a Reader of r, which errors call name, and which may be compressed by gzip. Layout Detect
// takes the layout from the content.
func NewReader(r io.Reader, name string, layout Layout) *Reader {
	return &Reader{lines: lines{in: text.NewLines(r, maxLine), file: name}, layout: layout}
}

// Layout returns the layout, or Detect as long as the content has not decided.
func (r *Reader) Layout() Layout { return r.layout }

// Next reads one matrix into *c, whose memory is used again. After the last one the
// error is io.EOF, and if the content has an error it is a *text.Error: so it is if there is
// no matrix at all. After an error, *c is undefined.
func (r *Reader) Next(c *Case) error {
	if r.err != nil {
		return r.err
	}
	r.lines.begin(c)
	if r.err = r.next(); r.err == nil {
		r.read++
		return nil
	}
	if r.err == io.EOF && r.read == 0 {
		r.err = r.lines.failf(len(r.lines.words), "there is no exact cover problem in it")
	}
	var e *text.Error
	if errors.As(r.err, &e) {
		e.File = r.lines.file
	}
	return r.err
}

func (r *Reader) next() error {
	l := &r.lines
	if err := r.first(); err != nil {
		return err
	}
	layout := r.layout
	if layout == Detect {
		var err error
		if layout, err = l.detect(r.prefer == Knuth && r.read == 0); err != nil {
			return err
		}
	} else if layout == Knuth || layout == EC || layout == PXC {
		l.save()
	}
	l.c.Line = l.number
	var err error
	switch layout {
	case EC:
		err = l.ec()
	case PXC:
		err = l.xc()
	case Knuth:
		err = l.knuth()
	default:
		err = r.numbers()
		layout = r.layout // as its rows decided
	}
	r.layout = layout
	r.tell(err)
	if err == nil && r.plain && l.c.Secondary > 0 {
		return l.failf(0, "the matrix has secondary items, which this problem has not")
	}
	return err
}

// tell notes, once, that an item has to be covered and no option has it. A comment of another layout is read as such items.
func (r *Reader) tell(err error) {
	if err != nil || r.note == nil {
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

// first reads the first line of a matrix. The error is io.EOF if there is no further one.
func (r *Reader) first() error {
	for {
		err := r.lines.next()
		comment := r.layout == Knuth && err == nil && r.lines.word(0)[0] == '|'
		if r.read == 0 || !comment {
			return err
		}
	}
}

// detect returns the layout that begins with the line read last. It returns Detect if the rows must decide; otherwise it
// puts the line back. named says that the problem's own layout is Knuth's. Two numbers in the first line are then the
// names of items, if namesItems says so.
func (l *lines) detect(named bool) (Layout, error) {
	if l.numeric() {
		if named && l.namesItems() {
			return Knuth, nil
		}
		return Detect, nil
	}
	l.save()
	for saved := 0; l.is(0, "c"); { // a comment, or Knuth's with an item of that name
		if saved += len(l.text) + lineBytes; saved > maxLine {
			return Detect, l.failf(0, "more than %d MiB of comments before the line \"p ...\": shorten them", maxLine>>20)
		}
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
		return PXC, nil
	}
	return Knuth, nil
}

// namesItems reports whether this line can be Knuth's line of items. It can if the next line is an option of these items
// or one of Knuth's comments, or if there is no next line. Then it puts both lines back.
func (l *lines) namesItems() bool {
	number, a, b := l.number, string(l.word(0)), string(l.word(1))
	l.save()
	err := l.fresh()
	names := err == io.EOF
	if err == nil {
		option := a != b && (len(l.words) == 1 && (l.is(0, a) || l.is(0, b)) ||
			len(l.words) == 2 && (l.is(0, a) && l.is(1, b) || l.is(0, b) && l.is(1, a)))
		names = option || l.word(0)[0] == '|'
		l.save()
	}
	if !names {
		l.next()
	}
	l.number = number
	return names
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
