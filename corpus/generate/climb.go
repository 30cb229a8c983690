package generate

import (
	"context"
	"slices"

	"gridjudge/solvers"
)

// climbCap is the most nodes that a climb spends on measuring one puzzle. What
// reaches it counts as the cap: harder than that cannot be told apart.
const climbCap = 2_000_000

// climb looks for a minimal puzzle that costs the target as many nodes as
// possible: from a random one, step by step, to a neighbour that costs no
// less. It ends after the request's steps, or once enough nodes are reached.
//
// Half of the steps exchange givens. The others rename digits or move rows and
// columns about, which leaves the puzzle what it is: a contestant that breaks
// ties by position searches another tree, at no price in uniqueness.
func (w *worker) climb(ctx context.Context, random *stream, enough uint64) (p Puzzle, ok bool) {
	p.Puzzle, p.Answer, ok = w.minimal(random)
	if !ok {
		return p, false
	}
	limit := uint64(climbCap)
	if enough > 0 {
		limit = min(limit, enough)
	}
	p.Nodes = nodesOf(w.target, p.Puzzle, limit)
	for range w.request.steps() {
		if p.Nodes >= limit || ctx.Err() != nil {
			break
		}
		puzzle, answer := slices.Clone(p.Puzzle), slices.Clone(p.Answer)
		if random.intN(2) == 0 {
			before := w.gaveUps
			w.exchange(random, puzzle, answer, 1+random.intN(3))
			if w.gaveUps != before {
				continue
			}
		} else {
			w.rearrange(random, puzzle, answer)
		}
		if nodes := nodesOf(w.target, puzzle, limit); nodes >= p.Nodes {
			p.Puzzle, p.Answer, p.Nodes = puzzle, answer, nodes
		}
	}
	return p, true
}

// rearrange applies one random symmetry of the rules to some grids alike: it
// swaps two digits, two rows of a band, two bands, or rows with columns.
func (g *geometry) rearrange(random *stream, grids ...solvers.Grid) {
	kind := random.intN(6)
	a, b := random.intN(g.size), random.intN(g.size)
	if kind < 2 {
		for _, grid := range grids {
			for cell, d := range grid {
				switch int(d) {
				case a + 1:
					grid[cell] = uint8(b + 1)
				case b + 1:
					grid[cell] = uint8(a + 1)
				}
			}
		}
		return
	}
	row := func(r int) int { return r }
	switch kind {
	case 2, 3:
		b = a/g.box*g.box + b%g.box
		row = swap(a, b)
	case 4:
		bands := swap(a/g.box, b/g.box)
		row = func(r int) int { return bands(r/g.box)*g.box + r%g.box }
	}
	across := random.intN(2) == 0 || kind == 5
	for _, grid := range grids {
		old := slices.Clone(grid)
		for cell := range grid {
			r, c := row(cell/g.size), cell%g.size
			if across {
				r, c = c, r
			}
			grid[cell] = old[r*g.size+c]
		}
	}
}

// swap exchanges two numbers and leaves the others.
func swap(a, b int) func(int) int {
	return func(i int) int {
		switch i {
		case a:
			return b
		case b:
			return a
		}
		return i
	}
}
