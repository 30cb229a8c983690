package main

import (
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus"
	"gridjudge/corpus/cases"
	"gridjudge/corpus/covers"
	"gridjudge/harness/bench"
	"gridjudge/harness/cli"
	"gridjudge/harness/results"
	"gridjudge/harness/testset"
	"gridjudge/solvers"
	"gridjudge/solvers/all"
	"gridjudge/solvers/dlx"
	"gridjudge/solvers/links"
)

// BenchmarkSolve gives plain Go habits the same names and units as the verb
// bench, without its interleaving: an operation is one pass over the set.
// Its cpu-ns/op is the processor time of the thread, which a loaded machine disturbs less than ns/op.
//
//	go test -bench 'Solve/problem=poj3074' -count 10 . | tee new.txt
//	go test -bench 'Solve/problem=xc/set=hard' -count 10 . | tee new.txt
//	go tool benchstat old.txt new.txt
func BenchmarkSolve(b *testing.B) {
	sets, err := (&testset.Selection{Default: benchmarked}).Load(context.Background())
	if err != nil {
		b.Fatal(err)
	}
	for _, set := range sets {
		if set.Err != nil {
			b.Fatal(set.Err)
		}
		for _, spec := range benchmarkedOn(set, all.Contestants) {
			b.Run("problem="+set.Problem.Name+"/set="+set.Embedded.Name+"/solver="+spec.Name, func(b *testing.B) {
				benchmarkPasses(b, spec, set)
			})
		}
	}
}

// benchmarked reports whether a set has benchmarks: if it is of exact cover, or the verb bench measures it where no set is
// named. Not on the worst matrices: some contestants do not end there.
func benchmarked(s *corpus.Set) bool {
	_, matrices := s.Problem.Family.(*covers.Format)
	return s.Bench || matrices && s.Name != "worst"
}

// benchmarkedOn returns the contestants that are measured on a set.
func benchmarkedOn(set *testset.TestSet, contestants []solvers.Spec) (measured []*solvers.Spec) {
	for i := range contestants {
		if spec := &contestants[i]; spec.ByDefault() && set.Takes(spec, false) {
			measured = append(measured, spec)
		}
	}
	return measured
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
	runtime.LockOSThread() // the clock reads the processor time of this thread
	defer runtime.UnlockOSThread()
	var clock bench.SystemClock
	start := clock.Read()
	for b.Loop() {
		runner.Solve(0, len(order), &limits)
	}
	b.ReportMetric(float64(clock.Read().Sub(start).CPU)/float64(b.N), results.UnitCPU)
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

// The benchmarks have the same names and counters as the verb bench, for grids and for matrices. Each also reports its
// processor time.
func TestBenchmarkSolveNamesLikeBench(t *testing.T) {
	for set, contestants := range map[string]int{"poj3074/generated": 6, "xc/easy": 5} {
		problem, name, _ := strings.Cut(set, "/")
		only := "^BenchmarkSolve$/^problem=" + problem + "$/^set=" + name + "$"
		cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run", "^$", "-test.bench", only, "-test.benchtime", "1x")
		printed, err := cmd.Output()
		require.NoError(t, err)
		path := filepath.Join(t.TempDir(), "go.bench")
		require.NoError(t, os.WriteFile(path, printed, 0o666))
		tested, err := results.Read(path)
		require.NoError(t, err)
		for _, res := range tested.Results {
			for _, s := range res.Samples {
				assert.Positive(t, s.CPU, res.Benchmark)
			}
		}
		parent := t.TempDir()
		var stderr strings.Builder
		args := []string{"bench", "--set", set, "--rounds", "1", "--time", "1ms", "--out", parent}
		status := cli.Main(all.Contestants, args, strings.NewReader(""), io.Discard, &stderr)
		require.Equal(t, 0, status, stderr.String())
		dirs, err := results.Find(parent)
		require.NoError(t, err)
		measured, err := results.Read(dirs[0])
		require.NoError(t, err)
		assert.GreaterOrEqual(t, len(counters(t, measured)), contestants)
		assert.Equal(t, counters(t, measured), counters(t, tested))
	}
}

// counters returns the nodes and updates of each benchmark.
func counters(t *testing.T, r *results.Run) map[results.Benchmark][2]uint64 {
	out := map[results.Benchmark][2]uint64{}
	for _, res := range r.Results {
		require.NotEmpty(t, res.Samples, res.Benchmark)
		for _, s := range res.Samples {
			out[res.Benchmark] = [2]uint64{s.Nodes, s.Updates}
		}
	}
	return out
}

// The benchmarks of the set easy, which the README names, measure a contestant whatever it takes: one size of grids from
// 9x9, or matrices alone.
func TestEveryKindOfContestantIsBenchmarked(t *testing.T) {
	sets, err := (&testset.Selection{Default: benchmarked}).Load(t.Context())
	require.NoError(t, err)
	grids := func(size int) solvers.Spec { return solvers.Spec{Name: "foo", Sizes: []int{size}, New: dlx.Spec.New} }
	for about, contestant := range map[string]solvers.Spec{
		"9x9": grids(9), "16x16": grids(16), "matrices": {Name: "foo", NewCover: links.New},
	} {
		var on []string
		for _, set := range sets {
			if set.Embedded.Name == "easy" && len(benchmarkedOn(set, []solvers.Spec{contestant})) > 0 {
				on = append(on, set.Name)
			}
		}
		assert.NotEmpty(t, on, "a contestant for %s has no benchmark with set=easy", about)
	}
}
