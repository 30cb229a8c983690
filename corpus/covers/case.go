package covers

import (
	"cmp"
	"io"
	"strconv"
	"unsafe"

	"gridjudge/corpus/cases"
	"gridjudge/solvers"
)

// Case is one matrix and what is known about it.
type Case struct {
	solvers.Matrix

	// Names are the names of the items; nil if they are numbers, from 1.
	Names []string

	// ColorNames are the names of the colours, from colour 1 on; nil if they have no names of their own.
	ColorNames []string

	// Solutions is the certified number of covers.
	Solutions cases.Certificate

	// Fingerprint identifies the set of all covers, so that two programs can find out whether they have found the same
	// covers, without listing them. It consists of 16 hexadecimal digits, or is "" if it is not known.
	//
	// It is computed in two steps. First, each cover gets a fingerprint of its own: the 64-bit FNV-1a hash of a text
	// such as "1 4 5", which lists the numbers of the cover's options. The options are counted from 1, and the text
	// lists them in decimal and in ascending order, with one blank between them. Then the fingerprints of all covers
	// are added up modulo 2^64, so it does not matter in which order a program finds the covers.
	Fingerprint string

	// Line is the line of the file in which the matrix starts, from 1.
	Line int

	// Stored is the line, from 1, at which the answer starts in the file of answers; 0 without such a file.
	Stored int
}

// bytes returns the memory that the matrix and the names take.
func (c *Case) bytes() int {
	n := 4 * (len(c.Members) + len(c.Ends) + len(c.Colors))
	for _, names := range [2][]string{c.Names, c.ColorNames} {
		for _, name := range names {
			n += int(unsafe.Sizeof("")) + len(name)
		}
	}
	return n
}

// covered returns for each primary item whether an option has it.
func (c *Case) covered() []bool {
	has := make([]bool, c.Primary)
	for _, option := range c.All() {
		for _, item := range option {
			if int(item) < c.Primary {
				has[item] = true
			}
		}
	}
	return has
}

// nameOf returns the name of an item.
func (c *Case) nameOf(item int32) string {
	if c.Names != nil {
		return c.Names[item]
	}
	return strconv.Itoa(int(item) + 1)
}

// painted returns the name of an item, and its colour after a colon unless the colour is 0. Colours without names are
// written in base 36, because Knuth's programs want names of one character.
func (c *Case) painted(item, color int32) string {
	if color == 0 {
		return c.nameOf(item)
	}
	name := strconv.FormatInt(int64(color), 36)
	if c.ColorNames != nil {
		name = c.ColorNames[color-1]
	}
	return c.nameOf(item) + ":" + name
}

// Digest writes one line for each case. The line contains the numbers of primary and secondary items, the items of each
// option with their colours, and what is known about the covers. Colours are numbered in the order in which they occur,
// so their names do not matter. The writer is usually a hash. It must be a writer that never fails, because Digest
// ignores errors.
func (l *List) Digest(out io.Writer) {
	var line []byte
	numbers := map[int32]int64{}
	for i := range l.Cases {
		c := &l.Cases[i]
		clear(numbers)
		line = strconv.AppendInt(line[:0], int64(c.Primary), 10)
		line = strconv.AppendInt(append(line, '+'), int64(c.Secondary), 10)
		for o, option := range c.All() {
			line = append(line, ';')
			for n, item := range option {
				line = strconv.AppendInt(append(line, ' '), int64(item)+1, 10)
				if color := c.ColorOf(o, n); color > 0 {
					numbers[color] = cmp.Or(numbers[color], int64(len(numbers)+1))
					line = strconv.AppendInt(append(line, ':'), numbers[color], 10)
				}
			}
		}
		line = c.Solutions.Append(append(line, " : "...))
		line = append(append(line, c.Fingerprint...), '\n')
		_, _ = out.Write(line)
	}
}
