package covers

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"

	"gridjudge/solvers"
)

// knuth reads a file of Knuth's DLX programs.
func (l *lines) knuth() (*solvers.Matrix, error) {
	if err := l.nextOption(); err != nil {
		return nil, l.early(err, "the line of items")
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
			return nil, l.failf(i, "a second | in the line of items")
		case bar >= 0:
			return nil, l.failf(i, "%.20q has a multiplicity, which is not supported", name)
		case bytes.IndexByte(name, ':') >= 0:
			return nil, l.failf(i, "%.20q has a colon, which no name of an item may have", name)
		}
		if _, ok := items[string(name)]; ok {
			return nil, l.failf(i, "item %.20q is there twice", name)
		}
		if len(items) == maxItems {
			return nil, l.failf(i, "more than %d items", maxItems)
		}
		items[string(name)] = len(items)
	}
	if primary < 0 {
		primary = len(items)
	}
	var b builder
	for {
		if err := l.nextOption(); err == io.EOF {
			return b.matrix(primary, len(items)-primary), nil
		} else if err != nil {
			return nil, err
		}
		for i := range l.words {
			name := l.word(i)
			item, ok := items[string(name)]
			switch {
			case bytes.IndexByte(name, ':') >= 0:
				return nil, l.failf(i, "%.20q has a colour, which is not supported", name)
			case !ok:
				return nil, l.failf(i, "%.20q is not in the line of items", name)
			case !b.add(item):
				return nil, l.failf(i, "item %.20q is twice in the option", name)
			}
		}
		b.end()
	}
}

// nextOption reads the next line that is neither blank nor a comment.
func (l *lines) nextOption() error {
	for {
		if err := l.next(); err != nil {
			return err
		}
		if l.word(0)[0] != '|' {
			return nil
		}
	}
}

// WriteKnuth writes m in the format of Knuth's programs, with a comment of m's size first. The
// names of the items are their numbers, from 1. That format has no option without items, and
// needs a primary item. An option without a primary item is dropped by Knuth's programs, with a warning.
func WriteKnuth(w io.Writer, m *solvers.Matrix) error {
	if m.Primary == 0 {
		return errors.New("the matrix has no primary item, but Knuth's format needs one")
	}
	b := bufio.NewWriter(w) // it keeps its first error
	fmt.Fprintf(b, "| %d primary and %d secondary items, %d options\n", m.Primary, m.Secondary, len(m.Options))
	var line []byte
	for item := range m.Items() {
		if item == m.Primary {
			line = append(line, " |"...)
		}
		line = appendName(line, item)
	}
	b.Write(append(line, '\n'))
	for o, option := range m.Options {
		if len(option) == 0 {
			return fmt.Errorf("option %d has no items, but each option of Knuth's format has one", o)
		}
		line = line[:0]
		for _, item := range option {
			line = appendName(line, int(item))
		}
		b.Write(append(line, '\n'))
	}
	return b.Flush()
}

// appendName appends a space, unless the line is empty, and the name of item.
func appendName(line []byte, item int) []byte {
	if len(line) > 0 {
		line = append(line, ' ')
	}
	return strconv.AppendInt(line, int64(item)+1, 10)
}
