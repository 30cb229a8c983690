package grids

import (
	"fmt"

	"gridjudge/solvers"
)

// UVa 989 has grids of 1x1, 4x4 and 9x9 in one file. Each grid of a file of puzzles comes after a line with the side of
// its boxes. In an output there is no such line, because the sizes are known from the puzzles.

// sizesBySide are the sizes of mixed grids, by the side of their boxes.
var sizesBySide = []*alphabet{1: newAlphabet(1, "1", "1"), 2: numerals4, 3: numerals9}

// mixedParser reads grids of integers of several sizes.
type mixedParser struct{}

func (mixedParser) String() string {
	return "integers, each grid after a line with the side of its boxes"
}

// next reads a grid. In a file of answers, the caller has set the size of the grid.
func (mixedParser) next(s *source, _ *alphabet, c *Case) error {
	side := solvers.Box(s.size)
	if side == 0 {
		text, err := s.content()
		if err != nil {
			return err
		}
		if side = sideOf(text); side == 0 {
			return s.at(0, "%.12q is not the side of the boxes of a grid: want 1, 2 or 3", text)
		}
	}
	return gridParser{integers: true}.next(s, sizesBySide[side], c)
}

// sideOf returns the side of the boxes that a line has, or 0 if it has none.
func sideOf(line []byte) int {
	if len(line) == 1 && line[0] > '0' && int(line[0]-'0') < len(sizesBySide) {
		return int(line[0] - '0')
	}
	return 0
}

// isMixed reports whether the file seems to have the layout of a problem with mixed sizes: its first line of content is the
// side of a box. Files with grids of one size may have any other layout, too.
func (s *source) isMixed() bool {
	s.lookAhead(1)
	return len(s.ahead) > 0 && sideOf(s.ahead[0].text) > 0
}

// sizeOf returns the size of the grid of a case.
func (f *Format) sizeOf(g solvers.Grid) int {
	if f.mixed {
		return g.Size()
	}
	return f.Size
}

// fits returns an error if a grid does not have a size of the problem.
func (f *Format) fits(g solvers.Grid) error {
	n := f.sizeOf(g)
	if f.mixed && (n == 0 || n > f.Size) || len(g) != n*n {
		return fmt.Errorf("a grid of %d cells does not fit %s: want %d", len(g), f.Name, f.Size*f.Size)
	}
	return nil
}

// bySize solves grids of several sizes, each by a solver for its size.
type bySize struct{ solvers map[int]solvers.Solver }

func newBySize(spec *solvers.Spec) *bySize {
	s := &bySize{map[int]solvers.Solver{}}
	for _, a := range sizesBySide[2:] {
		s.solvers[a.size] = spec.New(a.size)
	}
	return s
}

// Solve solves a grid. No solver takes a grid of one cell, whose only solution is known.
func (s *bySize) Solve(g solvers.Grid, limits solvers.Limits, r *solvers.Result) {
	if len(g) == 1 {
		r.Reset()
		r.Nodes = 1
		r.Found(solvers.Grid{1})
		return
	}
	s.solvers[g.Size()].Solve(g, limits, r)
}
