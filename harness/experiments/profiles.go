package main

import (
	"context"
	"flag"
	"fmt"
	"time"

	"gridjudge/corpus"
	"gridjudge/harness/bench"
	"gridjudge/harness/testset"
	"gridjudge/solvers"
	"gridjudge/solvers/all"
)

var profilesExperiment = experiment{
	name:  "profiles",
	claim: "a processor profile shows where every contestant spends its time, on the set of bench whose cases cost it most",
	setUp: func(flags *flag.FlagSet) runner { return newProfiles(flags, all.Contestants) },
	short: map[string]string{"time": "1ms", "set": "poj3074/generated"},
}

// profiles writes NAME.prof of every contestant, for go tool pprof.
type profiles struct {
	contestants []solvers.Spec
	time        time.Duration
	set         string
}

func newProfiles(flags *flag.FlagSet, contestants []solvers.Spec) *profiles {
	e := &profiles{contestants: contestants}
	flags.DurationVar(&e.time, "time", 5*time.Second, "processor time of a profile")
	flags.StringVar(&e.set, "set", "", "sets to choose from (default those of bench)")
	return e
}

// fewestCases is how many cases a set needs. In a handful, such as a problem's
// sample, one case decides, and a batch solver's lanes stay empty.
const fewestCases = 30

func (e *profiles) run(ctx context.Context, r *record) error {
	selection := &testset.Selection{Default: func(s *corpus.Set) bool { return s.Bench }}
	if e.set != "" {
		selection.Sets = []string{e.set}
	}
	sets, err := selection.Load(ctx)
	if err != nil {
		return badUsage("%w", err)
	}
	if err := r.row("solver", "set", "ns_per_case", "profile"); err != nil {
		return err
	}
	profiled := 0
	for i := range e.contestants {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		spec := &e.contestants[i]
		worst, cost, err := costliest(spec, sets)
		if err != nil {
			return err
		}
		if worst == nil {
			continue
		}
		name := spec.Name + ".prof"
		if err := bench.WriteProfile(ctx, spec, worst.Puzzles(), solvers.Limits{}, e.time, r.path(name)); err != nil {
			return fmt.Errorf("%s: %w", spec.Name, err)
		}
		if err := r.row(spec.Name, worst.Name, cost.Nanoseconds(), name); err != nil {
			return err
		}
		r.say("%s on %s, %v per case: go tool pprof -top %s", spec.Name, worst.Name, cost, r.path(name))
		profiled++
	}
	if e.set == "" && profiled < len(e.contestants) || profiled == 0 {
		return doesNotHold("%d of %d contestants have a profile; a set needs %d cases", profiled, len(e.contestants), fewestCases)
	}
	return nil
}

// costliest returns the set on which a case costs a contestant most, nil where
// it takes none of those with enough cases.
func costliest(spec *solvers.Spec, sets []*testset.TestSet) (worst *testset.TestSet, cost time.Duration, err error) {
	for _, set := range sets {
		if set.Err != nil {
			return nil, 0, set.Err
		}
		if len(set.Cases) < fewestCases || !spec.Takes(set.Problem.Size) {
			continue
		}
		if each := pass(spec, set.Puzzles()) / time.Duration(len(set.Cases)); worst == nil || each > cost {
			worst, cost = set, each
		}
	}
	return worst, cost, nil
}

// pass returns how long a new solver takes for all puzzles.
func pass(spec *solvers.Spec, puzzles []solvers.Grid) time.Duration {
	solver := spec.New(puzzles[0].Size())
	results := make([]solvers.Result, len(puzzles))
	start := time.Now()
	solvers.SolveAll(solver, puzzles, solvers.Limits{}, results)
	return time.Since(start)
}
