package main

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"gridjudge/solvers"
	"gridjudge/solvers/solverstest"
)

// pair is the contestant and dlx at one size.
type pair struct {
	name            string
	size            int
	ours, dlx       solvers.Solver
	budget          uint64 // of dlx, in search calls
	tried, finished int
	counts          [3]int // by number of solutions; 2 stands for two or more
}

// newPair returns nil where the contestant does not take this size.
func newPair(contestants []solvers.Spec, name string, size int, budget uint64) (*pair, error) {
	p := &pair{name: name, size: size, budget: budget}
	listed := false
	for i := range contestants {
		s := &contestants[i]
		listed = listed || s.Name == name
		if !s.Takes(size) {
			continue
		}
		switch s.Name {
		case name:
			p.ours = s.New(size)
		case "dlx":
			p.dlx = s.New(size)
		}
	}
	switch {
	case !listed || p.dlx == nil:
		return nil, fmt.Errorf("%s and dlx are not both among the contestants", name)
	case p.ours == nil:
		return nil, nil
	}
	return p, nil
}

// row records what was compared.
func (p *pair) row(r *record, puzzles string) error {
	return r.row(puzzles, p.name, p.tried, p.finished, p.counts[0], p.counts[1], p.counts[2])
}

// compare demands the same count up to two of both, where dlx finishes within
// its budget; otherwise at least as many as dlx found. Answers must check, and
// the answer of a puzzle with one solution must be the same.
func (p *pair) compare(puzzle solvers.Grid) (ours solvers.Result, err error) {
	var theirs solvers.Result
	p.ours.Solve(puzzle, solvers.Limits{Solutions: 2}, &ours)
	p.dlx.Solve(puzzle, solvers.Limits{Solutions: 2, Nodes: p.budget}, &theirs)
	if ours.Solutions > 0 {
		if err := solvers.Check(puzzle, ours.First); err != nil {
			return ours, doesNotHold("%s on %v: %w", p.name, puzzle, err)
		}
	}
	p.tried++
	p.counts[ours.Solutions]++
	switch {
	case theirs.Stopped != solvers.Finished && ours.Solutions >= theirs.Solutions:
	case theirs.Solutions != ours.Solutions:
		return ours, doesNotHold("%v: %s counts %d solutions, dlx %d", puzzle, p.name, ours.Solutions, theirs.Solutions)
	case ours.Solutions == 1 && !slices.Equal(ours.First, theirs.First):
		return ours, doesNotHold("%v: %s finds %v, dlx %v", puzzle, p.name, ours.First, theirs.First)
	default:
		p.finished++
	}
	return ours, nil
}

// supports returns an error where the puzzles were too much alike, or too hard
// for dlx, to support the claim.
func (p *pair) supports() error {
	for solutions, n := range p.counts {
		if n == 0 {
			return doesNotHold("no puzzle with %d solutions was tried", solutions)
		}
	}
	if 2*p.finished <= p.tried {
		return doesNotHold("dlx finished only %d of %d puzzles", p.finished, p.tried)
	}
	return nil
}

// puzzle makes random puzzle number i: in turns from a filled random grid, from
// a shuffled pattern, and of scattered digits.
func (p *pair) puzzle(i int, kind randomKind, rng *rand.Rand) solvers.Grid {
	givens := kind.least + rng.IntN(kind.most-kind.least+1)
	switch i % 3 {
	case 0:
		var r solvers.Result
		for r.Solutions == 0 {
			p.dlx.Solve(scattered(p.size, kind.scattered, rng), solvers.Limits{Nodes: 2_000}, &r)
		}
		return solverstest.Dig(r.First, givens, rng)
	case 1:
		return solverstest.Holed(p.size, givens, rng)
	}
	return scattered(p.size, givens, rng)
}

// scattered makes a puzzle of digits thrown one by one where the rules allow
// them. It may have no solution, one or many.
func scattered(size, attempts int, rng *rand.Rand) solvers.Grid {
	g := solvers.NewGrid(size)
	box := solvers.Box(size)
	var rows, cols, boxes [solvers.MaxSize]uint32
	for range attempts {
		row, col, digit := rng.IntN(size), rng.IntN(size), rng.IntN(size)
		r, c, b := &rows[row], &cols[col], &boxes[row/box*box+col/box]
		if g[row*size+col] == 0 && (*r|*c|*b)>>digit&1 == 0 {
			g[row*size+col] = uint8(digit + 1)
			*r |= 1 << digit
			*c |= 1 << digit
			*b |= 1 << digit
		}
	}
	return g
}
