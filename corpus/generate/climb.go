package generate

import (
	"cmp"
	"context"
	"slices"

	"gridjudge/solvers"
)

// climbCap bounds the nodes that a climb spends on measuring one puzzle. Puzzles
// that reach it count as equally hard.
const climbCap = 2_000_000

// climber is one walk among puzzles: the current one and the best so far.
type climber struct {
	current, best Puzzle
}

// starts is the number of walks that a climb begins with, a power of two.
const starts = 8

// climb looks for a puzzle with one solution that costs the target as many nodes
// as possible. Several walks begin at random minimal puzzles. Each round drops
// the worse half of them and doubles the steps of the others, so every round
// takes a quarter of the request's steps. It ends early at a puzzle that costs
// enough. (One long walk per puzzle was worse: its start decides most.)
func (w *worker) climb(ctx context.Context, random *stream, enough uint64) (Puzzle, bool) {
	limit := uint64(climbCap)
	if enough > 0 {
		limit = min(limit, enough)
	}
	var climbers []*climber
	for range starts {
		puzzle, answer, ok := w.minimal(ctx, random)
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

// walk takes steps from a climber's current puzzle. Two of three replace a given.
// The others rename digits or permute rows and columns, which keeps the number of
// solutions; a contestant that breaks ties by position then searches another
// tree. A step to fewer nodes is taken too if the loss is below a threshold that
// falls to zero (threshold accepting, Dueck and Scheuer, 1990; in integers, which
// are the same on every machine).
func (w *worker) walk(ctx context.Context, random *stream, c *climber, steps int, limit uint64) {
	for step := range steps {
		if c.best.Nodes >= limit || ctx.Err() != nil {
			return
		}
		next := Puzzle{Puzzle: slices.Clone(c.current.Puzzle), Answer: slices.Clone(c.current.Answer)}
		if random.intN(3) == 0 {
			w.geometry.rearrange(random, next.Puzzle, next.Answer)
		} else if w.replace(random, next.Puzzle, next.Answer) {
			w.dig(next.Puzzle, random.perm(w.geometry.cells)[:w.geometry.cells/4], 0)
		} else {
			continue
		}
		next.Nodes = nodesOf(w.target, next.Puzzle, limit)
		slack := uint64(random.intN(256*(steps-step)/steps + 1)) // of 1,024
		if next.Nodes*1024 >= c.current.Nodes*(1024-slack) {
			c.current = next
		}
		if next.Nodes > c.best.Nodes {
			c.best = next
		}
	}
}

// polish makes a puzzle minimal, unless that lowers its cost.
func (w *worker) polish(random *stream, p Puzzle, limit uint64) Puzzle {
	minimal := Puzzle{Puzzle: slices.Clone(p.Puzzle), Answer: p.Answer}
	w.dig(minimal.Puzzle, random.perm(w.geometry.cells), 0)
	if minimal.Nodes = nodesOf(w.target, minimal.Puzzle, limit); minimal.Nodes >= p.Nodes {
		return minimal
	}
	return p
}

// rearrange applies one random symmetry of the rules to all grids: it swaps two
// digits, two rows of a band, two bands, or rows with columns.
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
	transpose := random.intN(2) == 0 || kind == 5
	for _, grid := range grids {
		old := slices.Clone(grid)
		for cell := range grid {
			r, c := row(cell/g.size), cell%g.size
			if transpose {
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
