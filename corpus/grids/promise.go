package grids

import (
	"bytes"
	"io"
	"strconv"

	"gridjudge/corpus/text"
)

// promise is the number of puzzles that a file has by its first line. Any file may begin with such a line.
type promise struct{ puzzles, line int }

// smallest is the size of the smallest grids.
const smallest = 4

// promise reads the number of puzzles, if the first line of content is one: it consists of digits and is shorter than a
// row of a grid of this size. Otherwise promise reads nothing and returns nil.
func (s *source) promise(size int) *promise {
	s.lookAhead(1)
	if len(s.ahead) == 0 {
		return nil
	}
	first := s.ahead[0]
	number := bytes.TrimSpace(first.text)
	n, err := strconv.ParseUint(string(number), 10, 31)
	if err != nil || len(number) >= size {
		return nil
	}
	s.ahead, s.contents = s.ahead[1:], 0
	s.line, s.length = first.no, len(first.text)
	return &promise{int(n), first.no}
}

// checkPromise returns an error if the file has more or fewer puzzles than its first line says. Such a file is not
// accepted, because a program of an online judge relies on the first line: it would leave out additional puzzles, or
// wait for missing ones.
//
// Next calls checkPromise after each attempt to read a puzzle into *c. The field r.err then contains the result of the
// attempt: nil after a puzzle, and io.EOF at the end of the file. Usually checkPromise returns r.err as it is.
func (r *Reader) checkPromise(c *Case) error {
	p := r.promised
	switch {
	case r.err == nil && r.read == p.puzzles:
		return &text.Error{Line: c.Line, Column: 1, Msg: "a puzzle after the " + p.String() + ": correct the number, or remove the puzzle"}
	case r.err == nil:
		r.read++
	case r.err == io.EOF && r.read < p.puzzles:
		return r.source.at(r.source.length, "the file ends after puzzle %d of the %v", r.read, p)
	}
	return r.err
}

func (p *promise) String() string {
	return strconv.Itoa(p.puzzles) + " that line " + strconv.Itoa(p.line) + " announces"
}
