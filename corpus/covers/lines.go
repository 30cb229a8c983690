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
	// maxLine limits the length of a line, in bytes, so that a line cannot use too much memory. A line can still hold
	// the names of a million items, if each has a few bytes.
	//
	// The same limit applies to all lines together that are kept until the layout is known, so that they can be read
	// again in another layout. If the first matrix of a file is longer than that, the reader stays with the layout that
	// it is trying.
	maxLine = 64 << 20

	// maxItems bounds the memory that a number in a file can ask for.
	maxItems = 1 << 24

	// maxSize bounds the memory of a matrix: the number of its options plus the number of items in them.
	maxSize = 4 << 20
)

// lines splits a stream into lines, and each line into words. It also collects the matrix that is being read.
type lines struct {
	builder
	in     *text.Lines
	file   string
	number int    // the number of the last line that was read
	text   []byte // the text of that line, without its end
	words  []span
	again  bool // next returns this line again
	headed bool // the first line of a matrix, "p" and its format, was read

	painting bool // and it says that items may have colours

	keeps bool   // keep all lines, so that they can be read again
	kept  []byte // the lines that can be read again
	at    int    // where the next of them begins
	first int    // the number of lines before them, which are blank
}

// span is the place of a word in a line.
type span struct{ start, end int }

// next reads the next line that is not blank. After the last line the error is io.EOF.
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
	case err != nil && bytes.IndexByte(l.word(word), ':') > 0:
		return 0, l.failf(word, "%s is %.20q, but this layout has no colours", what, l.word(word))
	case err != nil:
		return 0, l.failf(word, "%s is %.20q, which is not a number", what, l.word(word))
	}
	return n, nil
}

// short parses a number of few digits, as most numbers are. It is faster than strconv.Atoi, which needs a string.
func short(word []byte) (n int, ok bool) {
	for _, c := range word {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = 10*n + int(c-'0')
	}
	return n, 0 < len(word) && len(word) < 10
}

// failf returns an error at a word of the last line that was read, or at the end of that line.
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
	last    []int // for each item, the last option that has it, counted from 1 over all matrices
	options int   // the number of options of all matrices
	colors  map[string]int32
}

// begin begins a matrix, which uses the memory of the case again.
func (b *builder) begin(c *Case) {
	*c = Case{Matrix: solvers.Matrix{Members: c.Members[:0], Ends: c.Ends[:0], Colors: c.Colors[:0]}}
	b.c, b.options = c, b.options+1
	clear(b.colors)
}

// add adds an item to the option that is being read. It returns false if the option has the item already.
func (b *builder) add(item int) bool {
	for len(b.last) <= item {
		b.last = append(b.last, 0)
	}
	fresh := b.last[item] != b.options
	b.last[item] = b.options
	b.c.Members = append(b.c.Members, int32(item))
	return fresh
}

// paint gives the item that was added last a colour. Colours are numbered in the order in which a matrix names them.
func (b *builder) paint(name []byte) {
	color, ok := b.colors[string(name)]
	if !ok {
		b.c.ColorNames = append(b.c.ColorNames, string(name))
		color = int32(len(b.c.ColorNames))
		b.colors[b.c.ColorNames[color-1]] = color
	}
	b.c.Color()
	b.c.Colors[len(b.c.Colors)-1] = color
}

// end ends an option.
func (b *builder) end() {
	b.c.Ends = append(b.c.Ends, int32(len(b.c.Members)))
	if b.c.Colored() {
		b.c.Color()
	}
	b.options++
}
