package generate

import (
	"fmt"
	"slices"
	"sync/atomic"

	"gridjudge/corpus/grids"
	"gridjudge/solvers"
)

// worker makes puzzles one after another, in one goroutine.
type worker struct {
	digger
	request *Request
	provers [2]solvers.Solver
	target  solvers.Solver // the contestant whose nodes a climb raises
}

func newWorker(r *Request, cancel *atomic.Bool) *worker {
	w := &worker{request: r}
	for i, spec := range r.Provers {
		w.provers[i] = spec.New(r.Size)
	}
	w.digger = digger{size: r.Size, cells: r.Size * r.Size, dlx: r.DLX.New(r.Size), solver: w.provers[0], cancel: cancel}
	w.target = w.dlx
	if r.HardFor != nil {
		w.target = r.HardFor.New(r.Size)
	}
	return w
}

// puzzle makes the i-th puzzle of the request.
func (w *worker) puzzle(i int) outcome {
	random := newStream(w.request.Seed, i)
	for n := 0; n < w.request.attempts() && !w.cancel.Load(); n++ {
		if p := w.attempt(random, i); p.puzzle != nil {
			return w.certify(p)
		}
	}
	return outcome{}
}

// certify has every prover count the solutions of a puzzle. It returns an error if the number is not
// the one that was requested, or if the answer is wrong.
func (w *worker) certify(p candidate) outcome {
	if p.answer != nil {
		if err := solvers.Check(p.puzzle, p.answer); err != nil {
			return outcome{err: fmt.Errorf("the answer of %v is wrong: %w", p.puzzle, err)}
		}
	}
	wanted := w.request.wanted()
	var r solvers.Result
	for i, s := range w.provers {
		s.Solve(p.puzzle, solvers.Limits{Solutions: w.request.limit(), Cancel: w.cancel}, &r)
		if r.Solutions != wanted.N || r.Solutions == 1 && !slices.Equal(r.First, p.answer) {
			return outcome{err: fmt.Errorf("two proofs differ on %v: %s counts %d solutions and finds %v, but there are %d, among them %v",
				p.puzzle, w.request.Provers[i].Name, r.Solutions, r.First, wanted.N, p.answer)}
		}
	}
	proven := grids.Case{Puzzle: p.puzzle, Answer: p.answer, Solutions: wanted}
	return outcome{Puzzle: Puzzle{Case: &grids.List{Cases: []grids.Case{proven}}, Answer: p.answer, Nodes: p.nodes}}
}

// candidate is a puzzle that has not been proven yet.
type candidate struct {
	puzzle, answer solvers.Grid // puzzle is nil if none was found; answer is nil if there is none
	nodes          uint64       // only known if a climb led to the puzzle
}

// attempt tries to make a puzzle of the wanted kind. It returns a zero candidate if it fails.
func (w *worker) attempt(random *stream, i int) (p candidate) {
	r := w.request
	switch {
	case r.Givens > 0:
		p.puzzle, p.answer = w.between(random, r.Givens, r.Givens)
		if p.puzzle.Givens() != r.Givens {
			return candidate{}
		}
	case r.Minimal:
		p.puzzle, p.answer = w.withGivens(random, 0)
	case r.Tier != nil:
		p = w.ofTier(random, r.Tier)
	case r.HardFor != nil:
		p = w.climb(random, climbCap(w.size))
	case r.Solutions.N == 0:
		p.puzzle = w.unsolvable(random, i)
	default:
		p.puzzle, p.answer = w.ambiguous(random, r.Solutions.N)
	}
	return p
}

// descendRounds is how many exchanges are tried on a grid in which one pass of digging has left too
// many givens.
const descendRounds = 150

// between makes a puzzle with one solution and a random number of givens from least to most. If it
// cannot remove enough, the puzzle has more. between returns nil if the run is cancelled.
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

// ofTier makes a puzzle of a tier. It returns a zero candidate if the puzzle does not belong to the
// tier.
func (w *worker) ofTier(random *stream, t *Tier) (p candidate) {
	switch {
	case t.Climb:
		p = w.climb(random, t.Nodes[0])
	case t.Givens[0] > 0:
		p.puzzle, p.answer = w.between(random, t.Givens[0], t.Givens[1])
	default:
		p.puzzle, p.answer = w.withGivens(random, 0)
	}
	if p.puzzle == nil || !t.Fits(p.puzzle, w.dlx) {
		return candidate{}
	}
	return p
}
