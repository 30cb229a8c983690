package report

import (
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/term"
)

// StyleOf returns the style for text on w. On a terminal, the text is as wide as the terminal, and it has colours
// unless NO_COLOR is set or TERM is dumb. Elsewhere it is as wide as needed and does not have colours.
func StyleOf(w io.Writer) Style {
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return Style{}
	}
	width, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		width = 80
	}
	return Style{Width: width, Color: os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"}
}

// text writes t for people. If t is wider than the terminal, text tries three remedies, in this order:
//
//  1. It wraps prose.
//  2. It turns the group column into lines above the rows.
//  3. It leaves columns out, in the order of Drop, and names them in a line below.
//
// If t is still too wide after that, it stays so.
func (t *Table) text(w io.Writer, s Style, words []string, last bool) (left []string, err error) {
	body, lines, err := t.Visible().fit(s)
	if err != nil {
		return nil, err
	}
	below, left := t.below(body.legend(words), last, help)
	if s.Width > 0 {
		for i, line := range below {
			below[i] = Wrap(line, s.Width, "    ")
		}
	}
	_, err = io.WriteString(w, strings.Join(lines, "\n")+"\n"+paragraph(below))
	return left, err
}

// fit lays out t for the width of a terminal. It returns the lines, and the table that they show (body), which is t
// without the columns that were left out.
func (t *Table) fit(s Style) (body *Table, lines []string, err error) {
	var groups, dropped []string
	for body = t; ; {
		lines, err = body.grid(s.Color)
		if err != nil {
			return body, nil, err
		}
		lines = body.wrapped(lines, s.Width)
		last := 0
		for _, c := range body.Columns {
			last = max(last, c.Drop)
		}
		grouped := len(body.Columns) > 1 && body.Columns[0].Group
		switch fits := s.Width == 0 || widest(lines) <= s.Width; {
		case fits || !grouped && last == 0:
			lines = headed(lines, groups)
			if len(dropped) > 0 {
				slices.Reverse(dropped)
				note := "(left out, the terminal is too narrow: " + strings.Join(dropped, ", ") + "; --format csv has all)"
				lines = append(lines, "", Wrap(note, s.Width, "    "))
			}
			return body, lines, nil
		case grouped:
			groups = texts(t.Rows, func(row *[]Cell) string { return oneLine((*row)[0].shown()) })
			body = t.without(func(i int) bool { return i == 0 })
		default:
			body = body.without(func(i int) bool {
				c := &body.Columns[i]
				if c.Drop == last {
					dropped = append(dropped, oneLine(c.head()))
				}
				return c.Drop == last
			})
		}
	}
}

// leastProse is the least number of characters in a line of prose. Lines of single words would be harder to read than
// rows that the terminal breaks.
const leastProse = 16

// wrapped breaks the prose in the last column if the lines of a table are wider than the terminal.
func (t *Table) wrapped(lines []string, width int) []string {
	if width == 0 || len(t.Columns) == 0 {
		return lines
	}
	last := &t.Columns[len(t.Columns)-1]
	before := utf8.RuneCountInString(lines[0]) - utf8.RuneCountInString(oneLine(last.head()))
	if !last.Wrap || width < before+leastProse || widest(lines) <= width {
		return lines
	}
	out := slices.Clone(lines)
	out[1] = strings.Repeat("─", width)
	for i, line := range out {
		if cells := []rune(line); i > 1 && len(cells) > before {
			prose := Wrap(string(cells[before:]), width-before, "")
			out[i] = string(cells[:before]) + strings.ReplaceAll(prose, "\n", "\n"+strings.Repeat(" ", before))
		}
	}
	return out
}

// headed puts a line with the name of the group above the rows of each group.
func headed(lines, groups []string) []string {
	if groups == nil {
		return lines
	}
	out := slices.Clone(lines[:2])
	for i, line := range lines[2:] {
		if i == 0 || groups[i] != groups[i-1] {
			if i > 0 {
				out = append(out, "")
			}
			out = append(out, groups[i])
		}
		out = append(out, line)
	}
	return out
}

var escapes = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("\x1b\\[[0-9;]*m") })

func widest(lines []string) (n int) {
	for l := range strings.SplitSeq(strings.Join(lines, "\n"), "\n") {
		n = max(n, utf8.RuneCountInString(escapes().ReplaceAllString(l, "")))
	}
	return n
}

// Wrap breaks a text between words into lines of at most width characters, where possible. It indents all lines but the
// first one.
func Wrap(s string, width int, indent string) string {
	var out strings.Builder
	column := 0
	for i, word := range strings.Split(s, " ") {
		n := utf8.RuneCountInString(word)
		switch {
		case i == 0:
		case column+1+n > width:
			out.WriteString("\n" + indent)
			column = len(indent)
		default:
			out.WriteByte(' ')
			column++
		}
		out.WriteString(word)
		column += n
	}
	return out.String()
}
