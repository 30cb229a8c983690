package covers

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"gridjudge/corpus/text"
	"gridjudge/solvers"
)

const (
	// maxLine bounds the memory of a line. It also bounds the memory of all lines that are kept until the layout
	// is known: a file with more before the end of its first matrix has the layout that is being tried. A million
	// items have names of a few bytes.
	maxLine = 64 << 20

	// maxItems bounds the memory that a number in a file can ask for.
	maxItems = 1 << 24

	// maxSize bounds the memory of a matrix: the number of its options and of the items in them.
	maxSize = 4 << 20
)

// lines splits a stream into lines, and lines into words. It collects the matrix that is read.
type lines struct {
	builder
	in     *text.Lines
	file   string
	number int    // of the line read last
	text   []byte // of that line, without its end
	words  []span
	again  bool // next returns this line again
	headed bool // the line of a problem, "p" and its format, was read

	keeps bool   // all lines are kept
	kept  []byte // lines that can be read again
	at    int    // where the next one of them begins
	first int    // number of lines before them, which are blank
}

// span is the place of a word in a line.
type span struct{ start, end int }

// next reads the next line that is not blank. The error is io.EOF behind the last.
func (l *lines) next() error {
	for !l.again {
		if end := bytes.IndexByte(l.kept[l.at:], '\n'); end >= 0 {
			l.text = l.kept[l.at : l.at+end]
			l.number++
			l.at += end + 1
		} else if err := l.fresh(); err != nil {
			return err
		}
		l.split()
		l.again = len(l.words) > 0
	}
	l.again = false
	if l.c.Options()+len(l.c.Members) > maxSize {
		return l.failf(0, "the matrix has more than %d options and items in them: no larger one is read", maxSize)
	}
	return nil
}

// fresh reads a line of the stream.
func (l *lines) fresh() error {
	read, err := l.in.Next()
	if err != nil {
		return err
	}
	l.number, l.text = l.in.Read, read
	switch {
	case !l.keeps:
		l.kept, l.at = nil, 0
	case len(l.kept) == 0 && len(read) == 0:
		l.first = l.number
	default:
		if cap(l.kept)-len(l.kept) <= len(read) {
			l.kept = slices.Grow(l.kept, len(l.kept)+len(read)+1)
		}
		l.kept = append(append(l.kept, read...), '\n')
		l.at = len(l.kept)
		l.keeps = l.at <= maxLine
	}
	return nil
}

// rewind makes next begin with the first line that was kept.
func (l *lines) rewind() { l.again, l.at, l.number = false, 0, l.first }

// split finds the words of text.
func (l *lines) split() {
	l.words = l.words[:0]
	start := -1
	for i, c := range l.text {
		if blank := text.IsSpace(c); blank == (start >= 0) {
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
	if n, ok := short(l.word(word)); ok && least <= n && n <= most {
		return n, nil
	}
	n, err := strconv.Atoi(string(l.word(word)))
	switch {
	case errors.Is(err, strconv.ErrRange) || err == nil && (n < least || n > most):
		return 0, l.failf(word, "%s is %.20s, but must be %d to %d", what, l.word(word), least, most)
	case err != nil:
		return 0, l.failf(word, "%s is %.20q, which is not a number", what, l.word(word))
	}
	return n, nil
}

// short returns a number of few digits, as most are: strconv.Atoi wants a string.
func short(word []byte) (n int, ok bool) {
	for _, c := range word {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = 10*n + int(c-'0')
	}
	return n, 0 < len(word) && len(word) < 10
}

// failf makes an error at a word of the line read last, or at the end of that line.
func (l *lines) failf(word int, format string, args ...any) error {
	column := len(l.text) + 1
	if word < len(l.words) {
		column = l.words[word].start + 1
	}
	if l.number == 1 {
		column += l.in.BOM
	}
	return &text.Error{File: l.file, Line: max(l.number, 1), Column: column, Msg: fmt.Sprintf(format, args...)}
}

// builder collects the options of a matrix.
type builder struct {
	c       *Case
	last    []int // by item: the option with it that was read last, counted from 1 over all matrices
	options int   // of all matrices
}

// begin begins a matrix, whose memory is that of the case.
func (b *builder) begin(c *Case) {
	*c = Case{Matrix: solvers.Matrix{Members: c.Members[:0], Ends: c.Ends[:0]}}
	b.c, b.options = c, b.options+1
}

// add adds an item to the option that is being read. It returns false if the option has it.
func (b *builder) add(item int) bool {
	for len(b.last) <= item {
		b.last = append(b.last, 0)
	}
	fresh := b.last[item] != b.options
	b.last[item] = b.options
	b.c.Members = append(b.c.Members, int32(item))
	return fresh
}

// end ends an option.
func (b *builder) end() {
	b.c.Ends = append(b.c.Ends, int32(len(b.c.Members)))
	b.options++
}
