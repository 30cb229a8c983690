package corpus

import (
	"bytes"
	"slices"
	"strings"
)

// tableParser is comma-separated columns under a header that names one of them
// puzzle or quizzes, and perhaps another one solution, as on Kaggle.
type tableParser struct {
	puzzle, solution int // columns, solution -1 where there is none
	known            bool
}

func (*tableParser) String() string { return "a table with a header" }

func (t *tableParser) next(s *source, a *alphabet) (Case, error) {
	text, err := s.content()
	if err != nil {
		return Case{}, err
	}
	if !t.known {
		if !t.header(text) {
			return Case{}, s.at(0, "a header without a column puzzle or quizzes")
		}
		if text, err = s.content(); err != nil {
			return Case{}, err
		}
	}
	start, ok := field(text, t.puzzle)
	if !ok {
		return Case{}, s.at(len(text), "no column %d, the puzzle", t.puzzle+1)
	}
	c := Case{Solutions: Unknown, Line: s.line}
	var f *Error
	if c.Puzzle, _, f = cells(s, text, start, a); f != nil {
		return Case{}, f
	}
	if t.solution < 0 {
		return c, nil
	}
	if start, ok = field(text, t.solution); !ok {
		return Case{}, s.at(len(text), "no column %d, the solution", t.solution+1)
	}
	if start == len(text) || isSeparator(text[start]) {
		return c, nil
	}
	if f = answer(s, text, start, a, &c); f != nil {
		return Case{}, f
	}
	return c, nil
}

// header finds the columns.
func (t *tableParser) header(text []byte) bool {
	names := strings.Split(strings.ToLower(string(text)), ",")
	for i := range names {
		names[i] = strings.Trim(names[i], "\" \t")
	}
	find := func(wanted ...string) int {
		return slices.IndexFunc(names, func(name string) bool { return slices.Contains(wanted, name) })
	}
	t.puzzle = find("puzzle", "puzzles", "quiz", "quizzes")
	t.solution = find("solution", "solutions")
	t.known = t.puzzle >= 0
	return t.known
}

// field is the index of the first byte of a column in a line, behind a quote.
func field(text []byte, column int) (start int, ok bool) {
	for range column {
		comma := bytes.IndexByte(text[start:], ',')
		if comma < 0 {
			return 0, false
		}
		start += comma + 1
	}
	for start < len(text) && (isGap(text[start]) || text[start] == '"') {
		start++
	}
	return start, true
}
