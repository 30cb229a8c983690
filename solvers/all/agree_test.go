package all

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gridjudge/solvers"
	"gridjudge/solvers/solverstest"
)

var puzzles = flag.Int("puzzles", 500, "number of random 9x9 puzzles of TestAllAgree; other sizes have a share of it")

// enough is a node budget. Most random puzzles need only a fraction of it. It is not larger because
// grids with few givens and no solution cost some solvers more time than a test should take.
const enough = 1_000

// random makes a puzzle by removing cells from a shuffled pattern at random. In one of four puzzles it
// also replaces a given by another digit. So the puzzle may have no solution, one or many.
func random(size int, rng *rand.Rand) solvers.Grid {
	g := solverstest.Shuffled(size, rng)
	least := map[int]int{4: 4, 9: 22, 16: 105, 25: 330}[size]
	givens := least + rng.IntN(size*size-least)
	solverstest.Dig(g, givens, rng)
	if rng.IntN(4) == 0 {
		g[rng.IntN(len(g))] = uint8(rng.IntN(size)) + 1
	}
	return g
}

// fleet has one solver of each contestant for each size. The solvers are used for all puzzles, so that
// a puzzle is also solved by solvers that have solved others before.
type fleet map[int][]solvers.Solver

func newFleet() fleet {
	f := fleet{}
	for _, size := range solvers.Sizes() {
		for _, spec := range Contestants {
			if spec.Takes(size) {
				f[size] = append(f[size], spec.New(size))
			} else {
				f[size] = append(f[size], nil)
			}
		}
	}
	return f
}

// disagreement returns an error if contestants contradict each other, or themselves, about a puzzle.
// All that finish must have the same count up to two, every answer must pass Check, and dlx and pointer
// must have searched the same tree.
func (f fleet) disagreement(puzzle solvers.Grid) error {
	limits := solvers.Limits{Solutions: 2, Nodes: enough}
	results := map[string]solvers.Result{}
	least, counted, by := uint64(0), uint64(0), "" // by: who counted
	for i, s := range f[puzzle.Size()] {
		if s == nil {
			continue
		}
		name := Contestants[i].Name
		var r solvers.Result
		s.Solve(puzzle, limits, &r)
		results[name] = r
		if len(r.First) > 0 {
			if err := solvers.Check(puzzle, r.First); err != nil {
				return fmt.Errorf("%s on %v: %w", name, puzzle, err)
			}
		}
		least = max(least, r.Solutions)
		if r.Stopped != solvers.Finished {
			continue
		}
		if by != "" && counted != r.Solutions {
			return fmt.Errorf("%s counts %d solutions of %v, %s %d", name, r.Solutions, puzzle, by, counted)
		}
		counted, by = r.Solutions, name
	}
	if by != "" && least > counted {
		return fmt.Errorf("%s counts %d solutions of %v, another found %d before its budget was spent", by, counted, puzzle, least)
	}
	a, known := results["dlx"]
	b, too := results["pointer"]
	if !known || !too {
		return fmt.Errorf("dlx and pointer are not both among the contestants")
	}
	if a.Nodes != b.Nodes || a.Updates != b.Updates || a.Stopped != b.Stopped || !slices.Equal(a.First, b.First) {
		return fmt.Errorf("dlx and pointer search different trees of %v: %d and %d nodes, %d and %d updates",
			puzzle, a.Nodes, b.Nodes, a.Updates, b.Updates)
	}
	return nil
}

