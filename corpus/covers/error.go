package covers

import "fmt"

// Error is an error in a file, with its place.
type Error struct {
	File         string
	Line, Column int // from 1, the column in bytes
	Msg          string
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Msg)
}

// failf makes an error at a word of the line read last, or at the end of that line.
func (l *lines) failf(word int, format string, args ...any) error {
	column := len(l.text) + 1
	if word < len(l.words) {
		column = l.words[word].start + 1
	}
	return &Error{l.file, max(l.number, 1), column, fmt.Sprintf(format, args...)}
}
