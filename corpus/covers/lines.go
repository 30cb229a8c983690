package covers

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"slices"
	"strconv"
	"unicode"

	"gridjudge/solvers"
)

const (
	// maxLine bounds the memory that a line takes. A million items have names of
	// a few bytes.
	maxLine = 64 << 20

	// maxItems bounds the memory that a number in a file can ask for.
	maxItems = 1 << 24
)

// lines splits a stream into lines, and lines into words.
type lines struct {
	in     *bufio.Reader
	file   string
	number int    // of the line read last
	text   []byte // of that line, without its end
	words  []span
	saved  []line // that next returns before it reads on
}

// line is a line that was put back.
type line struct {
	number int
	text   []byte
}

// span is the place of a word in a line.
type span struct{ start, end int }

// next reads the next line that is not blank. The error is io.EOF behind the last.
func (l *lines) next() error {
	if len(l.saved) > 0 {
		l.number, l.text = l.saved[0].number, l.saved[0].text
		l.saved = l.saved[1:]
		l.split()
		return nil
	}
	return l.fresh()
}

// fresh is next without the saved lines.
func (l *lines) fresh() error {
	for {
		if err := l.read(); err != nil {
			return err
		}
		l.split()
		if len(l.words) > 0 {
			return nil
		}
	}
}

// save keeps the line read last for next.
func (l *lines) save() { l.saved = append(l.saved, line{l.number, slices.Clone(l.text)}) }

// read reads a line into text. At the end of the stream, text stays the last line.
func (l *lines) read() error {
	text := l.text[:0]
	for {
		part, err := l.in.ReadSlice('\n')
		text = append(text, part...)
		switch {
		case len(text) > maxLine:
			l.number++
			l.text, l.words = text[:maxLine], nil
			return l.failf(0, "the line is longer than %d MiB", maxLine>>20)
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil && (err != io.EOF || len(text) == 0):
			return err
		}
		l.number++
		l.text = bytes.TrimRight(text, "\r\n")
		return nil
	}
}

// split finds the words of text.
func (l *lines) split() {
	l.words = l.words[:0]
	start := -1
	for i, c := range l.text {
		if blank := c <= unicode.MaxASCII && unicode.IsSpace(rune(c)); blank == (start >= 0) {
			if blank {
				l.words = append(l.words, span{start, i})
				start = -1
			} else {
				start = i
			}
		}
	}
	if start >= 0 {
		l.words = append(l.words, span{start, len(l.text)})
	}
}

// word returns a word of the line read last.
func (l *lines) word(i int) []byte { return l.text[l.words[i].start:l.words[i].end] }

// is reports whether a word of the line is text.
func (l *lines) is(i int, text string) bool { return i < len(l.words) && string(l.word(i)) == text }

// parse parses a word as a number between least and most. what names it in errors.
func (l *lines) parse(word int, what string, least, most int) (int, error) {
	if word >= len(l.words) {
		return 0, l.failf(word, "the line ends where %s should be", what)
	}
	n, err := strconv.Atoi(string(l.word(word)))
	switch {
	case errors.Is(err, strconv.ErrRange) || err == nil && (n < least || n > most):
		return 0, l.failf(word, "%s is %.20s, but must be %d to %d", what, l.word(word), least, most)
	case err != nil:
		return 0, l.failf(word, "%s is %.20q, which is no number", what, l.word(word))
	}
	return n, nil
}

// builder collects the options of a matrix.
type builder struct {
	items []int32 // of all options
	ends  []int   // of each option, in items
	last  []int32 // by item: the last option with it, counted from 1
}

// add adds an item to the option that is being read. It returns false if the option has it.
func (b *builder) add(item int) bool {
	for len(b.last) <= item {
		b.last = append(b.last, 0)
	}
	option := int32(len(b.ends) + 1)
	fresh := b.last[item] != option
	b.last[item] = option
	b.items = append(b.items, int32(item))
	return fresh
}

// end ends an option.
func (b *builder) end() { b.ends = append(b.ends, len(b.items)) }

// matrix returns what was collected.
func (b *builder) matrix(primary, secondary int) *solvers.Matrix {
	m := &solvers.Matrix{Primary: primary, Secondary: secondary, Options: make([][]int32, len(b.ends))}
	start := 0
	for o, end := range b.ends {
		m.Options[o] = b.items[start:end:end]
		start = end
	}
	return m
}
