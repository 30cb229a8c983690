package report

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Escape makes text safe to show. A file or a program could use special characters to disturb the reader's terminal or
// to hide text. So Escape replaces unsafe characters by their escapes in Go syntax: control characters, characters that
// change how a terminal shows the text around them, and bytes that are not UTF-8.
//
// All text from recorded files, file names and contestants is escaped before anybody sees it. Each format has its own
// function:
//   - Tables as text, notes, messages, the progress display, CSV: Escape or EscapeLines.
//   - Markdown: escapeMarkdown, which calls Escape (tablewriter.go).
//   - LaTeX: escapeLaTeX (latex.go).
//   - HTML: the template of the page escapes what it fills in. Go code that writes HTML elements itself calls
//     html.EscapeString. In charts, the library gonum escapes the text.
//   - JSON and XML (scoreboard/export.go): the encoders of the standard library. An encoder would replace all bytes
//     that are not UTF-8 by the same character, so EscapeBytes escapes the output of a program before it is recorded.
func Escape(s string) string { return escape(s, "") }

// EscapeLines is Escape for text of several lines: newlines and tabs stay.
func EscapeLines(s string) string { return escape(s, "\n\t") }

// EscapeBytes replaces only the bytes that are not UTF-8.
func EscapeBytes(text []byte) string {
	var b strings.Builder
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		if r == utf8.RuneError && size == 1 {
			fmt.Fprintf(&b, `\x%02x`, text[0])
		} else {
			b.Write(text[:size])
		}
		text = text[size:]
	}
	return b.String()
}

// escape escapes all unsafe characters except those in keep.
func escape(s, keep string) string {
	escaped := func(r rune) bool {
		unsafe := unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == '\u2028' || r == '\u2029'
		return unsafe && !strings.ContainsRune(keep, r)
	}
	if !utf8.ValidString(s) {
		s = EscapeBytes([]byte(s))
	}
	if strings.IndexFunc(s, escaped) < 0 {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if !escaped(r) {
			b.WriteRune(r)
			continue
		}
		quoted := strconv.QuoteRuneToASCII(r)
		b.WriteString(quoted[1 : len(quoted)-1])
	}
	return b.String()
}
