package generate

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
)

// Run makes the puzzles of a request and passes them to emit in order, from one
// goroutine. When ctx ends it stops with ctx's error; the puzzles passed so far
// are the first ones of the request. The error is ErrBudget, wrapped, if some
// puzzle was not found within the attempts; all others have been passed to emit.
func Run(ctx context.Context, r *Request, emit func(Puzzle) error) error {
	if err := r.Check(); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var cancelled atomic.Bool // what the contestants poll
	defer context.AfterFunc(ctx, func() { cancelled.Store(true) })()
	numbers := r.numbers()
	workers := make([]*worker, min(max(r.Jobs, 1), len(numbers)))
	for i := range workers {
		var err error
		if workers[i], err = newWorker(r, &cancelled); err != nil {
			return err // before any goroutine waits for work
		}
	}
	indices := make(chan int)
	done := make(chan outcome)
	var group sync.WaitGroup
	for _, w := range workers {
		group.Go(func() {
			for i := range indices {
				o := w.puzzle(ctx, i)
				select {
				case done <- o:
				case <-ctx.Done():
					return
				}
			}
		})
	}
	go func() {
		defer close(indices)
		for _, i := range numbers {
			select {
			case indices <- i:
			case <-ctx.Done():
				return
			}
		}
	}()
	err := merge(ctx, r, numbers, done, emit)
	cancel()
	group.Wait()
	return err
}

// outcome is the result of making one puzzle of a request.
type outcome struct {
	index  int
	puzzle Puzzle
	found  bool
	err    error
}

// merge passes puzzles to emit in the order of their numbers.
func merge(ctx context.Context, r *Request, numbers []int, done <-chan outcome, emit func(Puzzle) error) error {
	waiting := map[int]outcome{} // looked up by number, never iterated
	missing := 0
	for next := 0; next < len(numbers); {
		o, ok := waiting[numbers[next]]
		if !ok {
			select {
			case o = <-done:
				waiting[o.index] = o
			case <-ctx.Done():
				return ctx.Err()
			}
			continue
		}
		delete(waiting, o.index)
		next++
		switch {
		case o.err != nil:
			return o.err
		case !o.found:
			missing++
		default:
			o.puzzle.Index = o.index
			if err := emit(o.puzzle); err != nil {
				return err
			}
		}
	}
	if missing > 0 {
		return fmt.Errorf("%w: %d of %d puzzles not found within %d attempts each", ErrBudget, missing, len(numbers), r.attempts())
	}
	return nil
}

// numbers lists the puzzles to make.
func (r *Request) numbers() (numbers []int) {
	for i := r.From; i < r.From+r.Count; i++ {
		numbers = append(numbers, i)
	}
	return numbers
}
