package grids

import (
	"fmt"
	"io"
	"slices"

	"gridjudge/corpus/cases"
	"gridjudge/corpus/text"
	"gridjudge/solvers"
)

// blocks reads the cases of a file in blocks, with the answers of another file if there is one.
type blocks struct {
	waits   bool
	puzzles *Reader
	answers *Reader // nil if there is no file of answers

	list   List // memory for the cases of the largest block so far
	block  List
	stored Case  // the grid of the answer read last
	before int   // the number of cases in earlier blocks
	err    error // the error that the next call returns
}

// open returns a Reader of a file with puzzles of f, or of any format if f is nil.
func open(in cases.Source, f *Format) *Reader {
	r := NewReader(in.In, in.Name, f)
	r.source.bare = in.Bare
	if in.Note != nil {
		r.source.note = func(e *text.Error) {
			e.File = in.Name
			in.Note("%v", e)
		}
	}
	return r
}

// Detect returns a reader of a file, and the format of its puzzles: the content of the file decides the size of the
// grids, and the format is the first one of this size.
func Detect(in cases.Source, answers *cases.Source) (cases.Reader, *Format, error) {
	puzzles := open(in, nil)
	if puzzles.detect(); puzzles.err != nil {
		return nil, nil, puzzles.Next(new(Case)) // the error, with the name of the file
	}
	bySize := []*Format{POJ3074, POJ3076, Sudoku4, Sudoku25}
	f := bySize[slices.IndexFunc(bySize, func(f *Format) bool { return f.Size == puzzles.layout.alphabet.size })]
	r := f.NewReader(in, answers).(*blocks)
	r.puzzles = puzzles
	return r, f, nil
}

// Next reads a block.
func (r *blocks) Next(limit int) (cases.Cases, error) {
	if r.err != nil {
		return nil, r.err
	}
	r.list.Cases = slices.Grow(r.list.Cases, limit-len(r.list.Cases))[:limit]
	n := 0
	for n < limit && r.err == nil && (n == 0 || !r.waits || r.puzzles.source.ready()) {
		if r.err = r.read(n); r.err == nil {
			n++
		}
		if r.answers == nil && r.err == nil && r.puzzles.promised == nil && *r.puzzles.layout == (layout{lines, numerals9}) {
			n += r.puzzles.source.puzzles9(r.list.Cases[n:])
		}
	}
	r.before += n
	if n == 0 {
		return nil, r.err
	}
	r.block = List{r.list.Format, r.list.Cases[:n]}
	return &r.block, nil
}

// read reads case n of the block and its answer.
func (r *blocks) read(n int) error {
	c := &r.list.Cases[n]
	r.stored.Puzzle = c.Answer // its memory
	err := r.puzzles.Next(c)
	if err == nil || err == io.EOF && r.answers != nil {
		if wrong := r.answer(c, r.before+n+1, err == io.EOF); wrong != nil {
			return &cases.AnswerError{Err: wrong}
		}
	}
	return err
}

// answer reads and checks the answer to a case, which is counted from 1. At the end of the cases it checks that the
// answers end as well.
func (r *blocks) answer(c *Case, number int, end bool) error {
	name, line := r.puzzles.name, c.Line
	if r.answers != nil {
		if r.list.Format.mixed {
			r.answers.source.size = c.Puzzle.Size()
		}
		switch err := r.answers.Next(&r.stored); {
		case err == io.EOF && end:
			return nil
		case err == io.EOF:
			return fmt.Errorf("%s has %d answers, and %s more puzzles", r.answers.name, number-1, name)
		case err != nil:
			return err
		case end:
			return fmt.Errorf("%s has more answers than the %d puzzles of %s", r.answers.name, number-1, name)
		}
		name, line = r.answers.name, r.stored.Line
		answer := r.stored.Puzzle
		if r.stored.Answer != nil { // a file of puzzles with their solutions is a file of answers, too
			answer = r.stored.Answer
		}
		c.SetAnswer(answer)
		c.Stored = line
	}
	if c.Answer != nil {
		if err := solvers.Check(c.Puzzle, c.Answer); err != nil {
			return fmt.Errorf("%s:%d: answer %d does not solve its puzzle, %s:%d: %w", name, line, number, r.puzzles.name, c.Line, err)
		}
	}
	return nil
}
