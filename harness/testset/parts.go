package testset

import (
	"context"
	"fmt"
	"io"
	"iter"

	"gridjudge/corpus"
	"gridjudge/harness/input"
	"gridjudge/solvers"
)

// partSize is the largest number of cases in a part. A BatchSolver gets a part in one call.
const partSize = 1 << 14

// Parts reads the cases of the user's file, and their answers, part by part. So its memory
// does not depend on the number of cases.
type Parts struct {
	// Set describes the file. It has no Cases.
	Set *TestSet

	ctx     context.Context
	puzzles *source
	answers *source // nil: none
	part    []corpus.Case
	memory  []solvers.Grid // for the answers to a part
	before  int            // cases of earlier parts
	err     error
}

// AnswerError is an error in the file of answers. The cases must not be judged then.
type AnswerError struct{ Err error }

func (e *AnswerError) Error() string { return e.Err.Error() }
func (e *AnswerError) Unwrap() error { return e.Err }

// source is an open file of puzzles or of answers.
type source struct {
	name   string
	file   *input.Reader
	reader *corpus.Reader
}

// Parts opens the user's file and reads its first part. The caller closes it.
func (s *Selection) Parts(ctx context.Context) (*Parts, error) {
	if len(s.Sets) > 0 {
		return nil, errInputAndSets
	}
	p, err := s.problem()
	if err != nil {
		return nil, err
	}
	parts := &Parts{ctx: ctx, part: make([]corpus.Case, partSize)}
	if parts.puzzles, err = open(ctx, s.Input, p, s.Stdin); err != nil {
		return nil, err
	}
	// The problem is known once a puzzle is read.
	err = parts.puzzles.reader.Read(&parts.part[0])
	switch {
	case ctx.Err() != nil:
		err = ctx.Err()
	case err == io.EOF:
		err = fmt.Errorf("%s: the file has no puzzle", parts.puzzles.name)
	case err == nil:
		parts.Set = newFileSet(parts.puzzles.name, parts.puzzles.reader.Problem())
		if s.Answers != "" {
			parts.memory = make([]solvers.Grid, partSize)
			parts.answers, err = open(ctx, s.Answers, parts.Set.Problem, s.Stdin)
		}
	}
	if err != nil {
		parts.Close()
		return nil, err
	}
	return parts, nil
}

func open(ctx context.Context, name string, p *corpus.Problem, stdin io.Reader) (*source, error) {
	file, err := input.Open(ctx, name, stdin)
	if err != nil {
		return nil, err
	}
	name = input.Name(name)
	return &source{name, file, corpus.NewReader(file, name, p)}, nil
}

// All returns the parts. A part is valid until the next one is asked for.
func (p *Parts) All() iter.Seq[[]corpus.Case] {
	return func(yield func([]corpus.Case) bool) {
		for p.err == nil {
			part := p.read()
			p.before += len(part)
			if len(part) > 0 && !yield(part) {
				return
			}
		}
	}
}

// Err returns the error that ended the reading; nil at the end of the file. All cases
// before the error were in parts.
func (p *Parts) Err() error {
	switch {
	case p.ctx.Err() != nil:
		return p.ctx.Err()
	case p.err == io.EOF:
		return nil
	}
	return p.err
}

// Cases returns the number of cases in the parts so far.
func (p *Parts) Cases() int { return p.before }

// read reads the next part, up to an error.
func (p *Parts) read() []corpus.Case {
	for n := range p.part {
		if n > 0 || p.before > 0 { // the first one of all is read
			p.err = p.puzzles.reader.Read(&p.part[n])
		}
		var wrong error
		if p.err == nil {
			wrong = p.answer(n)
		} else if p.err == io.EOF && p.answers != nil {
			wrong = p.noMoreAnswers(n)
		}
		if wrong != nil {
			p.err = &AnswerError{wrong}
		}
		if p.err != nil {
			return p.part[:n]
		}
	}
	return p.part
}

// answer reads and checks the answer to a case of the part.
func (p *Parts) answer(n int) error {
	c := &p.part[n]
	number, file, line := p.before+n+1, p.puzzles.name, c.Line
	if p.answers != nil {
		var err error
		p.memory[n], line, err = p.answers.reader.NextPuzzle(p.memory[n])
		switch {
		case err == io.EOF:
			return p.mismatch(number-1, number+p.puzzles.rest())
		case err != nil:
			return err
		}
		file, c.Answer = p.answers.name, p.memory[n]
	}
	if c.Answer == nil {
		return nil
	}
	return p.Set.checkAnswer(c, number, file, line)
}

// noMoreAnswers returns an error if there are more answers than cases; n is the number of
// cases in the part.
func (p *Parts) noMoreAnswers(n int) error {
	_, _, err := p.answers.reader.NextPuzzle(nil)
	switch err {
	case io.EOF:
		return nil
	case nil:
		return p.mismatch(p.before+n+1+p.answers.rest(), p.before+n)
	}
	return err
}

func (p *Parts) mismatch(answers, puzzles int) error {
	return fmt.Errorf("%s has %d answers for the %d puzzles of %s", p.answers.name, answers, puzzles, p.puzzles.name)
}

// rest counts the puzzles that are left, up to an error.
func (s *source) rest() (n int) {
	var memory solvers.Grid
	for {
		var err error
		if memory, _, err = s.reader.NextPuzzle(memory); err != nil {
			return n
		}
		n++
	}
}

// Close closes the files.
func (p *Parts) Close() error {
	err := p.puzzles.file.Close()
	if p.answers != nil {
		if e := p.answers.file.Close(); err == nil {
			err = e
		}
	}
	return err
}
