package generate

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
)

// ahead is how many puzzles per job may be made while an earlier puzzle is not yet ready.
const ahead = 64

// Run makes the puzzles of a request. It passes each of them to emit, in order and from a single goroutine.
//
// Run may pass fewer puzzles than requested, for two reasons:
//   - If ctx ends, Run stops and returns the error of ctx. The puzzles passed so far are then the first ones of the
//     request.
//   - If Run does not find some puzzle within the number of attempts, it leaves this puzzle out, still passes all
//     others to emit, and returns an error that wraps ErrBudget.
func Run(ctx context.Context, r *Request, emit func(Puzzle) error) error {
	if err := r.Check(); err != nil {
		return err
	}
	jobs := min(max(r.Jobs, 1), r.Count)
	var group sync.WaitGroup
	defer group.Wait()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var cancelled atomic.Bool // polled by the contestants
	context.AfterFunc(ctx, func() { cancelled.Store(true) })
	idle := make(chan maker, jobs)
	for range jobs {
		if r.Matrices != nil {
			idle <- r.coverMaker(&cancelled)
		} else {
			idle <- newWorker(r, &cancelled).puzzle
		}
	}
	ordered := make(chan chan outcome, ahead*jobs) // a channel for each puzzle, in order, on which it will arrive
	group.Go(func() {
		defer close(ordered)
		for i := r.From; i < r.From+r.Count; i++ {
			made := make(chan outcome, 1)
			select {
			case ordered <- made:
			case <-ctx.Done():
				return
			}
			puzzle := <-idle // if the run is cancelled, the makers soon become idle
			group.Go(func() {
				made <- puzzle(i)
				idle <- puzzle
			})
		}
	})
	missing := 0
	for made := range ordered {
		o := <-made
		switch {
		case ctx.Err() != nil:
			return ctx.Err() // the search may have been cut short
		case o.err != nil:
			return o.err
		case o.Case == nil:
			missing++
		default:
			if err := emit(o.Puzzle); err != nil {
				return err
			}
		}
	}
	if ctx.Err() == nil && missing > 0 {
		return fmt.Errorf("%w: %d of %d puzzles not found within %d attempts each", ErrBudget, missing, r.Count, r.attempts())
	}
	return ctx.Err()
}

// maker makes the i-th puzzle of a request. It is called from one goroutine at a time. If it was
// cancelled, its result must be ignored.
type maker func(i int) outcome

// outcome is the result of making one puzzle of a request. It has no case if none was found.
type outcome struct {
	Puzzle
	err error
}
