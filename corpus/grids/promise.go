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

// checkPromise checks whether a file has as many puzzles as its first line says. If it has more or fewer, this is an error. A
// program of an online judge reads exactly as many puzzles as the first line says. So it would leave out the additional
// puzzles, or wait for the missing ones. Next calls checkPromise each time after it has tried to read a puzzle into *c. If the
// number is not wrong, checkPromise returns the error of this attempt, which is nil if a puzzle was read.
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
