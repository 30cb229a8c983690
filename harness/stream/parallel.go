package stream

import (
	"errors"
	"time"

	"gridjudge/solvers"
)

// A batch for one of several threads takes long enough to make handing it over cheap,
// and ends soon enough for all threads to end together.
const (
	batchTime = time.Millisecond
	mostSmall = 256 // puzzles
)

// errNotWritten ends the reading if the answers cannot be written.
var errNotWritten = errors.New("the answers are not written")

// parallel solves on several threads. One goroutine reads batches, others solve them,
// and this one writes them in the order of the input.
func (s *Stream) parallel() error {
	batches := 2*s.options.Jobs + 1
	free, unsolved, ordered := make(chan *batch, batches), make(chan *batch, batches), make(chan *batch, batches)
	quit := make(chan struct{})
	defer close(quit)
	for range s.options.Jobs {
		go solve(s.options.Spec.New(s.options.Format.Size), s.limits, unsolved)
	}
	for range batches - 1 {
		free <- s.newBatch(mostSmall)
	}
	var failed error
	go func() {
		defer close(ordered)
		defer close(unsolved)
		failed = s.source.read(s.newBatch(mostSmall), func(b *batch, waits bool) (*batch, error) {
			b.flush = waits
			ordered <- b
			unsolved <- b
			select {
			case next := <-free:
				next.resize()
				return next, nil
			case <-quit:
				return nil, errNotWritten
			}
		})
	}()
	for b := range ordered {
		<-b.done
		err := s.answers.write(b)
		if err == nil && b.flush {
			err = s.answers.flush()
		}
		if err != nil {
			return err // a goroutine that waits for input ends with the program
		}
		free <- b
	}
	return failed
}

// solve solves batches until there are no more.
func solve(solver solvers.Solver, limits solvers.Limits, unsolved <-chan *batch) {
	for b := range unsolved {
		start := time.Now()
		b.solve(solver, limits)
		b.elapsed = time.Since(start)
		b.done <- struct{}{}
	}
}

// resize makes the next puzzles of a batch as many as take batchTime, as the last ones
// did. A BatchSolver gets as many as there is memory for.
func (b *batch) resize() {
	if n := len(b.puzzles); n > 0 && !b.whole {
		b.size = int(min(max(batchTime*time.Duration(n)/max(b.elapsed, 1), 1), time.Duration(b.room)))
	}
}
