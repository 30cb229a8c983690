package text

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"gridjudge/corpus/cases"
)

// WhiteSpace checks the blanks and newlines of an output. Its result matters only if all answers are right. A gap is
// the white space before a word, or after the last word. WhiteSpace compares each gap of the output with the gap that
// the problem wants there. If Strict is true, every byte counts. If Strict is false, CR LF counts as LF, and blanks at
// the end of a line and newlines at the end of the output are ignored.
type WhiteSpace struct {
	Strict bool

	want  string // the rest of the gap that is expected now
	atEnd bool   // the gap is the last one

	differs  bool // from the problem's; the next three fields say how
	at       Place
	expected string // "" until the next word is known
	got      string

	blanks []blank // the blanks of a gap that may turn out to be trailing; the memory is used again
}

// blank is a blank in a gap.
type blank struct {
	b  byte
	at Place
}

// Gap compares the white space before a word with the white space that is wanted. After that, out is at the word, if
// there is one.
func (l *WhiteSpace) Gap(out *Output, want string) {
	l.want = want
	l.read(out)
	l.flush()
	if b, ok := out.Peek(); ok && len(l.want) > 0 {
		l.differ(out.Place, shown(l.want[0]), shown(b))
	}
}

// End compares the white space at the end of the output with the white space that is wanted.
func (l *WhiteSpace) End(out *Output, want string) {
	l.want, l.atEnd = want, true
	l.read(out)
	if l.Strict && len(l.want) > 0 {
		l.differ(out.Place, shown(l.want[0]), "the end")
	}
}

// read reads the white space up to the next word.
func (l *WhiteSpace) read(out *Output) {
	for b, ok := out.Peek(); ok && IsSpace(b); b, ok = out.Peek() {
		one := blank{b, out.Place}
		switch {
		case l.Strict, b == '\v', b == '\f':
			l.flush()
			l.compare(b, one)
		case b != '\n' && len(l.blanks) <= len(l.want): // further blanks are not compared
			l.blanks = append(l.blanks, one)
		case b != '\n':
		case l.atEnd:
			l.blanks, l.want = l.blanks[:0], strings.TrimPrefix(l.want, "\n")
		default:
			if len(l.blanks) > 0 {
				one, l.blanks = l.blanks[0], l.blanks[:0]
			}
			l.compare(b, one)
		}
		out.Skip()
	}
}

// flush compares the blanks that turned out not to be trailing.
func (l *WhiteSpace) flush() {
	for _, blank := range l.blanks {
		l.compare(blank.b, blank)
	}
	l.blanks = l.blanks[:0]
}

// compare compares a byte of white space. A message shows shownAs instead, which is the first of several trailing
// blanks if such blanks come before the end of a line.
func (l *WhiteSpace) compare(b byte, shownAs blank) {
	switch {
	case len(l.want) > 0 && l.want[0] == b:
		l.want = l.want[1:]
	case len(l.want) > 0:
		l.differ(shownAs.at, shown(l.want[0]), shown(shownAs.b))
	case l.atEnd:
		l.differ(shownAs.at, "the end", shown(shownAs.b))
	default:
		l.differ(shownAs.at, "", shown(shownAs.b)) // the word that comes next was expected
	}
}

// differ records the first difference.
func (l *WhiteSpace) differ(at Place, expected, got string) {
	if !l.differs {
		l.differs, l.at, l.expected, l.got = true, at, expected, got
	}
}

// Symbol compares a character of a word, got, with the character that the problem writes, want.
func (l *WhiteSpace) Symbol(at Place, want, got byte) {
	if l.differs && l.expected == "" {
		l.expected = shown(want)
	}
	if got != want {
		l.differ(at, shown(want), shown(got))
	}
}

// Finding returns the result of the comparison.
func (l *WhiteSpace) Finding() cases.Finding {
	if !l.differs {
		return cases.Finding{Match: cases.Right}
	}
	f := l.at.Wrong("right but for white space: expected %s, got %s", l.expected, l.got)
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
	return Quote(b)
}

// Quote quotes a byte of an output for a message. A byte that is not ASCII is not quoted as a rune, which would show
// a letter of Latin-1.
func Quote(b byte) string {
	if b >= utf8.RuneSelf {
		return fmt.Sprintf(`'\x%02x'`, b)
	}
	return fmt.Sprintf("%q", b)
}

// Next quotes the next byte of the output for a message.
func (o *Output) Next() string {
	if b, ok := o.Peek(); ok {
		return Quote(b)
	}
	return "the end of the output"
}

// Wrong returns a finding at a place of the output.
func (p Place) Wrong(format string, args ...any) cases.Finding {
	return cases.Finding{Match: cases.Wrong, Reason: fmt.Sprintf(format, args...), Line: p.Line, Column: p.Column}
}
