package main

import (
	"testing"

	"gridjudge/corpus"
	"gridjudge/harness/bench"
	"gridjudge/harness/results"
	"gridjudge/harness/testset"
	"gridjudge/solvers"
	"gridjudge/solvers/all"
)

// BenchmarkSolve gives plain Go habits the same names and units as the verb
// bench, without its interleaving: an operation is one pass over the set.
//
//	go test -bench 'Solve/problem=poj3074' -count 10 . | tee new.txt
//	go tool benchstat old.txt new.txt
func BenchmarkSolve(b *testing.B) {
	sets, err := (&testset.Selection{Default: func(s *corpus.Set) bool { return s.Bench }}).Load()
	if err != nil {
		b.Fatal(err)
	}
	for _, set := range sets {
		if set.Err != nil {
			b.Fatal(set.Err)
		}
		load := bench.NewWorkload(set)
		for i := range all.Contestants {
			spec := &all.Contestants[i]
			if spec.VariantOf != "" || !spec.Takes(set.Problem.Size) || set.Embedded.Expect[spec.Name] != "" {
				continue
			}
			b.Run("problem="+set.Problem.Name+"/set="+set.Embedded.Name+"/solver="+spec.Name, func(b *testing.B) {
				benchmarkPasses(b, spec, load)
			})
		}
	}
}

func benchmarkPasses(b *testing.B, spec *solvers.Spec, load *bench.Workload) {
	solver := spec.New(load.Puzzles[0].Size())
	answers := make([]solvers.Result, len(load.Puzzles))
	solvers.SolveAll(solver, load.Puzzles, solvers.Limits{}, answers) // warm
	b.ReportAllocs()
	for b.Loop() {
		solvers.SolveAll(solver, load.Puzzles, solvers.Limits{}, answers)
	}
	var nodes, updates uint64
	for i := range answers {
		if err := load.Check(i, &answers[i]); err != nil {
			b.Fatalf("%s: %v", load.Case(i), err)
		}
		nodes += answers[i].Nodes
		updates += answers[i].Updates
	}
	b.ReportMetric(float64(nodes), results.UnitNodes)
	b.ReportMetric(float64(updates), results.UnitUpdates)
}
