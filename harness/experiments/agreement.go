package main

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"

	"gridjudge/corpus"
	"gridjudge/solvers"
	"gridjudge/solvers/all"
)

var agreementExperiment = experiment{
	name:  "agreement",
	claim: "bitboard agrees with dlx on a million random 9x9 and ten thousand 16x16 puzzles; bitboard and cdcl do on every embedded case",
	setUp: func(flags *flag.FlagSet) runner { return newAgreement(flags, all.Contestants) },
	short: map[string]string{"puzzles9": "3000", "puzzles16": "100"},
}

// agreement compares contestants with dlx on puzzles with no, one and many
// solutions.
type agreement struct {
	contestants []solvers.Spec
	puzzles     map[int]*int // random ones, by size
	seed        uint64
}

func newAgreement(flags *flag.FlagSet, contestants []solvers.Spec) *agreement {
	e := &agreement{contestants: contestants}
	e.puzzles = map[int]*int{
		9:  flags.Int("puzzles9", 1_000_000, "random 9x9 puzzles, 0 for none"),
		16: flags.Int("puzzles16", 10_000, "random 16x16 puzzles, 0 for none"),
	}
	flags.Uint64Var(&e.seed, "seed", defaultSeed, "seed of the puzzles")
	return e
}

// The budgets of dlx in search calls. Some random puzzles would take it hours.
const (
	randomBudget = 5_000
	corpusBudget = 500
)

func (e *agreement) run(ctx context.Context, r *record) error {
	if *e.puzzles[9] < 0 || *e.puzzles[16] < 0 || *e.puzzles[9]+*e.puzzles[16] == 0 {
		return badUsage("want a positive --puzzles9 or --puzzles16")
	}
	if err := r.row("puzzles_of", "solver", "puzzles", "dlx_finished", "without_solution", "with_one", "with_more"); err != nil {
		return err
	}
	for _, kind := range randomKinds {
		if *e.puzzles[kind.size] == 0 {
			continue
		}
		if err := e.random(ctx, r, kind); err != nil {
			return err
		}
	}
	return e.corpus(ctx, r)
}

// randomKind describes the random puzzles of one size.
type randomKind struct {
	size        int
	scattered   int // digits thrown before a grid is filled
	least, most int // givens
}

var randomKinds = []randomKind{{9, 12, 24, 54}, {16, 30, 110, 220}}

// random compares bitboard on random puzzles of one size.
func (e *agreement) random(ctx context.Context, r *record, kind randomKind) error {
	p, err := newPair(e.contestants, "bitboard", kind.size, randomBudget)
	if err != nil {
		return err
	}
	rng := rand.New(rand.NewPCG(e.seed, uint64(kind.size)))
	for i := range *e.puzzles[kind.size] {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if _, err := p.compare(p.puzzle(i, kind, rng)); err != nil {
			return err
		}
	}
	name := fmt.Sprintf("%dx%d", kind.size, kind.size)
	if err := p.row(r, name); err != nil {
		return err
	}
	r.say("%s: %d random puzzles; dlx finished %d within %d search calls; no disagreement.", name, p.tried, p.finished, p.budget)
	if err := p.supports(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// corpus compares bitboard and cdcl on every embedded case, also with the
// certified counts and stored answers.
func (e *agreement) corpus(ctx context.Context, r *record) error {
	sets, err := corpus.Sets()
	if err != nil {
		return err
	}
	for _, set := range sets {
		cases, err := set.Load()
		if err != nil {
			return err
		}
		compared := 0
		for _, solver := range []string{"bitboard", "cdcl"} {
			p, err := newPair(e.contestants, solver, set.Problem.Size, corpusBudget)
			if err != nil {
				return err
			}
			if p == nil {
				continue
			}
			for i := range cases {
				if ctx.Err() != nil {
					return ctx.Err()
				}
				found, err := p.compare(cases[i].Puzzle)
				if err == nil {
					err = certified(&cases[i], &found)
				}
				if err != nil {
					return fmt.Errorf("%s on %s#%d: %w", solver, set.FullName(), i+1, err)
				}
			}
			if err := p.row(r, set.FullName()); err != nil {
				return err
			}
			compared += p.tried
		}
		if compared == 0 {
			return fmt.Errorf("%s: nothing was compared", set.FullName())
		}
	}
	r.say("The embedded cases of %d sets: no disagreement with dlx, with certified counts or with stored answers.", len(sets))
	return nil
}

// certified compares a result, counted up to two solutions, with what the
// corpus knows of its case.
func certified(c *corpus.Case, found *solvers.Result) error {
	want := min(uint64(max(c.Solutions, 0)), 2)
	switch {
	case c.Solutions == corpus.Unknown:
	case c.AtLeast && found.Solutions < want, !c.AtLeast && found.Solutions != want:
		return doesNotHold("%d solutions are counted, %d are certified", found.Solutions, c.Solutions)
	}
	if found.Solutions == 1 && c.Answer != nil && !slices.Equal(c.Answer, found.First) {
		return doesNotHold("the answer is %v, the stored one %v", found.First, c.Answer)
	}
	return nil
}
