package grids

import (
	"bytes"
	"io"
	"math/rand/v2"
	"slices"
	"testing"

	"gridjudge/corpus/cases"
	"gridjudge/solvers"
	"gridjudge/solvers/bitmask"
)

// randomPuzzle returns a puzzle with most digits of a random solved grid. One puzzle in eight has another digit in
// some cell, so it may have no solution.
func randomPuzzle(rng *rand.Rand, size int) solvers.Grid {
	g := RandomSymmetry(size, rng.Perm, rng.IntN).Apply(solvedGrid(size))
	for i := range g {
		if rng.IntN(3) == 0 {
			g[i] = 0
		}
	}
	if rng.IntN(8) == 0 {
		g[rng.IntN(len(g))] = uint8(rng.IntN(size) + 1)
	}
	return g
}

// TestRoundTripSolved writes random puzzles in every layout of every problem, reads them, solves them, and has the
// special judge check the answers that are written.
func TestRoundTripSolved(t *testing.T) {
	const perFile = 100
	files := 10_000 / oneIn / perFile
	if testing.Short() {
		files = 5
	}
	for _, f := range formats {
		runner := f.NewRunner(&bitmask.Spec)
		runner.Use(0)
		for layout, writer := range writers {
			rng := rand.New(rand.NewPCG(7, 7))
			checked := 0
			for range files {
				var puzzles []solvers.Grid
				var input, output bytes.Buffer
				w := writer(f, &input, perFile)
				for range perFile {
					puzzles = append(puzzles, randomPuzzle(rng, f.Size))
					must(t, w.Write(puzzles[len(puzzles)-1]))
				}
				must(t, w.Close())
				block, err := f.NewReader(cases.Source{Name: "in", In: &input}, nil).Next(perFile + 1)
				if err != nil || block.Len() != perFile {
					t.Fatalf("%s, %s: %v", f.Name, layout, err)
				}
				answers := f.NewWriter(&output)
				runner.Lend(block)
				runner.Solve(0, perFile, &solvers.Limits{Solutions: 1})
				for i, c := range block.(*List).Cases {
					if !slices.Equal(c.Puzzle, puzzles[i]) {
						t.Fatalf("%s, %s: %v, want %v", f.Name, layout, c.Puzzle, puzzles[i])
					}
					must(t, answers.Write(block, i, runner.Answer(i)))
				}
				must(t, answers.Close())
				checker := f.NewChecker(&output, true)
				checker.Add(block, func(i int, _ []byte, found cases.Finding) {
					checked++
					if found.Match != cases.Right {
						t.Errorf("%s, %s: %v is %v: %s", f.Name, layout, puzzles[i], found.Match, found.Reason)
					}
				})
				if _, err := checker.Finish(); err != nil && err != io.EOF {
					t.Fatal(err)
				}
			}
			if checked == 0 {
				t.Errorf("%s, %s: nothing was checked", f.Name, layout)
			}
		}
	}
}
