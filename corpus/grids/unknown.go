package grids

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// unknownRows bounds the lines that a message about an unknown layout describes.
const unknownRows = 32

// unknownLayout says why no layout fits the first line of content. If the line is
// as long as a puzzle or a row, or shows its columns, it returns the error of the
// parser that read furthest; otherwise it describes the columns.
func unknownLayout(failed []trial, s *source) *Error {
	first := s.ahead[0]
	for i := range string(first.text) {
		if msg := binaryData(first.text[i:]); msg != "" {
			return &Error{Line: first.no, Column: i + 1, Msg: msg}
		}
	}
	text, _, _ := bytes.Cut(first.text, []byte("#"))
	text = bytes.TrimSpace(text)
	gaps := 0
	for _, c := range text {
		if isBetween(c) {
			gaps++
		}
	}
	near := slices.DeleteFunc(failed, func(t trial) bool {
		n := t.alphabet.size
		isPuzzle := gaps == 0 && len(text) == n*n
		isRow := n > 4 && len(text)-gaps == n && t.err.Column > 1 // prose may be as long as a row
		return t.columns == nil && !isPuzzle && !isRow
	})
	if len(near) > 0 {
		best := slices.MaxFunc(near, func(a, b trial) int { return a.err.Column - b.err.Column })
		return &Error{Line: first.no, Column: best.err.Column, Msg: "no known layout: " + best.err.Msg}
	}
	s.lookAhead(unknownRows)
	return &Error{Line: first.no, Column: 1, Msg: "no known layout: " + describeColumns(s.ahead)}
}

// describeColumns says which columns of some lines hold grids.
func describeColumns(lines []aheadLine) string {
	table := tableParser{}
	most := 1
	for _, separator := range separators {
		if n := len(tableParser{separator}.fields(lines[0].text)); n > most {
			table, most = tableParser{separator}, n
		}
	}
	if most == 1 {
		return fmt.Sprintf("a line of %d characters; a puzzle has 16, 81, 256 or 625 cells, a row of a grid 4, 9, 16 or 25", len(lines[0].text))
	}
	lines = slices.DeleteFunc(slices.Clone(lines), func(l aheadLine) bool { return len(l.text) == 0 })
	// holds lists the columns that hold a grid in each of some lines.
	holds := func(lines []aheadLine) string {
		var list []string
		for column := range most {
			if !slices.ContainsFunc(lines, func(l aheadLine) bool {
				start, end, _ := table.field(l.text, column)
				return !slices.ContainsFunc(alphabets, func(a *alphabet) bool { return a.spells(l.text[start:end]) })
			}) {
				list = append(list, fmt.Sprint(column+1))
			}
		}
		return strings.Join(list, ", ")
	}
	if all := holds(lines); all != "" {
		return fmt.Sprintf("%d columns; several hold grids (%s): name one of them puzzle in a header", most, all)
	}
	msg := fmt.Sprintf("%d columns; none has 16, 81, 256 or 625 cells in every row", most)
	if len(lines) > 1 {
		if rest := holds(lines[1:]); rest != "" {
			msg += fmt.Sprintf("; from line %d on these have: %s; name one of them puzzle in line %d", lines[1].no, rest, lines[0].no)
		}
	}
	return msg
}
