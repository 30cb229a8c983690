package generate

import (
	"errors"
	"fmt"
	"slices"

	"gridjudge/solvers"
)

// countBudget is the maximum number of conflicts per solution when the generator's
// prover counts.
const countBudget = 200_000

// count counts the solutions of a puzzle up to a limit and returns the first. It
// reports false if the budget ran out.
func (d *digger) count(puzzle solvers.Grid, limit int) (n int, first solvers.Grid, ok bool) {
	d.prover.load(puzzle)
	solution := solvers.NewGrid(d.geometry.size)
	for n < limit {
		switch d.prover.search(countBudget) {
		case unsatisfiable:
			return n, first, true
		case unknown:
			return n, first, false
		}
		d.prover.assigned.read(solution)
		if n == 0 {
			first = slices.Clone(solution)
		}
		n++
		d.prover.block(solution)
	}
	return n, first, true
}

// errUnproven says that no contestant gave the second proof within its budget.
// The puzzle then counts as not found and is not replaced. Otherwise a contestant
// that is improved, and proves more puzzles, would change the bytes of a set.
var errUnproven = errors.New("no second proof")

// certify counts the solutions of a puzzle up to limit, by the generator's prover
// and by a contestant, and completes p: count, answer, name of the contestant.
// It reports false if the generator's prover runs out of its budget. The error is
// errUnproven if every contestant runs out of its budget, and another error if the
// two proofs differ.
func (w *worker) certify(p *Puzzle, limit int) (bool, error) {
	n, first, ok := w.count(p.Puzzle, limit)
	if !ok {
		return false, nil
	}
	if first == nil {
		first = slices.Clone(p.Puzzle)
	} else if err := solvers.Check(p.Puzzle, first); err != nil {
		return false, fmt.Errorf("the generator's prover gave a wrong answer to %v: %w", p.Puzzle, err)
	}
	var second solvers.Result
	for i, s := range w.provers {
		s.Solve(p.Puzzle, solvers.Limits{Solutions: uint64(limit), Nodes: w.request.proofNodes()}, &second)
		if second.Stopped != solvers.Finished {
			continue
		}
		name := w.request.Provers[i].Name
		if second.Solutions != uint64(n) || n == 1 && !slices.Equal(second.First, first) {
			return false, fmt.Errorf("two proofs differ on %v: the generator counts %d solutions, %s %d", p.Puzzle, n, name, second.Solutions)
		}
		if n == 1 && p.Answer != nil && !slices.Equal(first, p.Answer) {
			return false, fmt.Errorf("%v was made from another solution than the one that is proven", p.Puzzle)
		}
		p.Answer, p.Solutions, p.Prover = first, n, name
		return true, nil
	}
	return false, errUnproven
}
