package testset

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"gridjudge/corpus"
	"gridjudge/corpus/cases"
	"gridjudge/corpus/grids"
	"gridjudge/harness/input"
	"gridjudge/solvers"
)

// file is a file of the user's that is being read, with the file of its answers.
type file struct {
	puzzles *source
	answers *source // nil: none
	first   corpus.Case
	read    bool // the file can be read once
}

// source is an open file of puzzles or of answers.
type source struct {
	name   string
	file   *input.Reader
	reader *corpus.Reader
}

// AnswerError is an error in the file of answers. The cases must not be judged then.
type AnswerError struct{ Err error }

func (e *AnswerError) Error() string { return e.Err.Error() }
func (e *AnswerError) Unwrap() error { return e.Err }

// open opens a file of the user's and reads its first case, which decides the problem.
func (s *Selection) open(ctx context.Context, name string) (*TestSet, error) {
	var p *corpus.Problem
	if s.Problem != "" {
		var err error
		if p, err = corpus.LookupProblem(s.Problem); err != nil {
			return nil, err
		}
	}
	puzzles, err := openSource(ctx, name, p, s.Stdin)
	if err != nil {
		return nil, err
	}
	f := &file{puzzles: puzzles}
	err = puzzles.reader.Read(&f.first)
	switch {
	case ctx.Err() != nil:
		return nil, errors.Join(ctx.Err(), f.close())
	case err == io.EOF:
		return nil, errors.Join(fmt.Errorf("%s: the file has no puzzle", puzzles.name), f.close())
	case err != nil:
		return nil, errors.Join(err, f.close())
	}
	p = puzzles.reader.Problem()
	set := &TestSet{Name: p.Name + "/" + oneField(filepath.Base(strings.Trim(puzzles.name, "<>"))), Problem: p, File: puzzles.name, Named: true, file: f}
	if s.Answers == "" {
		return set, nil
	}
	if f.answers, err = openSource(ctx, s.Answers, p, s.Stdin); err != nil {
		return nil, errors.Join(err, f.close())
	}
	if s.Answers != "-" {
		set.Answers, err = filepath.Abs(s.Answers)
	}
	return set, err
}

func openSource(ctx context.Context, name string, p *corpus.Problem, stdin io.Reader) (*source, error) {
	f, err := input.Open(ctx, name, stdin)
	if err != nil {
		return nil, err
	}
	name = input.Name(name)
	return &source{name, f, corpus.NewReader(f, name, p)}, nil
}

// close closes the files.
func (f *file) close() error {
	err := f.puzzles.file.Close()
	if f.answers != nil {
		err = errors.Join(err, f.answers.file.Close())
	}
	return err
}

// errReadTwice is an error of this program: a file was asked for its cases again.
var errReadTwice = errors.New("the file was read already")

// blocks passes the cases of the file to yield, and sets the digest of the set at their end.
func (f *file) blocks(ctx context.Context, set *TestSet, yield func(cases.Cases, error) bool) {
	if f.read {
		yield(nil, errReadTwice)
		return
	}
	f.read = true
	defer f.close()
	hash := sha256.New()
	defer func() { set.digest = "sha256:" + hex.EncodeToString(hash.Sum(nil)) }()
	memory := make([]corpus.Case, BlockSize)
	var answers []solvers.Grid
	if f.answers != nil {
		answers = make([]solvers.Grid, BlockSize)
	}
	memory[0] = f.first
	begun := 1 // the first case is read
	for before := 0; ; {
		n, err := f.fill(set, memory, answers, begun, before)
		begun, before = 0, before+n
		if n > 0 {
			block := &grids.List{Problem: set.Problem, Cases: memory[:n]}
			block.Digest(hash)
			if !yield(block, nil) {
				return
			}
		}
		switch {
		case err == io.EOF:
			return
		case err != nil:
			yield(nil, cmpContext(ctx, err))
			return
		}
	}
}

// cmpContext returns the error of the context if it has ended: the reader's error is the interrupt then.
func cmpContext(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// fill reads cases and their answers, up to an error. The first begun cases are read; before is the number of cases in
// earlier blocks.
func (f *file) fill(set *TestSet, memory []corpus.Case, answers []solvers.Grid, begun, before int) (int, error) {
	for n := range memory {
		if n >= begun {
			switch err := f.puzzles.reader.Read(&memory[n]); {
			case err == io.EOF && f.answers != nil:
				if wrong := f.noMoreAnswers(before + n); wrong != nil {
					err = &AnswerError{wrong}
				}
				return n, err
			case err != nil:
				return n, err
			}
		}
		if err := f.answer(&memory[n], answers, n, before+n+1); err != nil {
			return n, &AnswerError{err}
		}
	}
	return len(memory), nil
}

// answer reads and checks the answer to a case.
func (f *file) answer(c *corpus.Case, memory []solvers.Grid, n, number int) error {
	name, line := f.puzzles.name, c.Line
	if f.answers != nil {
		var err error
		memory[n], line, err = f.answers.reader.NextPuzzle(memory[n])
		switch {
		case err == io.EOF:
			return f.mismatch(number-1, number+f.puzzles.rest())
		case err != nil:
			return err
		}
		name, c.Answer = f.answers.name, memory[n]
	}
	// A copy of the puzzle says that there is no solution.
	if c.Answer == nil || slices.Equal(c.Answer, c.Puzzle) {
		return nil
	}
	if err := solvers.Check(c.Puzzle, c.Answer); err != nil {
		return fmt.Errorf("%s:%d: answer %d does not solve its puzzle, %s:%d: %w", name, line, number, f.puzzles.name, c.Line, err)
	}
	return nil
}

// noMoreAnswers returns an error if there are more answers than cases.
func (f *file) noMoreAnswers(puzzles int) error {
	_, _, err := f.answers.reader.NextPuzzle(nil)
	switch err {
	case io.EOF:
		return nil
	case nil:
		return f.mismatch(puzzles+1+f.answers.rest(), puzzles)
	}
	return err
}

func (f *file) mismatch(answers, puzzles int) error {
	return fmt.Errorf("%s has %d answers for the %d puzzles of %s", f.answers.name, answers, puzzles, f.puzzles.name)
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

// oneField replaces characters that would end or divide the name of a benchmark.
func oneField(name string) string {
	return strings.Map(func(r rune) rune {
		if r <= ' ' || unicode.IsSpace(r) || r == '/' || r == '=' {
			return '_'
		}
		return r
	}, name)
}
