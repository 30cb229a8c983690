package main

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/bench"
	"gridjudge/harness/compare"
	"gridjudge/harness/doctor"
	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// The long experiments run only where GRIDJUDGE_EXPERIMENT names them (see the
// Makefile); what they printed is kept under results/experiments.
const (
	experimentVariable = "GRIDJUDGE_EXPERIMENT"
	experimentSeed     = 20260101
)

// experiment skips t unless it was asked for, and returns the length of a
// sample and the number of tries.
func experiment(t *testing.T, name string) (sample time.Duration, tries int) {
	if os.Getenv(experimentVariable) != name {
		t.Skipf("takes too long for every day: make experiment-%s", name)
	}
	sample, tries = 100*time.Millisecond, 20
	if d, err := time.ParseDuration(os.Getenv(experimentVariable + "_TIME")); err == nil {
		sample = d
	}
	if n, err := strconv.Atoi(os.Getenv(experimentVariable + "_TRIES")); err == nil {
		tries = n
	}
	m := doctor.ThisMachine()
	t.Logf("%s, %d cores, %s; load %.1f; samples of %v", m.CPU, m.Cores, m.Go, doctor.Load(), sample)
	return sample, tries
}

// serving is this test binary as a program to measure, with a dial turned.
func serving(sample time.Duration, dial string) compare.Executable {
	return compare.Executable{
		Path: os.Args[0],
		Args: []string{"--time", sample.String(), "--set", "all"},
		Env:  []string{asProgram + "=1", dialVariable + "=" + dial},
	}
}

// fiftyCells are the 50 cells with the shortest passes, all below 50 ms, that are
// accepted.
func fiftyCells(t *testing.T, program compare.Executable) []results.Benchmark {
	started, err := program.Start(t.Context(), -1)
	require.NoError(t, err)
	defer started.Close()
	type timed struct {
		cell results.Benchmark
		pass float64
	}
	var all []timed
	for _, about := range started.Benchmarks() {
		// The sets that take everybody long, or only some, are no part of this.
		if strings.Contains(about.Set, "extreme") || strings.Contains(about.Set, "adversarial") || strings.Contains(about.Set, "hard") {
			continue
		}
		sample, err := started.Sample(t.Context(), bench.Request{Benchmark: about.Benchmark(), Passes: 1})
		require.NoError(t, err)
		if sample.Rejected.IsZero() && sample.Time.CPU < 50*time.Millisecond {
			all = append(all, timed{about.Benchmark(), sample.PerPass(sample.Time.CPU)})
		}
	}
	slices.SortStableFunc(all, func(a, b timed) int { return cmp.Compare(a.pass, b.pass) })
	var cells []results.Benchmark
	for _, c := range all[:min(50, len(all))] {
		cells = append(cells, c.cell)
	}
	t.Logf("%d cells, passes of %v to %v", len(cells), time.Duration(all[0].pass), time.Duration(all[len(cells)-1].pass))
	return cells
}

