package generate

import (
	"cmp"
	"slices"

	"gridjudge/solvers"
)

// climbCap bounds the nodes that a climb spends on measuring one puzzle of this size. Puzzles that
// reach it count as equally hard.
func climbCap(size int) uint64 {
	if size > 9 {
		return 300_000
	}
	return 2_000_000
}

// climber is one walk from puzzle to puzzle: the current puzzle, and the best so far.
type climber struct {
	current, best candidate
}

// starts is the number of walks with which a climb begins. It must be a power of two.
const starts = 8

// climb looks for a puzzle with one solution that is as hard as possible for one contestant, the target. A puzzle is
// hard for the target if the target needs many nodes (search calls) to solve it.
//
// climb begins with eight random minimal puzzles. From each of them, a walk leads step by step to similar puzzles,
// which should be harder. After each round, climb drops half of the walks: those with the easier puzzles. The remaining
// walks make twice as many steps in the next round. So there are four rounds, with 8, 4, 2 and 1 walks, and each round
// takes a quarter of the steps that the request allows. If a puzzle costs as many nodes as the limit, climb ends early.
//
// A single long walk per puzzle was tried and gave worse puzzles, because the start of a walk matters
// most.
func (w *worker) climb(random *stream, limit uint64) candidate {
	var climbers []*climber
	for range starts {
		puzzle, answer := w.withGivens(random, 0)
		if puzzle == nil {
			return candidate{}
		}
		p := candidate{puzzle, answer, nodesOf(w.target, puzzle, limit)}
		if p.nodes >= limit {
			return p
		}
		climbers = append(climbers, &climber{p, p})
	}
	steps := w.request.steps() / (starts * 4)
	for ; ; steps *= 2 {
		for _, c := range climbers {
			if w.walk(random, c, steps, limit); c.best.nodes >= limit || len(climbers) == 1 {
				return w.polish(random, c.best, limit)
			}
		}
		slices.SortStableFunc(climbers, func(a, b *climber) int { return cmp.Compare(b.best.nodes, a.best.nodes) })
		climbers = climbers[:len(climbers)/2]
	}
}

// walk changes the current puzzle of the climber c step by step, to make it harder for the target. There are two kinds
// of steps:
//   - Two thirds of the steps replace a given, so they lead to a really different puzzle.
//   - One third of the steps only disguise the puzzle: they exchange two digits, two rows or two bands, or swap rows
//     with columns. For a person the puzzle stays as hard as before. But a contestant may search differently now. For
//     example, if it branches on the first of several equally good cells, the first one may now be another cell. Its
//     search tree may then be larger.
//
// A step to a puzzle that costs fewer nodes is also taken if the loss is below a threshold, which falls
// to zero during the walk (threshold accepting, Dueck and Scheuer, 1990). The threshold is computed in
// integers, so that it is the same on every machine.
func (w *worker) walk(random *stream, c *climber, steps int, limit uint64) {
	for step := range steps {
		if c.best.nodes >= limit || w.cancel.Load() {
			return
		}
		next := c.current
		if random.intN(3) == 0 {
			change := smallSymmetry(random, w.size)
			next.puzzle, next.answer = change.Apply(next.puzzle), change.Apply(next.answer)
		} else {
			next.puzzle = slices.Clone(next.puzzle)
			if !w.replace(random, next.puzzle, next.answer) {
				continue
			}
			w.dig(next.puzzle, random.perm(w.cells)[:w.cells/4], 0)
		}
		next.nodes = nodesOf(w.target, next.puzzle, limit)
		slack := uint64(random.intN(256*(steps-step)/steps + 1)) // the allowed loss, in parts of 1,024
		if next.nodes*1024 >= c.current.nodes*(1024-slack) {
			c.current = next
		}
		if next.nodes > c.best.nodes {
			c.best = next
		}
	}
}

// replace removes a given. If the puzzle then has a second solution, replace adds up to two givens in
// cells in which the solutions differ. It reports whether the puzzle has one solution; if not, the
// puzzle must not be used.
func (d *digger) replace(random *stream, puzzle, answer solvers.Grid) bool {
	cell := random.intN(d.cells)
	for puzzle[cell] == 0 {
		cell = random.intN(d.cells)
	}
	puzzle[cell] = 0
	for added := 0; ; added++ {
		if d.count(puzzle, 2) == 1 {
			return true
		}
		if added == 2 {
			return false
		}
		for _, c := range random.perm(d.cells) {
			if c != cell && puzzle[c] == 0 && d.open(puzzle, c, answer[c]) {
				puzzle[c] = answer[c]
				break
			}
		}
	}
}

// open reports whether some solution of puzzle has a digit other than digit in an empty cell.
func (d *digger) open(puzzle solvers.Grid, cell int, digit uint8) bool {
	defer func() { puzzle[cell] = 0 }()
	for i := range d.size {
		if puzzle[cell] = uint8(i + 1); puzzle[cell] != digit && d.count(puzzle, 1) > 0 {
			return true
		}
	}
	return false
}

// polish makes a puzzle minimal, unless that lowers its nodes.
func (w *worker) polish(random *stream, p candidate, limit uint64) candidate {
	minimal := candidate{puzzle: slices.Clone(p.puzzle), answer: p.answer}
	w.dig(minimal.puzzle, random.perm(w.cells), 0)
	if minimal.nodes = nodesOf(w.target, minimal.puzzle, limit); minimal.nodes >= p.nodes {
		return minimal
	}
	return p
}
