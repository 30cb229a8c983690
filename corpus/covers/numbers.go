package covers

import "cmp"

// numbers reads a case of HUST 1017, luogu P4929 or POJ 3740, whose first line was read.
func (r *Reader) numbers() error {
	l := &r.lines
	rows, err := l.parse(0, "the number of rows", 0, maxSize)
	if err != nil {
		return err
	}
	columns, err := l.parse(1, "the number of columns", 0, maxItems)
	if err != nil {
		return err
	}
	if err := l.over(2); err != nil {
		return err
	}
	undecided := 0 // rows that fit both layouts: "0" of one column, "1 1" of two
	for range rows {
		if err := l.next(); err != nil {
			return l.early(err, "another row")
		}
		if r.layout == Detect {
			layout, err := l.rowLayout(columns)
			if err != nil {
				return err
			}
			if layout == Detect {
				undecided++
				continue
			}
			r.layout = layout
			for ; undecided > 0; undecided-- {
				l.undecided(columns, layout)
			}
		}
		if r.layout == HUST {
			err = l.sparse(columns)
		} else {
			err = l.dense(columns)
		}
		if err != nil {
			return err
		}
	}
	if undecided > 0 && columns == 2 && r.prefer != HUST && r.prefer != Dense {
		return l.failf(0, "each row can mean column 1 alone (%s) or columns 1 and 2 (%s): name the problem", HUST, Dense)
	}
	for ; undecided > 0; undecided-- {
		l.undecided(columns, cmp.Or(r.prefer, HUST))
	}
	l.c.Primary = columns
	return nil
}

// undecided adds a row that fits both layouts.
func (b *builder) undecided(columns int, layout Layout) {
	for column := range columns {
		if columns == 2 && (column == 0 || layout == Dense) {
			b.add(column)
		}
	}
	b.end()
}

// rowLayout returns the layout that the row read last has, or Detect if it fits both.
func (l *lines) rowLayout(columns int) (Layout, error) {
	n, err := l.parse(0, "a row's first number", 0, columns)
	if err != nil && columns > 0 {
		return Detect, err
	}
	digits := len(l.words) == columns
	for i := range l.words {
		digits = digits && (l.is(i, "0") || l.is(i, "1"))
	}
	sparse := err == nil && len(l.words) == n+1
	switch {
	case sparse && digits && !(n == 1 && l.is(1, "0")):
		return Detect, nil
	case digits:
		return Dense, nil
	case sparse:
		return HUST, nil
	}
	return Detect, l.failf(0, "the row is neither a number of columns and as many columns (%s) nor %d digits 0 or 1 (%s)",
		HUST, columns, Dense)
}

// sparse adds a row of a number of columns and as many columns.
func (l *lines) sparse(columns int) error {
	n, err := l.parse(0, "the number of columns of the row", 0, columns)
	if err != nil {
		return err
	}
	if len(l.words) <= n {
		return l.failf(len(l.words), "the row has %d columns, but says %d", len(l.words)-1, n)
	}
	if err := l.over(n + 1); err != nil {
		return err
	}
	return l.option(1, n+1, columns)
}

// dense adds a row of digits.
func (l *lines) dense(columns int) error {
	for i := range columns {
		digit, err := l.parse(i, "a digit", 0, 1)
		if err != nil {
			return err
		}
		if digit == 1 {
			l.add(i)
		}
	}
	l.end()
	return l.over(columns)
}
