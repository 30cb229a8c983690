package text

import "fmt"

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
