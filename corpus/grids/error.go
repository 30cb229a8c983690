package grids

import (
	"fmt"
	"unicode/utf8"
)

// Error is an error in a file, with its place.
type Error struct {
	File string

	// Line and Column count from 1, the column in bytes. Line 0 stands for the
	// whole file.
	Line, Column int

	Msg string
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return e.File + ": " + e.Msg
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Msg)
}

// invalidByte says why the byte line[i] is an error: it belongs to a binary file,
// or it is not in the wanted alphabet.
func invalidByte(line []byte, i int, wanted string) string {
	if msg := binaryData(line[i:]); msg != "" {
		return msg
	}
	r, _ := utf8.DecodeRune(line[i:])
	return fmt.Sprintf("%q is not in the alphabet %s", r, wanted)
}

// binaryData returns a message if text starts with binary data, and "" otherwise.
func binaryData(text []byte) string {
	c := text[0]
	if c < ' ' && c != '\t' || c == 0x7f {
		return fmt.Sprintf("binary data (byte 0x%02x), not text", c)
	}
	if r, _ := utf8.DecodeRune(text); r == utf8.RuneError {
		return fmt.Sprintf("binary data (byte 0x%02x is not UTF-8), not text", c)
	}
	return ""
}
