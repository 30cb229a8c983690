package covers

import (
	"io"
	"math"
)

// header reads the first line of a matrix: "p", the format or its name if there are colours, and the format's numbers of
// items.
func (l *lines) header(format, colored string, names ...string) (items []int, err error) {
	if err := l.next(); err != nil {
		return nil, err
	}
	l.headed, l.painting = l.is(0, "p") && (l.is(1, format) || l.is(1, colored)), l.is(1, colored)
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
	items, err := l.header("ec", "", "the number of items")
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
	items, err := l.header("xc", "xcc", "the number of primary items", "the number of secondary items")
	if err != nil {
		return err
	}
	l.c.Primary, l.c.Secondary = items[0], items[1]
	for {
		if more, err := l.more(); !more {
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
		if l.headed && l.word(i)[0] == '-' {
			if err := l.color(i, first); err != nil {
				return err
			}
			continue
		}
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

// color reads word i of an option as the colour of the item before it.
func (l *lines) color(i, first int) error {
	switch {
	case !l.painting:
		return l.failf(i, "%.20s is a colour, which only options after \"p xcc\" may have", l.word(i))
	case i == first || l.word(i - 1)[0] == '-':
		return l.failf(i, "the colour %.20s should follow an item, which has one colour", l.word(i))
	case int(l.c.Members[len(l.c.Members)-1]) < l.c.Primary:
		return l.failf(i, "item %.20s has the colour %.20s, but it is primary: only secondary items have colours", l.word(i-1), l.word(i))
	}
	if _, err := l.parse(i, "a colour", math.MinInt32, -1); err != nil {
		return err
	}
	l.paint(l.word(i)[1:])
	return nil
}
