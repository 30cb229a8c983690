package generate

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"

	"gridjudge/solvers"
)

// worker makes puzzles, one after another, in one goroutine.
type worker struct {
	digger
	request *Request
	provers [2]solvers.Solver
	target  solvers.Solver // whose nodes a climb raises
}

// newWorker makes a worker. cancel ends its searches.
func newWorker(r *Request, cancel *atomic.Bool) *worker {
	w := &worker{request: r}
	for i, spec := range r.Provers {
		w.provers[i] = spec.New(r.Size)
	}
	fill := &filler{size: r.Size, box: solvers.Box(r.Size), solver: r.DLX.New(r.Size)}
	w.digger = digger{size: r.Size, cells: r.Size * r.Size, filler: fill, solver: w.provers[0], cancel: cancel}
	w.target = fill.solver
	if r.HardFor != nil {
		w.target = r.HardFor.New(r.Size)
	}
	return w
}

// puzzle makes the i-th puzzle of the request.
func (w *worker) puzzle(ctx context.Context, i int) outcome {
	random := newStream(w.request.Seed, i)
	for range w.request.attempts() {
		p := w.attempt(random, i)
		if p.Puzzle != nil {
			err := w.certify(&p)
			if ctx.Err() == nil {
				return outcome{p, err}
			}
		}
		if err := ctx.Err(); err != nil {
			return outcome{err: err} // a search was cut short
		}
	}
	return outcome{}
}

// certify has every prover count the solutions of a puzzle and completes p. The error
// says that the number is not that of the request, or that the answer is wrong.
func (w *worker) certify(p *Puzzle) error {
	if p.Answer != nil {
		if err := solvers.Check(p.Puzzle, p.Answer); err != nil {
			return fmt.Errorf("the answer of %v is wrong: %w", p.Puzzle, err)
		}
	}
	p.Solutions = w.request.wanted()
	var r solvers.Result
	for i, s := range w.provers {
		s.Solve(p.Puzzle, solvers.Limits{Solutions: uint64(w.request.limit()), Cancel: w.cancel}, &r)
		if int(r.Solutions) != p.Solutions.N || r.Solutions == 1 && !slices.Equal(r.First, p.Answer) {
			return fmt.Errorf("two proofs differ on %v: %s counts %d solutions and finds %v, but there are %d, among them %v",
				p.Puzzle, w.request.Provers[i].Name, r.Solutions, r.First, p.Solutions.N, p.Answer)
		}
	}
	return nil
}

// attempt makes one puzzle of the kind wanted. It returns a zero Puzzle if it fails.
func (w *worker) attempt(random *stream, i int) (p Puzzle) {
	r := w.request
	switch {
	case r.Givens > 0:
		p.Puzzle, p.Answer = w.between(random, r.Givens, r.Givens)
		if p.Puzzle.Givens() != r.Givens {
			return Puzzle{}
		}
	case r.Minimal:
		p.Puzzle, p.Answer = w.withGivens(random, 0)
	case r.Tier != nil:
		p = w.ofTier(random, r.Tier)
	case r.HardFor != nil:
		p = w.climb(random, 0)
	case r.Solutions.N == 0:
		p.Puzzle = w.unsolvable(random, i)
	default:
		p.Puzzle, p.Answer = w.ambiguous(random, r.Solutions.N)
	}
	return p
}

// descendRounds bounds the exchanges tried on a grid that one pass of digging
// leaves with too many givens.
const descendRounds = 150

// between makes a puzzle with one solution and a random number of givens from
// least to most, or with more if it fails to remove enough. It returns nil if the run
// is cancelled.
func (w *worker) between(random *stream, least, most int) (puzzle, answer solvers.Grid) {
	keep := least + random.intN(most-least+1)
	if puzzle, answer = w.withGivens(random, keep); puzzle == nil {
		return nil, nil
	}
	w.descend(random, puzzle, answer, keep, descendRounds)
	for missing := least - puzzle.Givens(); missing > 0; {
		if cell := random.intN(w.cells); puzzle[cell] == 0 {
			puzzle[cell] = answer[cell]
			missing--
		}
	}
	return puzzle, answer
}

// ofTier makes a puzzle of a tier. It returns a zero Puzzle if the puzzle that it made
// is not of the tier.
func (w *worker) ofTier(random *stream, t *Tier) (p Puzzle) {
	switch {
	case t.Climb:
		p = w.climb(random, t.Nodes[0])
	case t.Givens[0] > 0:
		p.Puzzle, p.Answer = w.between(random, t.Givens[0], t.Givens[1])
	default:
		p.Puzzle, p.Answer = w.withGivens(random, 0)
	}
	if p.Puzzle == nil || !t.Fits(p.Puzzle, w.filler.solver) {
		return Puzzle{}
	}
	return p
}
