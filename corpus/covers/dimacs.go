package covers

import "io"

// header reads the first line of a matrix: "p", the format, and the format's numbers of items.
func (l *lines) header(format string, names ...string) (items []int, err error) {
	if err := l.next(); err != nil {
		return nil, err
	}
	l.headed = l.is(0, "p") && (l.is(1, format) || l.is(1, format+"c"))
	if l.headed && !l.is(1, format) {
		return nil, l.failf(1, "the items have colours, which are not supported")
	}
	if !l.headed {
		return nil, l.failf(0, "the line should begin with \"p %s\"", format)
	}
	for i, name := range names {
		n, err := l.parse(2+i, name, 0, maxItems)
		if err != nil {
			return nil, err
		}
		items = append(items, n)
	}
	return items, l.over(2 + len(names))
}

// over returns an error if the line has more than this many words.
func (l *lines) over(words int) error {
	if len(l.words) > words {
		return l.failf(words, "the line should end before %.20q", l.word(words))
	}
	return nil
}

// early returns err. If err is the end of the file, it returns an error that says what should be here instead.
func (l *lines) early(err error, what string) error {
	if err == io.EOF {
		return l.failf(len(l.words), "the file ends where %s should be", what)
	}
	return err
}

// ec reads the format of Junttila and Kaski (2010).
func (l *lines) ec() error {
	items, err := l.header("ec", "the number of items")
	if err != nil {
		return err
	}
	for {
		if more, err := l.more(); !more {
			l.c.Primary = items[0]
			return err
		}
		if !l.is(0, "s") {
			return l.failf(0, "the line should begin with \"s\" or \"c\"")
		}
		if err := l.option(1, len(l.words), items[0]); err != nil {
			return err
		}
	}
}

// more reads the next line of a matrix. It reports whether there is one. A line that begins with "p" begins the next
// matrix.
func (l *lines) more() (bool, error) {
	switch err := l.content(EC); {
	case err == io.EOF:
		return false, nil
	case err != nil:
		return false, err
	case l.is(0, "p"):
		l.again = true
		return false, nil
	}
	return true, nil
}

// xc reads the format of miniexact.
func (l *lines) xc() error {
	items, err := l.header("xc", "the number of primary items", "the number of secondary items")
	if err != nil {
		return err
	}
	for {
		if more, err := l.more(); !more {
			l.c.Primary, l.c.Secondary = items[0], items[1]
			return err
		}
		last := len(l.words) - 1
		if !l.is(last, "0") {
			return l.failf(last+1, "the option should end in 0")
		}
		if err := l.option(0, last, items[0]+items[1]); err != nil {
			return err
		}
	}
}

// option adds an option. The words from first up to, but without, end are the numbers of its items.
func (l *lines) option(first, end, items int) error {
	for i := first; i < end; i++ {
		item, err := l.parse(i, "an item", 1, items)
		if err != nil {
			return err
		}
		if !l.add(item - 1) {
			return l.failf(i, "item %d is twice in the option", item)
		}
	}
	l.end()
	return nil
}
