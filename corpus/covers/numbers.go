package covers

import (
	"bytes"
	"io"
)

// numbers reads a matrix in the layout of HUST 1017, whose rows are sparse, or in the layout of luogu P4929 and POJ
// 3740.
func (l *lines) numbers(sparse bool) error {
	if err := l.next(); err != nil {
		return err
	}
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
	for range rows {
		err := l.content(HUST)
		switch {
		case err != nil:
			return l.early(err, "another row")
		case sparse:
			err = l.sparse(columns)
		default:
			err = l.dense(columns)
		}
		if err != nil {
			return err
		}
	}
	l.c.Primary = columns
	return nil
}

// sparse adds a row that consists of a number of columns and then these columns.
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

// csv reads a matrix of digits with commas between them, up to the end of the file.
func (l *lines) csv() error {
	for {
		if err := l.content(CSV); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		if l.c.Primary == 0 && !bytes.Contains(l.text, []byte(",")) {
			return l.failf(0, "the digits 0 and 1 should have commas between them")
		}
		l.text = bytes.ReplaceAll(l.text, []byte(","), []byte(" "))
		l.split()
		if l.c.Primary == 0 {
			l.c.Primary = len(l.words)
		}
		if err := l.dense(l.c.Primary); err != nil {
			return err
		}
	}
}
