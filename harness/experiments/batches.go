package main

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"

	"gridjudge/solvers"
	"gridjudge/solvers/all"
	"gridjudge/solvers/solverstest"
)

var batchesExperiment = experiment{
	name:  "batches",
	claim: "on a million random 9x9 puzzles, all kernels of sliced give the same results, and count the solutions that bitboard and dlx count",
	setUp: func(flags *flag.FlagSet) runner { return newBatches(flags, all.Contestants) },
	short: map[string]string{"puzzles": "2000"},
}

// batchAgreement gives the same random puzzles, in batches, to sliced, to each
// of its kernels and to bitboard, and one in ten to dlx.
type batchAgreement struct {
	contestants []solvers.Spec
	puzzles     int
	seed        uint64

	solver  map[string]solvers.Solver
	kernels []string
	counts  [3]int // puzzles by number of solutions; 2 stands for two or more
}

func newBatches(flags *flag.FlagSet, contestants []solvers.Spec) *batchAgreement {
	e := &batchAgreement{contestants: contestants, solver: map[string]solvers.Solver{}}
	flags.IntVar(&e.puzzles, "puzzles", 1_000_000, "number of puzzles")
	flags.Uint64Var(&e.seed, "seed", defaultSeed, "seed of the puzzles")
	return e
}

// largestBatch bounds the memory that a batch takes.
const largestBatch = 10_000

func (e *batchAgreement) run(ctx context.Context, r *record) error {
	if e.puzzles < 1 {
		return badUsage("--puzzles %d: want 1 or more", e.puzzles)
	}
	for i := range e.contestants {
		s := &e.contestants[i]
		if s.VariantOf == "sliced" {
			e.kernels = append(e.kernels, s.Name)
		}
		if slices.Contains([]string{"sliced", "bitboard", "dlx"}, s.Name) || s.VariantOf == "sliced" {
			e.solver[s.Name] = s.New(9)
		}
	}
	if len(e.kernels) == 0 || len(e.solver) != len(e.kernels)+3 {
		return fmt.Errorf("sliced, a kernel of it, bitboard and dlx are not all among the contestants")
	}
	if err := r.row("puzzles", "without_solution", "with_one", "with_more"); err != nil {
		return err
	}
	rng := rand.New(rand.NewPCG(e.seed, 9))
	for done := 0; done < e.puzzles; {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		puzzles := make([]solvers.Grid, min(largestBatch, e.puzzles-done))
		for i := range puzzles {
			puzzles[i] = solverstest.Random(9, rng)
		}
		if err := e.compare(puzzles); err != nil {
			return err
		}
		done += len(puzzles)
	}
	if err := r.row(e.puzzles, e.counts[0], e.counts[1], e.counts[2]); err != nil {
		return err
	}
	r.say("%d puzzles were given to sliced, to its kernels %v and to bitboard, every tenth to dlx: no disagreement.", e.puzzles, e.kernels)
	for solutions, n := range e.counts {
		if n == 0 {
			return doesNotHold("no puzzle with %d solutions was tried", solutions)
		}
	}
	return nil
}

// solve solves puzzles with one solver, in one batch where it takes batches.
func (e *batchAgreement) solve(name string, puzzles []solvers.Grid) []solvers.Result {
	results := make([]solvers.Result, len(puzzles))
	solvers.SolveAll(e.solver[name], puzzles, solvers.Limits{Solutions: 2}, results)
	return results
}

// compare compares all solvers on one batch.
func (e *batchAgreement) compare(puzzles []solvers.Grid) error {
	want := e.solve("sliced", puzzles)
	for _, name := range e.kernels {
		for i, r := range e.solve(name, puzzles) {
			same := slices.Equal(r.First, want[i].First) && r.Solutions == want[i].Solutions &&
				r.Nodes == want[i].Nodes && r.Updates == want[i].Updates && r.Stopped == want[i].Stopped
			if !same {
				return doesNotHold("%s and sliced differ on %v: %+v, %+v", name, puzzles[i], r, want[i])
			}
		}
	}
	for i, r := range want {
		e.counts[r.Solutions]++
		if r.Solutions > 0 {
			if err := solvers.Check(puzzles[i], r.First); err != nil {
				return doesNotHold("sliced on %v: %w", puzzles[i], err)
			}
		}
	}
	tenth := make([]solvers.Grid, 0, len(puzzles)/10+1)
	for i := 0; i < len(puzzles); i += 10 {
		tenth = append(tenth, puzzles[i])
	}
	for i, r := range e.solve("dlx", tenth) {
		if r.Solutions != want[10*i].Solutions {
			return doesNotHold("%v: sliced counts %d solutions, dlx %d", tenth[i], want[10*i].Solutions, r.Solutions)
		}
	}
	for i, r := range e.solve("bitboard", puzzles) {
		if r.Solutions != want[i].Solutions {
			return doesNotHold("%v: sliced counts %d solutions, bitboard %d", puzzles[i], want[i].Solutions, r.Solutions)
		}
	}
	return nil
}