func TestExperimentPower(t *testing.T) {
	sample, tries := experiment(t, "power")
	const slowdown = 0.03
	cells := fiftyCells(t, serving(sample, ""))
	r := rand.New(rand.NewPCG(experimentSeed, 1))
	pool := &compare.Resampler{
		Rules: compare.DefaultRules, Rounds: 10, Again: 30, Rand: r,
		Old: map[results.Benchmark][]float64{}, New: map[results.Benchmark][]float64{},
	}
	found, others, inconclusive := 0, 0, 0
	for try := range tries {
		target := cells[r.IntN(len(cells))]
		for target.Solver == "sliced" { // the dial would take its batches from it
			target = cells[r.IntN(len(cells))]
		}
		dial := func(more float64) compare.Executable {
			return serving(sample, fmt.Sprintf("%s %s %g", target.Set, target.Solver, more))
		}
		start := time.Now()
		contest := &compare.Experiment{
			Programs: [2]compare.Program{dial(0), dial(slowdown)}, Seed: experimentSeed + uint64(try),
			Rounds: 10, Parts: compare.Parts(sample), CPUs: bench.Processors(), Rules: compare.DefaultRules, Benchmarks: cells, Budget: 2 * time.Minute,
		}
		report, err := contest.Run(t.Context())
		require.NoError(t, err)
		outcome := "missed"
		for _, c := range report.Found {
			switch {
			case c.Exact:
			case c.Benchmark == target:
				outcome = fmt.Sprintf("%s, %+.1f%% [%+.1f, %+.1f], q %.2g, floor %.1f%%", c.Verdict,
					100*(c.Effect.Ratio.Center-1), 100*(c.Effect.Ratio.Lo-1), 100*(c.Effect.Ratio.Hi-1), c.Q, 100*c.Floor)
				if c.Verdict == compare.Regression {
					found++
				}
			case c.Verdict == compare.Regression:
				others++
			case c.Verdict == compare.Inconclusive:
				inconclusive++
			}
		}
		for _, cell := range cells {
			if cell != target {
				pool.Old[cell] = append(pool.Old[cell], report.Arms[0].Values[results.UnitCPU][cell]...)
				pool.New[cell] = append(pool.New[cell], report.Arms[1].Values[results.UnitCPU][cell]...)
			}
		}
		took := time.Since(start)
		t.Logf("try %2d: %s: %s; %d suspects; %.0f s; load %.1f", try+1, target, outcome, len(report.Suspects), took.Seconds(), doctor.Load())
		assert.Less(t, took, 5*time.Minute)
	}
	t.Logf("%g %% in one of %d cells: found in %d of %d tries; other cells: %d regressions, %d inconclusive of %d",
		100*slowdown, len(cells), found, tries, others, inconclusive, tries*(len(cells)-1))
	assert.GreaterOrEqual(t, 20*found, 19*tries, "found at least 19 times of 20")
	pool.Benchmarks = slices.DeleteFunc(slices.Clone(cells), func(c results.Benchmark) bool { return len(pool.Old[c]) == 0 })
	floors := pool.Floors(200)
	pool.Floor = func(c results.Benchmark) float64 { return floors[c.Set] }
	for _, more := range []float64{0.01, 0.02, 0.03, 0.05, 0.10} {
		share, flagged := pool.Power(more, 400)
		t.Logf("resampled from all rounds: %3.0f%% in one cell: found in %.1f%% of 400, others flagged %d times", 100*more, 100*share, flagged)
	}
}

func TestExperimentSilence(t *testing.T) {
	sample, tries := experiment(t, "silence")
	program := serving(sample, "")
	cells := fiftyCells(t, program)
	stop := make(chan struct{})
	defer close(stop)
	go burst(stop)
	regressions, inconclusive, plain, sequential := 0, 0, 0, 0
	for try := range tries {
		start := time.Now()
		contest := &compare.Experiment{
			Programs: [2]compare.Program{program, program}, Seed: experimentSeed + uint64(try),
			Rounds: 10, Parts: compare.Parts(sample), CPUs: bench.Processors(), Rules: compare.DefaultRules, Benchmarks: cells, Budget: 2 * time.Minute,
		}
		report, err := contest.Run(t.Context())
		require.NoError(t, err)
		var here [2]int
		for _, c := range report.Found {
			switch c.Verdict {
			case compare.Regression:
				here[0]++
				t.Logf("  %s %s: %+.1f%%", c.Benchmark, c.Unit, 100*(c.Effect.Ratio.Center-1))
			case compare.Inconclusive:
				here[1]++
			}
		}
		a, b := report.Arms[0].Values[results.UnitWall], report.Arms[1].Values[results.UnitWall]
		p := 0
		for _, cell := range cells {
			if stats.Unpaired(a[cell], b[cell]).P < 0.05 {
				p++
			}
		}
		s, _ := compare.Sequential(cells, a, b)
		t.Logf("try %2d: compare: %d regressions, %d inconclusive; benchstat, same samples: %d; one after the other: %d; %d suspects; %.0f s; load %.1f",
			try+1, here[0], here[1], p, s, len(report.Suspects), time.Since(start).Seconds(), doctor.Load())
		regressions, inconclusive, plain, sequential = regressions+here[0], inconclusive+here[1], plain+p, sequential+s
	}
	t.Logf("A against A, %d times %d cells, one core loaded in bursts: compare flags %d regressions and %d inconclusive; benchstat (wall time, p < 0.05) on the same interleaved samples %d; the same samples split into a first and a second half %d",
		tries, len(cells), regressions, inconclusive, plain, sequential)
	assert.Zero(t, regressions)
}

// burst loads one core: two seconds on, three off. It runs in this process; the
// programs that are measured are others.
func burst(stop <-chan struct{}) {
	for {
		for end := time.Now().Add(2 * time.Second); time.Now().Before(end); {
		}
		select {
		case <-stop:
			return
		case <-time.After(3 * time.Second):
		}
	}
}
