package generate

import (
	"context"
	"slices"

	"gridjudge/solvers"
)

// Budgets of the prover, in conflicts per search. A question that spends its
// budget counts as not proven: the given stays.
const (
	fillBudget = 20_000 // a full grid from the empty one: tens are usual
	digBudget  = 5_000  // whether a given is needed: hundreds at 16x16 with 84 givens
)

// digger makes full grids and takes givens away from them.
type digger struct {
	geometry *geometry
	prover   *prover
	singles  *singles
	gaveUps  int // questions that forced left open
}

func newDigger(size int) *digger {
	return &digger{geometry: geometryOf(size), prover: newProver(size), singles: newSingles(size)}
}

// fill makes a full grid by a randomised search: at every step a random cell
// among those with the fewest digits left takes a random one of these. The
// prover learns from conflicts, so 25x25 needs no luck either. It reports false
// if ctx has ended.
func (d *digger) fill(ctx context.Context, random *stream) (full solvers.Grid, ok bool) {
	for ctx.Err() == nil {
		d.prover.load(solvers.NewGrid(d.geometry.size))
		d.prover.random = random
		found := d.prover.search(fillBudget)
		d.prover.random = nil
		if found == satisfiable {
			full := solvers.NewGrid(d.geometry.size)
			d.prover.assigned.read(full)
			return full, true
		}
	}
	return nil, false
}

// forced reports whether the givens of puzzle provably leave only digit for an
// empty cell. If the puzzle with digit in cell has one solution, forced reports
// whether it has one without.
func (d *digger) forced(puzzle solvers.Grid, cell int, digit uint8) bool {
	if d.singles.run(puzzle, cell) == contradicted {
		return true
	}
	if d.singles.grid[cell] != 0 {
		return d.singles.grid[cell] == digit
	}
	d.prover.adopt(d.singles)
	d.prover.forbid(cell, digit)
	found := d.prover.search(digBudget)
	if found == unknown {
		d.gaveUps++
	}
	return found == unsatisfiable
}

// dig takes givens away in the given order while the solution stays unique,
// until keep are left. It returns the number left.
func (d *digger) dig(puzzle solvers.Grid, order []int, keep int) int {
	left := puzzle.Givens()
	for _, cell := range order {
		if left <= keep {
			break
		}
		digit := puzzle[cell]
		if digit == 0 {
			continue
		}
		puzzle[cell] = 0
		if d.forced(puzzle, cell, digit) {
			left--
		} else {
			puzzle[cell] = digit
		}
	}
	return left
}

// minimal makes a puzzle without a superfluous given, and its solution. It
// reports false if that is not proven or ctx has ended.
func (d *digger) minimal(ctx context.Context, random *stream) (puzzle, answer solvers.Grid, ok bool) {
	before := d.gaveUps
	puzzle, answer, ok = d.withGivens(ctx, random, 0)
	return puzzle, answer, ok && d.gaveUps == before
}

// withGivens digs a fresh grid down to keep givens, or as far as one pass gets.
// It reports false if ctx has ended.
func (d *digger) withGivens(ctx context.Context, random *stream, keep int) (puzzle, answer solvers.Grid, ok bool) {
	if answer, ok = d.fill(ctx, random); !ok {
		return nil, nil, false
	}
	puzzle = slices.Clone(answer)
	d.dig(puzzle, random.perm(d.geometry.cells), keep)
	return puzzle, answer, true
}

// exchange puts back some givens and digs again, the old ones first. The result
// is another minimal puzzle with the same solution, often with as many givens.
func (d *digger) exchange(random *stream, puzzle, answer solvers.Grid, back int) int {
	var old, restored []int
	for _, cell := range random.perm(d.geometry.cells) {
		switch {
		case puzzle[cell] != 0:
			old = append(old, cell)
		case len(restored) < back:
			puzzle[cell] = answer[cell]
			restored = append(restored, cell)
		}
	}
	return d.dig(puzzle, append(old, restored...), 0)
}

// descend exchanges givens until at most keep are left or the rounds are spent.
// It never accepts more givens than before.
func (d *digger) descend(random *stream, puzzle, answer solvers.Grid, keep, rounds int) {
	left := puzzle.Givens()
	for range rounds {
		if left <= keep {
			return
		}
		next := slices.Clone(puzzle)
		if n := d.exchange(random, next, answer, 1+random.intN(4)); n <= left {
			copy(puzzle, next)
			left = n
		}
	}
}

// replace takes one given away. If that leaves a second solution, it adds up to
// two givens in cells in which the two solutions differ. It reports whether the
// puzzle provably has one solution; if not, the puzzle is unusable.
func (d *digger) replace(random *stream, puzzle, answer solvers.Grid) bool {
	cell := random.intN(d.geometry.cells)
	for puzzle[cell] == 0 {
		cell = random.intN(d.geometry.cells)
	}
	puzzle[cell] = 0
	other := solvers.NewGrid(d.geometry.size)
	for added := 0; ; added++ {
		if d.forced(puzzle, cell, answer[cell]) {
			return true
		}
		if added == 2 {
			return false
		}
		// forced asked the prover last, which found another solution or gave up.
		d.prover.assigned.read(other)
		var differ []int
		for c, digit := range other {
			if c != cell && digit != 0 && digit != answer[c] {
				differ = append(differ, c)
			}
		}
		if differ == nil {
			return false
		}
		add := differ[random.intN(len(differ))]
		puzzle[add] = answer[add]
	}
}
