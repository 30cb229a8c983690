package generate

import (
	"context"
	"errors"
	"fmt"

	"gridjudge/solvers"
)

// worker makes puzzles, one after another, in one goroutine.
type worker struct {
	*digger
	request *Request
	provers []solvers.Solver
	made    map[string]solvers.Solver
	target  solvers.Solver // whose nodes a climb raises
}

func newWorker(r *Request) (*worker, error) {
	w := &worker{digger: newDigger(r.Size), request: r, made: map[string]solvers.Solver{}}
	for _, spec := range r.Provers {
		if !spec.Takes(r.Size) {
			return nil, fmt.Errorf("%s cannot prove: it does not solve size %d", spec.Name, r.Size)
		}
		w.provers = append(w.provers, spec.New(r.Size))
	}
	if len(w.provers) == 0 {
		return nil, fmt.Errorf("no contestant for the second proof: name one")
	}
	var err error
	switch {
	case r.HardFor != nil:
		w.target = r.HardFor.New(r.Size)
	case r.Tier != nil && r.Tier.Climb:
		w.target, err = w.lookup(r.Tier.Costs[0].Contestant)
	}
	if err != nil {
		return nil, err
	}
	if r.Tier != nil {
		for _, c := range r.Tier.Costs {
			if _, err := w.lookup(c.Contestant); err != nil {
				return nil, err
			}
		}
	}
	return w, nil
}

// lookup returns the contestant of a name, made at first use.
func (w *worker) lookup(name string) (solvers.Solver, error) {
	if s, ok := w.made[name]; ok {
		return s, nil
	}
	for i := range w.request.Contestants {
		if spec := &w.request.Contestants[i]; spec.Name == name && spec.Takes(w.geometry.size) {
			w.made[name] = spec.New(w.geometry.size)
			return w.made[name], nil
		}
	}
	return nil, fmt.Errorf("the tier is defined by the nodes of %s, which is not a contestant of size %d", name, w.geometry.size)
}

// puzzle makes the i-th puzzle of the request.
func (w *worker) puzzle(ctx context.Context, i int) outcome {
	random := newStream(w.request.Seed, i)
	for range w.request.attempts() {
		if err := ctx.Err(); err != nil {
			return outcome{index: i, err: err}
		}
		p, ok := w.attempt(ctx, random, i)
		if err := ctx.Err(); err != nil {
			return outcome{index: i, err: err} // a climb may have been cut short
		}
		if !ok {
			continue
		}
		ok, err := w.certify(&p, w.limit())
		if errors.Is(err, errUnproven) {
			return outcome{index: i}
		}
		if err != nil {
			return outcome{index: i, err: err}
		}
		if !ok || !w.accepts(&p) {
			continue
		}
		return outcome{index: i, puzzle: p, found: true}
	}
	return outcome{index: i}
}

// limit returns the number of solutions at which counting ends.
func (w *worker) limit() int {
	s := w.request.Solutions
	switch {
	case s == nil:
		return 2
	case *s == Many:
		return ManyAtLeast
	}
	return *s + 1
}

// accepts reports whether a certified puzzle has the number of solutions wanted.
func (w *worker) accepts(p *Puzzle) bool {
	s := w.request.Solutions
	switch {
	case s == nil:
		return p.Solutions == 1
	case *s == Many:
		p.AtLeast = true
		return p.Solutions == ManyAtLeast
	}
	return p.Solutions == *s
}

// attempt makes one puzzle of the kind wanted. It reports false if it fails.
func (w *worker) attempt(ctx context.Context, random *stream, i int) (p Puzzle, ok bool) {
	r := w.request
	switch {
	case r.Givens > 0:
		p.Puzzle, p.Answer, ok = w.between(ctx, random, r.Givens, r.Givens)
		ok = ok && p.Puzzle.Givens() == r.Givens
	case r.Minimal:
		p.Puzzle, p.Answer, ok = w.minimal(ctx, random)
	case r.Tier != nil:
		p, ok = w.ofTier(ctx, random, r.Tier)
	case r.HardFor != nil:
		p, ok = w.climb(ctx, random, r.Enough)
	case *r.Solutions == 0:
		p.Puzzle, ok = w.unsolvable(ctx, random, i)
		p.Answer = p.Puzzle
	default:
		p.Puzzle, ok = w.ambiguous(ctx, random, *r.Solutions)
	}
	return p, ok
}

// descendRounds bounds the exchanges tried on a grid that one pass of digging
// leaves with too many givens.
const descendRounds = 150

// between makes a puzzle with one solution and a random number of givens from
// least to most, or with more if it fails to remove enough. It reports false if
// ctx has ended.
func (w *worker) between(ctx context.Context, random *stream, least, most int) (puzzle, answer solvers.Grid, ok bool) {
	keep := least + random.intN(most-least+1)
	if puzzle, answer, ok = w.withGivens(ctx, random, keep); !ok {
		return nil, nil, false
	}
	w.descend(random, puzzle, answer, keep, descendRounds)
	for missing := least - puzzle.Givens(); missing > 0; {
		if cell := random.intN(w.geometry.cells); puzzle[cell] == 0 {
			puzzle[cell] = answer[cell]
			missing--
		}
	}
	return puzzle, answer, true
}

// ofTier makes a puzzle of a tier.
func (w *worker) ofTier(ctx context.Context, random *stream, t *Tier) (p Puzzle, ok bool) {
	switch {
	case t.Climb:
		p, ok = w.climb(ctx, random, t.Costs[0].Least)
	case t.Givens[0] > 0:
		p.Puzzle, p.Answer, ok = w.between(ctx, random, t.Givens[0], t.Givens[1])
	default:
		p.Puzzle, p.Answer, ok = w.minimal(ctx, random)
	}
	return p, ok && t.Fits(p.Puzzle, w.lookup) == nil
}
