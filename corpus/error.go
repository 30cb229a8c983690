package corpus

import (
	"fmt"
	"unicode/utf8"
)

// Error is what is wrong with a file, and where.
type Error struct {
	File string

	// Line and Column count from 1, the column in bytes. Line 0: the file as
	// a whole.
	Line, Column int

	Msg string
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return e.File + ": " + e.Msg
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Msg)
}

// invalidByte says why the byte line[i] cannot be there: it is part of a binary
// file, or a character that the wanted ones do not include.
func invalidByte(line []byte, i int, wanted string) string {
	if msg := binary(line[i:]); msg != "" {
		return msg
	}
	r, _ := utf8.DecodeRune(line[i:])
	return fmt.Sprintf("%q is not in the alphabet %s", r, wanted)
}

// binary says why text cannot start like this, "" if it can.
func binary(text []byte) string {
	c := text[0]
	if c < ' ' && c != '\t' || c == 0x7f {
		return fmt.Sprintf("binary data (byte 0x%02x), not text", c)
	}
	if r, _ := utf8.DecodeRune(text); r == utf8.RuneError {
		return fmt.Sprintf("binary data (byte 0x%02x is not UTF-8), not text", c)
	}
	return ""
}
