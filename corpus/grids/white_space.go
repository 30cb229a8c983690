package grids

import (
	"fmt"
	"strings"

	"gridjudge/corpus/cases"
)

// whiteSpace compares the white space of an output with that of the problem: the gaps before
// the cells of the first grid and of later ones, and after the last one. Without strict,
// CR LF counts as LF; trailing blanks and final newlines do not count.
type whiteSpace struct {
	strict bool
	size   int
	form   *outputForm
	next   string // the gap between two grids
	tail   string // what ends the output

	differs  bool // from the problem's; then:
	at       place
	expected string // "" until the next cell is known
	got      string

	blanks []blank // of a gap, that may be trailing; memory that is used again
}

// blank is a blank in a gap.
type blank struct {
	b  byte
	at place
}

// newWhiteSpace returns the white space of a problem's output.
func newWhiteSpace(p *Format, strict bool) *whiteSpace {
	tail := "\n" + p.out.after
	return &whiteSpace{strict: strict, size: p.Size, form: &p.out, next: tail + p.out.between, tail: tail}
}

// before returns the gap before cell i of a grid.
func (l *whiteSpace) before(first bool, i int) string {
	switch {
	case i == 0 && !first:
		return l.next
	case i == 0 || !l.form.rows:
		return ""
	case i%l.size == 0:
		return "\n"
	}
	return l.form.gap
}

// gap compares the white space before cell i of a grid. out is then at the cell, if there
// is one.
func (l *whiteSpace) gap(out *output, first bool, i int) {
	g := gap{whiteSpace: l, want: l.before(first, i)}
	g.read(out)
	g.flush()
	if b, ok := out.peek(); ok && len(g.want) > 0 {
		l.differ(out.place, shown(g.want[0]), shown(b))
	}
}

// end compares the white space at the end of the output.
func (l *whiteSpace) end(out *output, grids int) {
	g := gap{whiteSpace: l, want: l.tail, atEnd: true}
	if grids == 0 {
		g.want = ""
	}
	g.read(out)
	if l.strict && len(g.want) > 0 {
		l.differ(out.place, shown(g.want[0]), "the end")
	}
}

// gap is a gap that is read. want is what is still expected of it.
type gap struct {
	*whiteSpace
	want  string
	atEnd bool
}

// read reads the white space up to the next cell.
func (g *gap) read(out *output) {
	g.blanks = g.blanks[:0]
	for {
		b, ok := out.peek()
		if !ok || !isSpace(b) {
			return
		}
		switch isBlank := b == ' ' || b == '\t' || b == '\r'; {
		case g.strict:
			g.compare(b, blank{b, out.place})
		case isBlank && len(g.blanks) <= len(g.want): // more than that are not compared
			g.blanks = append(g.blanks, blank{b, out.place})
		case isBlank:
		case g.atEnd && b == '\n':
			g.blanks, g.want = g.blanks[:0], strings.TrimPrefix(g.want, "\n")
		default:
			shownAs := blank{b, out.place}
			if b == '\n' && len(g.blanks) > 0 {
				shownAs = g.blanks[0]
				g.blanks = g.blanks[:0]
			}
			g.flush()
			g.compare(b, shownAs)
		}
		out.skip()
	}
}

// flush compares the blanks that turned out not to be trailing.
func (g *gap) flush() {
	for _, blank := range g.blanks {
		g.compare(blank.b, blank)
	}
	g.blanks = g.blanks[:0]
}

// compare compares a byte of white space. A message shows another one, where trailing
// blanks come before the end of a line.
func (g *gap) compare(b byte, shownAs blank) {
	switch {
	case len(g.want) > 0 && g.want[0] == b:
		g.want = g.want[1:]
	case len(g.want) > 0:
		g.differ(shownAs.at, shown(g.want[0]), shown(shownAs.b))
	case g.atEnd:
		g.differ(shownAs.at, "the end", shown(shownAs.b))
	default:
		g.differ(shownAs.at, "", shown(shownAs.b)) // the cell that comes next was expected
	}
}

// differ records the first difference.
func (l *whiteSpace) differ(at place, expected, got string) {
	if !l.differs {
		l.differs, l.at, l.expected, l.got = true, at, expected, got
	}
}

// cell compares a cell, written got, with what the problem writes.
func (l *whiteSpace) cell(at place, want, got byte) {
	if l.differs && l.expected == "" {
		l.expected = shown(want)
	}
	if got != want {
		l.differ(at, shown(want), shown(got))
	}
}

// finding returns the result of the comparison.
func (l *whiteSpace) finding() cases.Finding {
	if !l.differs {
		return cases.Finding{Match: cases.Right}
	}
	f := l.at.wrong("right but for white space: expected %s, got %s", l.expected, l.got)
	f.Match = cases.WhitespaceOnly
	return f
}

// shown names a byte for a message.
func shown(b byte) string {
	switch b {
	case '\n':
		return "the end of the line"
	case ' ':
		return "a blank"
	}
	return fmt.Sprintf("%q", b)
}

// wrong returns a finding at a place of the output.
func (p place) wrong(format string, args ...any) cases.Finding {
	return cases.Finding{Match: cases.Wrong, Reason: fmt.Sprintf(format, args...), Line: p.line, Column: p.column}
}
