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

	// items are those of the options, one option after another, in the memory of the options; nil if these may be elsewhere.
	items []int32
}

// nameOf returns the name of an item.
func (c *Case) nameOf(item int32) string {
	if c.Names != nil {
		return c.Names[item]
	}
	return strconv.Itoa(int(item) + 1)
}

// copyOf makes c a copy of the matrix of k, with the memory of a matrix that is not used any more. It and same take most
// of the time that judging adds to solving small cases.
func (c *Case) copyOf(k *Case) {
	c.Primary, c.Secondary, c.Options = k.Primary, k.Secondary, slices.Grow(c.Options[:0], len(k.Options))
	c.items = append(c.items[:0], k.items...)
	if k.items == nil {
		c.items = append(c.items, slices.Concat(k.Options...)...)
	}
	from := 0
	for _, option := range k.Options {
		to := from + len(option)
		c.Options = append(c.Options, c.items[from:to:to])
		from = to
	}
}

// same reports whether a copy of the matrix of k still equals it. An option that is where copyOf has put it is compared
// with the others, all at once.
func (c *Case) same(k *Case) bool {
	if c.Primary != k.Primary || c.Secondary != k.Secondary || len(c.Options) != len(k.Options) {
		return false
	}
	from, inPlace := 0, k.items != nil
	for i, option := range c.Options {
		n := len(k.Options[i])
		inPlace = inPlace && len(option) == n && (n == 0 || &option[0] == &c.items[from])
		from += n
	}
	return inPlace && slices.Equal(c.items, k.items) ||
		slices.EqualFunc(c.Options, k.Options, slices.Equal[[]int32])
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
