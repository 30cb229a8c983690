package covers

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"gridjudge/solvers"
)

// knuth reads a matrix in the layout of Knuth's DLX programs.
func (l *lines) knuth() error {
	if err := l.next(); err != nil {
		return err
	}
	items := map[string]int{}
	primary := -1
	for i := range l.words {
		name := l.word(i)
		switch bar := bytes.IndexByte(name, '|'); {
		case len(name) == 1 && bar == 0 && primary < 0:
			primary = len(items)
			continue
		case len(name) == 1 && bar == 0:
			return l.failf(i, "a second | in the line of items")
		case bar >= 0:
			return l.failf(i, "%.20q has a multiplicity, which is not supported", name)
		case bytes.IndexByte(name, ':') >= 0:
			return l.failf(i, "%.20q has a colon, which no name of an item may have", name)
		}
		if _, ok := items[string(name)]; ok {
			return l.failf(i, "item %.20q is there twice", name)
		}
		if len(items) == maxItems {
			return l.failf(i, "more than %d items", maxItems)
		}
		l.c.Names = append(l.c.Names, string(name))
		items[l.c.Names[len(items)]] = len(items)
	}
	if primary < 0 {
		primary = len(items)
	}
	for {
		if err := l.nextOption(); err == io.EOF || err == errEnd {
			l.c.Primary, l.c.Secondary = primary, len(items)-primary
			return nil
		} else if err != nil {
			return err
		}
		for i := range l.words {
			name, color, colored := bytes.Cut(l.word(i), []byte(":"))
			item, ok := items[string(name)]
			switch {
			case !ok:
				return l.failf(i, "%.20q is not in the line of items", name)
			case colored && len(color) == 0:
				return l.failf(i, "%.20q ends where the colour should be", l.word(i))
			case colored && item < primary:
				return l.failf(i, "item %.20q has a colour, but it is primary: only secondary items, those after the |, have colours", name)
			case l.add(item):
			case colored:
				return l.failf(i, "item %.20q is in the option already, so it cannot have the colour %.20q as well", name, color)
			default:
				return l.failf(i, "item %.20q is twice in the option", name)
			}
			if colored {
				l.paint(color)
			}
		}
		l.end()
	}
}

// matrixEnd is a comment that ends a matrix if another one follows in the file.
const matrixEnd = "| end"

var errEnd = errors.New("the matrix ends")

// nextOption reads the next line that is neither blank nor a comment. The error is errEnd at the end of the matrix.
func (l *lines) nextOption() error {
	for {
		if err := l.next(); err != nil {
			return err
		}
		if l.word(0)[0] != '|' {
			return nil
		}
		if string(l.text) == matrixEnd {
			return errEnd
		}
	}
}

// knuth writes a matrix in the layout of Knuth's programs. If more is true, another matrix was written before this one,
// and knuth first writes a line that separates the two.
//
// knuth returns an error for two kinds of matrices, because Knuth's layout has no place for them: a matrix without a
// primary item, and a matrix in which some option has no items. An option that contains only secondary items can be
// written, but Knuth's programs drop it and print a warning.
func (w *inputWriter) knuth(c *Case, more bool) error {
	if c.Primary == 0 {
		return errors.New("the matrix has no primary item, but Knuth's layout needs one")
	}
	if more {
		w.line = append(w.line, matrixEnd...)
		w.end()
	}
	for item := range c.Items() {
		if item == c.Primary {
			w.line = append(w.line, " |"...)
		}
		w.name(c, int32(item), 0)
	}
	w.end()
	for o, option := range c.All() {
		if len(option) == 0 {
			return fmt.Errorf("option %d has no items, but each option of Knuth's layout has one", o+1)
		}
		for n, item := range option {
			w.name(c, item, c.ColorOf(o, n))
		}
		w.end()
	}
	return nil
}

// name appends the name of an item and of its colour, and a blank before them unless the line is empty.
func (w *inputWriter) name(c *Case, item, color int32) {
	if len(w.line) > 0 {
		w.line = append(w.line, ' ')
	}
	w.line = append(w.line, c.painted(item, color)...)
}

// WriteKnuth writes a matrix in the layout of Knuth's programs, after a comment that tells its size. The names of the
// items are their numbers, from 1. The names of the first 35 colours are single characters, as Knuth's programs want it.
func WriteKnuth(w io.Writer, m *solvers.Matrix) error {
	out := newInputWriter(w)
	out.line = fmt.Appendf(out.line, "| %d primary and %d secondary items, %d options", m.Primary, m.Secondary, m.Options())
	out.end()
	if err := out.knuth(&Case{Matrix: *m}, false); err != nil {
		return err
	}
	return out.Flush()
}
