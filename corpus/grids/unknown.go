package grids

import (
	"bytes"
	"fmt"
	"slices"
	"unicode/utf8"

	"gridjudge/corpus/text"
)

// unknownLayout says why no layout fits the first line of content. If the line is as long as a puzzle or a row, or if
// its columns were found, the reason is the error of the parser that read furthest.
func unknownLayout(failed []trial, s *source) *text.Error {
	first := s.ahead[0]
	for i := range string(first.text) {
		if msg := binaryData(first.text[i:]); msg != "" {
			return &text.Error{Line: first.no, Column: i + 1, Msg: msg}
		}
	}
	before, _, _ := bytes.Cut(first.text, []byte("#"))
	before = bytes.TrimSpace(before)
	cells := cellsIn(before)
	near := slices.DeleteFunc(failed, func(t trial) bool {
		n := t.alphabet.size
		isPuzzle := cells == len(before) && cells == n*n
		isRow := n > 4 && cells == n && t.err.Column > 1 // prose may be as long as a row
		return !t.table && !isPuzzle && !isRow
	})
	if len(near) > 0 {
		best := slices.MaxFunc(near, func(a, b trial) int { return a.err.Column - b.err.Column })
		return &text.Error{Line: first.no, Column: best.err.Column, Msg: "no known layout: " + best.err.Msg}
	}
	msg := fmt.Sprintf("a line of %d characters; a puzzle has 16, 81, 256 or 625 cells, a row of a grid 4, 9, 16 or 25; "+
		"a file of matrices needs --problem hust1017, luogu4929, poj3740 or xc", len(first.text))
	for _, separator := range separators {
		if n := len(tableParser{separator}.fields(first.text)); n > 1 {
			msg = fmt.Sprintf("%d columns, and no rule says which is the puzzle: name one puzzle in a header", n)
		}
	}
	return &text.Error{Line: first.no, Column: 1, Msg: "no known layout: " + msg}
}

// invalidByte says why the byte line[i] is an error: it belongs to binary data, or it is not in the wanted alphabet.
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
