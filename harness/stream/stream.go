package stream

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"gridjudge/corpus"
	"gridjudge/harness/input"
	"gridjudge/solvers"
)

// batchSize is the largest number of puzzles that a BatchSolver sees at once.
const batchSize = 4096

// ErrInterrupted is what Run returns when its context ends. What was solved is
// written.
var ErrInterrupted = errors.New("interrupted: what was solved is written")

// InputError is an error in the puzzles. What comes before it is solved.
type InputError struct{ Err error }

func (e *InputError) Error() string { return e.Err.Error() }
func (e *InputError) Unwrap() error { return e.Err }

// PanicError is a panic of the solver.
type PanicError struct {
	Solver string
	Where  string // FILE:LINE of the puzzle
	Value  any
}

func (e *PanicError) Error() string {
	return fmt.Sprintf("%s panicked on the puzzle at %s: %v", e.Solver, e.Where, e.Value)
}

// Options say what a Stream reads and writes.
type Options struct {
	Spec      *solvers.Spec
	Problem   *corpus.Problem
	Solutions int // count up to this many
	In        *input.Reader
	Name      string // of In, in messages
	Out       io.Writer
	Stats     io.Writer // nil: none

	// Unsolvable is told the line of each puzzle that has no solution.
	Unsolvable func(line int)
}

// Stream is one pass over the input.
type Stream struct {
	options Options
	solver  solvers.Solver
	limits  solvers.Limits
	cancel  atomic.Bool
	failed  error // to write, when the reader asked for more input

	reader *corpus.Reader
	writer *corpus.Writer
	stats  *statsWriter

	cases   []corpus.Case
	puzzles []solvers.Grid
	results []solvers.Result
	isBatch bool
}

// New makes a Stream.
func New(o Options) *Stream {
	s := &Stream{options: o, solver: o.Spec.New(o.Problem.Size), writer: o.Problem.NewWriter(o.Out)}
	s.limits = solvers.Limits{Solutions: o.Solutions, Cancel: &s.cancel}
	s.reader = corpus.NewReader(s.input(), o.Name, o.Problem)
	_, s.isBatch = s.solver.(solvers.BatchSolver)
	size := 1
	if s.isBatch {
		size = batchSize
	}
	s.cases = make([]corpus.Case, 0, size)
	s.puzzles = make([]solvers.Grid, 0, size)
	s.results = make([]solvers.Result, size)
	if o.Stats != nil {
		s.stats = newStatsWriter(o.Stats, !s.isBatch)
	}
	return s
}

// Run solves to the end of the input, or until ctx ends. In must be bound to ctx: then
// Run returns although it waits for input.
func (s *Stream) Run(ctx context.Context) error {
	stop := context.AfterFunc(ctx, func() { s.cancel.Store(true) })
	defer stop()
	return s.run(ctx)
}

// input is the reader of puzzles. Nobody waits at the other end of a regular file.
func (s *Stream) input() io.Reader {
	if s.options.In.Waits() {
		return flushingReader{s}
	}
	return s.options.In
}

// flushingReader writes out all answers before it reads on.
type flushingReader struct{ s *Stream }

func (r flushingReader) Read(p []byte) (int, error) {
	s := r.s
	if s.failed = s.flush(); s.failed != nil {
		return 0, s.failed
	}
	return s.options.In.Read(p)
}

// run solves to the end of the input. Whatever ends it, what was solved before is
// written.
func (s *Stream) run(ctx context.Context) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &PanicError{s.options.Spec.Name, fmt.Sprintf("%s:%d", s.options.Name, s.cases[0].Line), v}
		}
		if e := s.writer.Close(); e != nil && err == nil {
			err = fmt.Errorf("cannot write the answers: %w", e)
		}
		if e := s.stats.flush(); e != nil && err == nil {
			err = e
		}
	}()
	for {
		c, err := s.reader.Next()
		if err != nil {
			if s.failed != nil {
				// The reader's error is the failure to write answers.
				return s.failed
			}
			if ctx.Err() != nil {
				return ErrInterrupted
			}
			if e := s.answer(); e != nil {
				return e
			}
			if err == io.EOF {
				return nil
			}
			return &InputError{err}
		}
		s.cases = append(s.cases, c)
		s.puzzles = append(s.puzzles, c.Puzzle)
		if len(s.cases) == cap(s.cases) {
			if err := s.answer(); err != nil {
				return err
			}
		}
	}
}

// flush solves the puzzles that were read and writes everything out.
func (s *Stream) flush() error {
	if err := s.answer(); err != nil {
		return err
	}
	if err := s.writer.Flush(); err != nil {
		return fmt.Errorf("cannot write the answers: %w", err)
	}
	return s.stats.flush()
}

// answer solves the puzzles that were read and writes their answers.
func (s *Stream) answer() error {
	if len(s.cases) == 0 {
		return nil
	}
	results := s.results[:len(s.cases)]
	var start time.Time
	if s.stats != nil {
		start = time.Now()
	}
	solvers.SolveAll(s.solver, s.puzzles, s.limits, results)
	if s.stats != nil {
		s.stats.add(results, time.Since(start))
	}
	for i := range results {
		if results[i].Stopped == solvers.Cancelled {
			return ErrInterrupted
		}
		grid := results[i].First
		if results[i].Solutions == 0 {
			grid = s.cases[i].Puzzle
			s.options.Unsolvable(s.cases[i].Line)
		}
		if err := s.writer.Write(grid); err != nil {
			return fmt.Errorf("cannot write the answers: %w", err)
		}
	}
	for _, p := range s.puzzles {
		s.reader.Recycle(p)
	}
	s.cases, s.puzzles = s.cases[:0], s.puzzles[:0]
	return nil
}
