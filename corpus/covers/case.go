package covers

import (
	"io"
	"slices"
	"strconv"

	"gridjudge/corpus/cases"
	"gridjudge/solvers"
)

// Case is one matrix and what is known about it.
type Case struct {
	solvers.Matrix

	// Names are those of the items; nil if they are numbers, from 1.
	Names []string

	// Solutions is the certified number of covers.
	Solutions cases.Certificate

	// Fingerprint is that of all covers, as Fingerprint computes it, in 16 hexadecimal digits; "" if it is not known.
	Fingerprint string

	// Line is the line of the file in which the matrix starts, from 1.
	Line int

	items []int32 // the memory of the options
}

// nameOf returns the name of an item.
func (c *Case) nameOf(item int32) string {
	if c.Names != nil {
		return c.Names[item]
	}
	return strconv.Itoa(int(item) + 1)
}

// copyOf returns a copy of a matrix, with the memory of another one that is not used any more.
func (c *Case) copyOf(m *solvers.Matrix) {
	size := 0
	for _, option := range m.Options {
		size += len(option)
	}
	c.items = slices.Grow(c.items[:0], size)
	c.Primary, c.Secondary, c.Options = m.Primary, m.Secondary, slices.Grow(c.Options[:0], len(m.Options))
	for _, option := range m.Options {
		from := len(c.items)
		c.items = append(c.items, option...)
		c.Options = append(c.Options, c.items[from:len(c.items):len(c.items)])
	}
}

// same reports whether a copy still equals the matrix.
func (c *Case) same(m *solvers.Matrix) bool {
	return c.Primary == m.Primary && c.Secondary == m.Secondary &&
		slices.EqualFunc(c.Options, m.Options, slices.Equal[[]int32])
}

// Digest writes one line per case: the numbers of items, the items of each option, and what is known. out must not fail:
// a hash, for example.
func (l *List) Digest(out io.Writer) {
	var line []byte
	for i := range l.Cases {
		c := &l.Cases[i]
		line = strconv.AppendInt(line[:0], int64(c.Primary), 10)
		line = strconv.AppendInt(append(line, '+'), int64(c.Secondary), 10)
		for _, option := range c.Options {
			line = append(line, ';')
			for _, item := range option {
				line = strconv.AppendInt(append(line, ' '), int64(item)+1, 10)
			}
		}
		line = c.Solutions.Append(append(line, " : "...))
		line = append(append(line, c.Fingerprint...), '\n')
		_, _ = out.Write(line)
	}
}
