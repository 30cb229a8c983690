package generate

import (
	"context"
	"fmt"
	"slices"

	"gridjudge/solvers"
)

// runExhaustive hands every 4x4 puzzle of five shapes to emit. Their numbers of
// solutions follow by symmetry from the 288 full grids: the empty grid has 288,
// each of the 64 puzzles with one given 288/4 = 72, of the 24 with the first row
// 288/24 = 12, of the 24 with the first box 12, of the 288 full ones 1.
func runExhaustive(ctx context.Context, r *Request, emit func(Puzzle) error) error {
	w, err := newWorker(r)
	if err != nil {
		return err
	}
	grids := w.all()
	for i, shape := range shapes(grids) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if r.Has != nil && !r.Has(i) {
			continue
		}
		p := Puzzle{Index: i, Puzzle: shape}
		ok, err := w.certify(&p, len(grids)+1)
		if err != nil {
			return err
		}
		if !ok {
			return fmt.Errorf("%w: no proof for %v", ErrBudget, shape)
		}
		if err := emit(p); err != nil {
			return err
		}
	}
	return nil
}

// all lists the full grids of a small size in ascending order.
func (w *worker) all() []solvers.Grid {
	var grids []solvers.Grid
	w.prover.load(solvers.NewGrid(w.geometry.size))
	for w.prover.search(countBudget) == satisfiable {
		g := solvers.NewGrid(w.geometry.size)
		w.prover.assigned.read(g)
		grids = append(grids, g)
		w.prover.block(g)
	}
	slices.SortFunc(grids, slices.Compare[solvers.Grid])
	return grids
}

// shapes lists the puzzles of runExhaustive, each once, from the full grids.
func shapes(grids []solvers.Grid) []solvers.Grid {
	const size = 4
	list := []solvers.Grid{solvers.NewGrid(size)}
	add := func(masks ...[]int) {
		seen := map[string]bool{}
		for _, cells := range masks {
			for _, full := range grids {
				p := solvers.NewGrid(size)
				for _, cell := range cells {
					p[cell] = full[cell]
				}
				if key := p.String(); !seen[key] {
					seen[key] = true
					list = append(list, p)
				}
			}
		}
	}
	var every []int
	var single [][]int
	for cell := range size * size {
		every = append(every, cell)
		single = append(single, []int{cell})
	}
	add(single...)
	add([]int{0, 1, 2, 3})
	add([]int{0, 1, 4, 5})
	add(every)
	return list
}
