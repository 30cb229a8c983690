package main

import (
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus"
	"gridjudge/corpus/cases"
	"gridjudge/harness"
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
	sets, err := (&testset.Selection{Default: func(s *corpus.Set) bool { return s.Bench }}).Load(context.Background())
	if err != nil {
		b.Fatal(err)
	}
	for _, set := range sets {
		if set.Err != nil {
			b.Fatal(set.Err)
		}
		for i := range all.Contestants {
			spec := &all.Contestants[i]
			if !spec.ByDefault() || !set.Problem.Takes(spec, false) {
				continue
			}
			b.Run("problem="+set.Problem.Name+"/set="+set.Embedded.Name+"/solver="+spec.Name, func(b *testing.B) {
				benchmarkPasses(b, spec, set)
			})
		}
	}
}

func benchmarkPasses(b *testing.B, spec *solvers.Spec, set *testset.TestSet) {
	list, err := set.All(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	runner := set.NewRunner(spec)()
	runner.Load(list)
	runner.Use(0)
	order := make([]int, list.Len())
	for i := range order {
		order[i] = i
	}
	runner.Place(order)
	var limits solvers.Limits
	runner.Solve(0, len(order), &limits) // warm
	b.ReportAllocs()
	for b.Loop() {
		runner.Solve(0, len(order), &limits)
	}
	var nodes, updates uint64
	for i := range order {
		if found := runner.Check(i, &limits); found.Match != cases.Right {
			b.Fatalf("%s#%d: %v", set.Name, i+1, found)
		}
		nodes += runner.Counts(i).Nodes
		updates += runner.Counts(i).Updates
	}
	b.ReportMetric(float64(nodes), results.UnitNodes)
	b.ReportMetric(float64(updates), results.UnitUpdates)
}

// Names and counters are those of the verb bench.
func TestBenchmarkSolveNamesLikeBench(t *testing.T) {
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run", "^$", "-test.bench", "Solve/problem=poj3074/set=generated", "-test.benchtime", "1x")
	printed, err := cmd.Output()
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "go.bench")
	require.NoError(t, os.WriteFile(path, printed, 0o666))
	tested, err := results.Read(path)
	require.NoError(t, err)
	parent := t.TempDir()
	var stderr strings.Builder
	args := []string{"bench", "--set", "poj3074/generated", "--rounds", "1", "--time", "1ms", "--out", parent}
	status := harness.Main(all.Contestants, args, strings.NewReader(""), io.Discard, &stderr)
	require.Equal(t, 0, status, stderr.String())
	dirs, err := results.Find(parent)
	require.NoError(t, err)
	measured, err := results.Read(dirs[0])
	require.NoError(t, err)
	counters := func(r *results.Run) map[results.Benchmark][2]uint64 {
		out := map[results.Benchmark][2]uint64{}
		for _, res := range r.Results {
			require.NotEmpty(t, res.Samples, res.Benchmark)
			for _, s := range res.Samples {
				out[res.Benchmark] = [2]uint64{s.Nodes, s.Updates}
			}
		}
		return out
	}
	assert.Greater(t, len(counters(measured)), 5)
	assert.Equal(t, counters(measured), counters(tested))
}
