package report

import (
	"strconv"
	"strings"
	"unicode"
)

// Escape replaces some characters by their escapes in Go syntax: control characters, and characters that change how a
// terminal shows the text around them. Text from recorded files, file names and contestants passes through
//   - Escape or EscapeLines in tables as text, notes, messages, the progress display and CSV;
//   - escapeMarkdown, which calls Escape, in Markdown (tablewriter.go);
//   - escapeLaTeX in LaTeX (latex.go);
//   - html.EscapeString where HTML is made by hand, else the template of the page; gonum in charts;
//   - the encoders of the standard library in JSON and XML (scoreboard/export.go).
func Escape(s string) string { return escape(s, "") }

// EscapeLines is Escape for text of several lines: newlines and tabs stay.
func EscapeLines(s string) string { return escape(s, "\n\t") }

// escape escapes all unsafe characters but those of keep.
func escape(s, keep string) string {
	escaped := func(r rune) bool {
		unsafe := unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == '\u2028' || r == '\u2029'
		return unsafe && !strings.ContainsRune(keep, r)
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
