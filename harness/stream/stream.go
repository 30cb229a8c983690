package stream

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"gridjudge/corpus/grids"
	"gridjudge/harness/input"
	"gridjudge/solvers"
)

// ErrInterrupted is the error of Run if its context ends. The answers to all puzzles
// solved before are written.
var ErrInterrupted = errors.New("interrupted: what was solved is written")

// InputError is an error in the puzzles. The puzzles before it are solved.
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
	Format    *grids.Format
	Solutions int // count up to this many
	Jobs      int // solve on this many threads; 0 means 1
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
	source  *source
	answers *answers
}

// New makes a Stream.
func New(o Options) *Stream {
	s := &Stream{options: o, solver: o.Spec.New(o.Format.Size)}
	s.answers = newAnswers(&s.options)
	s.limits = solvers.Limits{Solutions: uint64(max(o.Solutions, 0)), Cancel: &s.cancel}
	s.source = newSource(&s.options)
	return s
}

// Run solves puzzles until the input ends or ctx ends. Options.In must have been opened
// with ctx: the end of ctx then also ends a read that waits for input. Before Run returns
// an error, it writes the answers to the puzzles before the error.
func (s *Stream) Run(ctx context.Context) error {
	stop := context.AfterFunc(ctx, func() { s.cancel.Store(true) })
	defer stop()
	err := s.run()
	if e := s.answers.close(); e != nil && err == nil {
		err = e
	}
	if ctx.Err() != nil {
		if _, ok := err.(*InputError); ok {
			// The reader's error is the interrupt.
			err = ErrInterrupted
		}
	}
	return err
}

// fewAlone is how many puzzles one thread reads, solves and writes in turn. Their memory
// stays in the cache, and no word of an answer is read right after its bytes are written.
const fewAlone = 16

func (s *Stream) run() error {
	if s.options.Jobs > 1 {
		return s.parallel()
	}
	b := s.newBatch(fewAlone)
	b.size = b.room
	return s.source.read(b, func(b *batch, waits bool) (*batch, error) {
		b.solve(s.solver, s.limits)
		err := s.answers.write(b)
		if err == nil && waits {
			err = s.answers.flush()
		}
		return b, err
	})
}

// newBatch makes an empty batch. One for a BatchSolver is large, the others have room
// for the given number of puzzles.
func (s *Stream) newBatch(room int) *batch {
	_, whole := s.solver.(solvers.BatchSolver)
	if whole {
		room = batchSize
	}
	size := s.options.Format.Size
	b := newBatch(room, size*size)
	b.whole = whole
	b.size = 1
	if whole {
		b.size = room
	}
	if s.options.Stats != nil && !whole {
		b.times = make([]time.Duration, room)
	}
	return b
}
