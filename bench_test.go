package main

import (
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"gridjudge/corpus"
	"gridjudge/corpus/cases"
	"gridjudge/harness"
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

// BenchmarkJudging is the overhead of judging over solving: of all contestants on a set of 1,000 small cases, the medians
// of a session of the verb judge and of new solvers that solve the cases, in turn.
//
//	go test -run '^$' -bench Judging -benchtime 100x .
func BenchmarkJudging(b *testing.B) {
	for _, name := range []string{"poj3074/easy", "hust1017/easy"} {
		sets, err := (&testset.Selection{Sets: []string{name}}).Load(context.Background())
		if err != nil {
			b.Fatal(err)
		}
		set := sets[0]
		set.TimeLimit = 0
		list, err := set.All(b.Context())
		if err != nil {
			b.Fatal(err)
		}
		var specs []*solvers.Spec
		for i := range all.Contestants {
			if spec := &all.Contestants[i]; spec.ByDefault() && set.Problem.Takes(spec, false) {
				specs = append(specs, spec)
			}
		}
		solve := func() {
			for _, spec := range specs {
				runner := set.NewRunner(spec)()
				runner.Use(0)
				runner.Lend(list)
				runner.Solve(0, list.Len(), &solvers.Limits{})
			}
		}
		judge := func() {
			s := &bench.Session{Sets: sets, Contestants: bench.Contestants(specs, false, nil)}
			if err := s.Judge(b.Context()); err != nil || len(s.Results) != len(specs) {
				b.Fatal(err, len(s.Results))
			}
		}
		b.Run("set="+strings.ReplaceAll(name, "/", "-"), func(b *testing.B) {
			var times [2][]time.Duration
			for b.Loop() {
				for i, f := range []func(){solve, judge} {
					runtime.GC()
					start := processorTime()
					f()
					times[i] = append(times[i], processorTime()-start)
				}
			}
			median := func(i int) float64 {
				slices.Sort(times[i])
				return float64(times[i][len(times[i])/2]) / float64(list.Len()*len(specs))
			}
			b.ReportMetric(median(0), "solving-ns/case")
			b.ReportMetric(median(1), "judging-ns/case")
			b.ReportMetric(100*(median(1)/median(0)-1), "overhead-%")
		})
	}
}

// processorTime returns that of all threads of this process: a loaded machine prolongs it less than the elapsed time.
func processorTime() time.Duration {
	var t unix.Timespec
	_ = unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &t)
	return time.Duration(t.Nano())
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
