package main

import (
	"testing"

	"gridjudge/corpus"
	"gridjudge/harness/measure"
	"gridjudge/solvers"
)

// BenchmarkSolve gives plain Go habits the same names and units as the verb
// bench, without its interleaving: an operation is one pass over the set.
//
//	go test -bench 'Solve/problem=poj3074' -count 10 . | tee new.txt
//	go tool benchstat old.txt new.txt
func BenchmarkSolve(b *testing.B) {
	sets, err := corpus.Sets()
	if err != nil {
		b.Fatal(err)
	}
	for _, set := range sets {
		if !set.Bench {
			continue
		}
		load, err := measure.LoadSet(set)
		if err != nil {
			b.Fatal(err)
		}
		for i := range contestants {
			spec := &contestants[i]
			if spec.VariantOf != "" || !spec.Takes(set.Problem.Size) || set.Expect[spec.Name] != "" {
				continue
			}
			b.Run("problem="+set.Problem.Name+"/set="+set.Name+"/solver="+spec.Name, func(b *testing.B) {
				benchmarkPasses(b, spec, load)
			})
		}
	}
}

func benchmarkPasses(b *testing.B, spec *solvers.Spec, load *measure.Workload) {
	solver := spec.New(load.Puzzles[0].Size())
	results := make([]solvers.Result, len(load.Puzzles))
	solvers.SolveAll(solver, load.Puzzles, solvers.Limits{}, results) // warm
	b.ReportAllocs()
	for b.Loop() {
		solvers.SolveAll(solver, load.Puzzles, solvers.Limits{}, results)
	}
	var nodes, updates uint64
	for i := range results {
		if err := load.Check(i, &results[i]); err != nil {
			b.Fatalf("%s: %v", load.Case(i), err)
		}
		nodes += results[i].Nodes
		updates += results[i].Updates
	}
	b.ReportMetric(float64(nodes), measure.UnitNodes)
	b.ReportMetric(float64(updates), measure.UnitUpdates)
}