func TestAllAgree(t *testing.T) {
	f := newFleet()
	for size, one := range map[int]int{4: 1, 9: 1, 16: 8, 25: 32} {
		rng := rand.New(rand.NewPCG(7, uint64(size)))
		for range *puzzles / one {
			if err := f.disagreement(random(size, rng)); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// batchDisagreement returns an error if a batch solver contradicts bitboard about puzzles of one size.
// The batch solver gets all of them as one batch.
func (f fleet) batchDisagreement(puzzles []solvers.Grid) error {
	limits := solvers.Limits{Solutions: 2}
	want, got := make([]solvers.Result, len(puzzles)), make([]solvers.Result, len(puzzles))
	bitboard := slices.IndexFunc(Contestants, func(s solvers.Spec) bool { return s.Name == "bitboard" })
	solvers.SolveAll(f[puzzles[0].Size()][bitboard], puzzles, limits, want)
	for i, s := range f[puzzles[0].Size()] {
		if _, batches := s.(solvers.BatchSolver); !batches {
			continue
		}
		solvers.SolveAll(s, puzzles, limits, got)
		for p, r := range got {
			if r.Solutions != want[p].Solutions {
				return fmt.Errorf("%s counts %d solutions of %v, bitboard %d",
					Contestants[i].Name, r.Solutions, puzzles[p], want[p].Solutions)
			}
			if r.Solutions > 0 {
				if err := solvers.Check(puzzles[p], r.First); err != nil {
					return fmt.Errorf("%s on %v: %w", Contestants[i].Name, puzzles[p], err)
				}
			}
		}
	}
	return nil
}

func TestBatchesAgree(t *testing.T) {
	f := newFleet()
	rng := rand.New(rand.NewPCG(9, 9))
	for left := *puzzles; left > 0; left -= 10_000 {
		batch := make([]solvers.Grid, min(left, 10_000))
		for i := range batch {
			batch[i] = random(9, rng)
		}
		if err := f.batchDisagreement(batch); err != nil {
			t.Fatal(err)
		}
	}
	bitboard := slices.IndexFunc(Contestants, func(s solvers.Spec) bool { return s.Name == "bitboard" })
	f[9][bitboard] = liar{f[9][bitboard]}
	if err := f.batchDisagreement([]solvers.Grid{solverstest.Pattern(9)}); !says(err, "bitboard 2") {
		t.Fatalf("with a bitboard that counts 2: error %v, want one with %q", err, "bitboard 2")
	}
}

// says reports whether err is an error with this text.
func says(err error, text string) bool { return err != nil && strings.Contains(err.Error(), text) }

// liar counts one solution too many if there is a solution.
type liar struct{ solvers.Solver }

func (l liar) Solve(p solvers.Grid, limits solvers.Limits, r *solvers.Result) {
	l.Solver.Solve(p, limits, r)
	r.Solutions += min(r.Solutions, 1)
}

func TestDisagreementIsSeen(t *testing.T) {
	f := newFleet()
	f[9][0] = liar{f[9][0]}
	if err := f.disagreement(solverstest.Pattern(9)); !says(err, "counts") {
		t.Fatalf("with a liar: error %v, want one with %q", err, "counts")
	}
}

// TestMissingPairIsSeen leaves out pointer. Then there is nothing to compare dlx with, which must be
// reported.
func TestMissingPairIsSeen(t *testing.T) {
	f := newFleet()
	i := slices.IndexFunc(Contestants, func(s solvers.Spec) bool { return s.Name == "pointer" })
	if i < 0 {
		t.Fatal("pointer is not among the contestants")
	}
	f[9][i] = nil
	const want = "not both among the contestants"
	if err := f.disagreement(solverstest.Pattern(9)); !says(err, want) {
		t.Fatalf("without pointer: error %v, want one with %q", err, want)
	}
}

// FuzzAgree makes a puzzle from any bytes. The first byte chooses the size, and the others are cells.
// Most cells end up empty.
func FuzzAgree(f *testing.F) {
	for i, size := range solvers.Sizes() {
		g := random(size, rand.New(rand.NewPCG(1, uint64(size))))
		f.Add(append([]byte{byte(i)}, g...))
	}
	fleet := newFleet()
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) == 0 {
			return
		}
		sizes := solvers.Sizes()
		size := sizes[int(data[0])%len(sizes)]
		g := solvers.NewGrid(size)
		copy(g, data[1:])
		for i, d := range g {
			if int(d) > size {
				g[i] = 0
			}
		}
		if err := fleet.disagreement(g); err != nil {
			t.Fatal(err)
		}
	})
}
