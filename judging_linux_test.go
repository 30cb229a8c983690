package main

import (
	"context"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"gridjudge/harness/bench"
	"gridjudge/harness/testset"
	"gridjudge/solvers"
	"gridjudge/solvers/all"
)

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
			if spec := &all.Contestants[i]; spec.ByDefault() && set.Takes(spec, false) {
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

// processorTime returns the processor time of all threads of this process: a loaded machine prolongs it less than the elapsed time.
func processorTime() time.Duration {
	var t unix.Timespec
	_ = unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &t)
	return time.Duration(t.Nano())
}
