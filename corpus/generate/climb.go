package generate

import (
	"cmp"
	"context"
	"slices"

	"gridjudge/solvers"
)

// climbCap is the most nodes that a climb spends on measuring one puzzle. What
// reaches it counts as the cap: harder than that cannot be told apart.
const climbCap = 2_000_000

// climber is one walk among puzzles: where it stands and the best it has seen.
type climber struct {
	here, best Puzzle
}

// starts is how many walks a climb begins with; a power of two.
const starts = 8

// climb looks for a unique puzzle that costs the target as many nodes as
// possible. Several walks begin at random minimal puzzles; after each round the
// worse half of them is dropped and the rest go on twice as long, so that every
// round takes a quarter of the request's steps. It ends early at a puzzle that
// costs enough. (One long walk a puzzle was worse: where it begins decides most.)
func (w *worker) climb(ctx context.Context, random *stream, enough uint64) (Puzzle, bool) {
	limit := uint64(climbCap)
	if enough > 0 {
		limit = min(limit, enough)
	}
	var climbers []*climber
	for range starts {
		puzzle, answer, ok := w.minimal(random)
		if !ok {
			return Puzzle{}, false
		}
		p := Puzzle{Puzzle: puzzle, Answer: answer, Nodes: nodesOf(w.target, puzzle, limit)}
		if p.Nodes >= limit {
			return p, true
		}
		climbers = append(climbers, &climber{p, p})
	}
	steps := w.request.steps() / (starts * 4)
	for {
		for _, c := range climbers {
			if w.walk(ctx, random, c, steps, limit); c.best.Nodes >= limit || ctx.Err() != nil {
				return w.polish(random, c.best, limit), true
			}
		}
		if len(climbers) == 1 {
			return w.polish(random, climbers[0].best, limit), true
		}
		slices.SortStableFunc(climbers, func(a, b *climber) int { return cmp.Compare(b.best.Nodes, a.best.Nodes) })
		climbers = climbers[:len(climbers)/2]
		steps *= 2
	}
}

// walk takes steps from where a climber stands: two of three replace a given,
// the others rename digits or move rows and columns about, which leaves the
// puzzle what it is: a contestant that breaks ties by position searches
// another tree, at no price in uniqueness. A step down is taken too where the
// loss is small, and less and less so (threshold accepting, Dueck and Scheuer,
// 1990; in integers, which are the same on every machine).
func (w *worker) walk(ctx context.Context, random *stream, c *climber, steps int, limit uint64) {
	for step := range steps {
		if c.best.Nodes >= limit || ctx.Err() != nil {
			return
		}
		next := Puzzle{Puzzle: slices.Clone(c.here.Puzzle), Answer: slices.Clone(c.here.Answer)}
		if random.intN(3) == 0 {
			w.rearrange(random, next.Puzzle, next.Answer)
		} else if w.replace(random, next.Puzzle, next.Answer) {
			w.dig(next.Puzzle, random.perm(w.cells)[:w.cells/4], 0)
		} else {
			continue
		}
		next.Nodes = nodesOf(w.target, next.Puzzle, limit)
		slack := uint64(random.intN(256*(steps-step)/steps + 1)) // of 1,024
		if next.Nodes*1024 >= c.here.Nodes*(1024-slack) {
			c.here = next
		}
		if next.Nodes > c.best.Nodes {
			c.best = next
		}
	}
}

// polish makes a puzzle minimal, unless that makes it cheaper. (A tier of
// minimal puzzles looks at that itself.)
func (w *worker) polish(random *stream, p Puzzle, limit uint64) Puzzle {
	minimal := Puzzle{Puzzle: slices.Clone(p.Puzzle), Answer: p.Answer}
	w.dig(minimal.Puzzle, random.perm(w.cells), 0)
	if minimal.Nodes = nodesOf(w.target, minimal.Puzzle, limit); minimal.Nodes >= p.Nodes {
		return minimal
	}
	return p
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
