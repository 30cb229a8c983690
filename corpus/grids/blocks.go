package grids

import (
	"fmt"
	"io"
	"slices"

	"gridjudge/corpus/cases"
	"gridjudge/solvers"
)

// blocks reads the cases of a file in blocks, with the answers of another file.
type blocks struct {
	format  *Format
	name    string
	waits   bool
	puzzles *Reader

	answers     *Reader // nil: none
	answersName string

	list   List // as many cases as the largest block
	block  List
	grids  []Case // memory of the answers
	begun  bool   // list.Cases[0] holds the first case, which no block has had yet
	before int    // cases of earlier blocks
	err    error  // that the next call returns
}

// Detected is a file whose first case is read: the content has decided the size.
type Detected struct {
	in     cases.Source
	reader *Reader
	first  Case
}

// Detect reads the first case of a file. The error is io.EOF if there is none.
func Detect(in cases.Source) (*Detected, error) {
	d := &Detected{in: in, reader: NewReader(in.In, in.Name, nil)}
	return d, d.reader.Next(&d.first)
}

// Kind names the size.
func (d *Detected) Kind() string { return (&Format{Size: d.reader.Size()}).Kind() }

// Reader returns a reader of the cases as those of a problem with grids of this size.
func (d *Detected) Reader(f *Format, answers *cases.Source) cases.Reader {
	r := f.NewReader(d.in, answers).(*blocks)
	r.puzzles, r.begun = d.reader, true
	r.list.Cases = []Case{d.first}
	return r
}

// Next reads a block.
func (r *blocks) Next(limit int) (cases.Cases, error) {
	if r.err != nil {
		return nil, r.err
	}
	r.list.Format = r.format
	r.list.Cases = slices.Grow(r.list.Cases, limit-len(r.list.Cases))[:limit]
	n := 0
	for n < limit && r.err == nil && (n == 0 || !r.waits || r.puzzles.Ready()) {
		if r.err = r.read(n); r.err == nil {
			n++
		}
		if r.answers == nil && r.err == nil && *r.puzzles.layout == (layout{lines, numerals9}) {
			n += r.puzzles.source.puzzles9(r.list.Cases[n:])
		}
	}
	r.begun = false
	r.before += n
	if n == 0 {
		return nil, r.err
	}
	r.block = List{r.format, r.list.Cases[:n]}
	return &r.block, nil
}

// read reads case n of the block and its answer.
func (r *blocks) read(n int) error {
	c := &r.list.Cases[n]
	if !r.begun || n > 0 {
		err := r.puzzles.Next(c)
		if err == io.EOF && r.answers != nil {
			if wrong := r.noMoreAnswers(r.before + n); wrong != nil {
				err = &cases.AnswerError{Err: wrong}
			}
		}
		if err != nil {
			return err
		}
	}
	if r.answers == nil && c.Answer == nil {
		return nil
	}
	if err := r.answer(c, n); err != nil {
		return &cases.AnswerError{Err: err}
	}
	return nil
}

// answer reads and checks the answer to a case.
func (r *blocks) answer(c *Case, n int) error {
	number, name, line := r.before+n+1, r.name, c.Line
	if r.answers != nil {
		if n == len(r.grids) {
			r.grids = append(r.grids, Case{})
		}
		switch err := r.answers.Next(&r.grids[n]); {
		case err == io.EOF:
			return fmt.Errorf("%s has %d answers, and %s more puzzles", r.answersName, number-1, r.name)
		case err != nil:
			return err
		}
		name, line = r.answersName, r.grids[n].Line
		if c.SetAnswer(r.grids[n].Puzzle); c.Answer == nil {
			return nil
		}
	}
	if err := solvers.Check(c.Puzzle, c.Answer); err != nil {
		return fmt.Errorf("%s:%d: answer %d does not solve its puzzle, %s:%d: %w", name, line, number, r.name, c.Line, err)
	}
	return nil
}

// noMoreAnswers returns an error if there are more answers than cases.
func (r *blocks) noMoreAnswers(puzzles int) error {
	switch err := r.answers.Next(new(Case)); err {
	case io.EOF:
		return nil
	case nil:
		return fmt.Errorf("%s has more answers than the %d puzzles of %s", r.answersName, puzzles, r.name)
	default:
		return err
	}
}
