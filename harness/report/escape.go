package report

import (
	"strconv"
	"strings"
	"unicode"
)

// Escape replaces some characters by their escapes in Go syntax: control characters,
// and characters that change how a terminal shows the text around them. Text from
// recorded files and from contestants passes through Escape before it is shown.
func Escape(s string) string {
	if strings.IndexFunc(s, unsafeRune) < 0 {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if !unsafeRune(r) {
			b.WriteRune(r)
			continue
		}
		quoted := strconv.QuoteRuneToASCII(r)
		b.WriteString(quoted[1 : len(quoted)-1])
	}
	return b.String()
}

func unsafeRune(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == '\u2028' || r == '\u2029'
}

// EscapeLines is Escape for text of several lines: newlines and tabs stay.
func EscapeLines(s string) string {
	var b strings.Builder
	for line := range strings.Lines(s) {
		bare := strings.TrimSuffix(line, "\n")
		for i, part := range strings.Split(bare, "\t") {
			if i > 0 {
				b.WriteByte('\t')
			}
			b.WriteString(Escape(part))
		}
		b.WriteString(line[len(bare):])
	}
	return b.String()
}
