package main

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/bench"
	"gridjudge/harness/compare"
	"gridjudge/harness/judge"
	"gridjudge/harness/results"
)

// tiny is a set whose passes are too short for an experiment.
const tiny = "poj3074/tiny"

// simulated is a program whose samples do not take any time. Its times are made up. When a set is judged, a pass takes a
// microsecond on tiny and a millisecond on any other set. In samples, a pass takes a millisecond, with 0.3 % of noise.
type simulated struct {
	rand *rand.Rand
	slow slowdown
}

// simulate makes programs that share one source of noise. slow may alter the slowdown of each program;
// programs are counted from 0.
func simulate(slow func(program int, s slowdown) slowdown) func(*settings) {
	rng := rand.New(rand.NewPCG(3, 0))
	return func(s *settings) {
		program := -1
		s.start = func(injected slowdown) (compare.Target, error) {
			program++
			return &simulated{rng, slow(program, injected)}, nil
		}
	}
}

// effect returns a simulation in which an injected slowdown only has this share of its effect.
func effect(share float64) func(*settings) {
	return simulate(func(_ int, s slowdown) slowdown {
		if s.Share != 0 { // 0 times NaN is not 0
			s.Share *= share
		}
		return s
	})
}

func (p *simulated) Start(context.Context, int) (compare.StartedTarget, error) { return p, nil }
func (p *simulated) Close() error                                              { return nil }

func (p *simulated) Benchmarks() (all []bench.Offer) {
	for i := range 20 {
		b := results.Benchmark{Set: fmt.Sprintf("poj3074/set%c", 'a'+i%10), Solver: fmt.Sprintf("solver%c", 'a'+i/10)}
		all = append(all, bench.Offer{Benchmark: b, Digest: "x"})
	}
	for _, set := range []string{"poj3074/hard", tiny} {
		all = append(all, bench.Offer{Benchmark: results.Benchmark{Set: set, Solver: "solvera"}, Digest: "x"})
	}
	return all
}

// slower returns by which factor a pass takes longer.
func (p *simulated) slower(b results.Benchmark) float64 {
	if b == p.slow.Benchmark {
		return 1 + p.slow.Share
	}
	return 1
}

func (p *simulated) Judge(_ context.Context, b results.Benchmark, _ bool) (*results.Result, int, error) {
	r := &results.Result{Benchmark: b, Outcome: judge.Outcome{Verdict: judge.Accepted, Cases: 10, Passed: 10, Time: time.Millisecond}}
	if b.Set == tiny {
		r.Time = time.Microsecond
	}
	if math.IsNaN(p.slower(b)) {
		r.Verdict = judge.WrongAnswer
	}
	return r, 20, nil
}

func (p *simulated) TakePart(_ context.Context, q bench.Request) (*results.Sample, error) {
	from, to := q.Share(q.Passes)
	passes := to - from
	work := float64(passes) * float64(time.Millisecond) * p.slower(q.Benchmark)
	took := time.Duration(work * math.Exp(0.003*p.rand.NormFloat64()))
	return &results.Sample{Round: q.Round, Passes: passes, Wall: took, CPU: took, Nodes: 1000, Updates: 2000}, nil
}

func TestPower(t *testing.T) {
	for _, row := range []struct {
		effect float64
		why    string
	}{
		{1, ""},
		{0, "the slowdown was found in 0 of 3 tries"},
		{math.NaN(), "the slowdown was found in 0 of 3 tries"}, // a rejected benchmark is a regression, but not found
	} {
		o, err := try(t, "power", effect(row.effect), "-tries", "3", "-benchmarks", "20")
		assert.Len(t, o.rows, 1+3)
		assert.NotContains(t, fmt.Sprint(o.rows), "hard", "sets that take long are left out")
		if row.why == "" {
			require.NoError(t, err)
			assert.Contains(t, o.Summary, "A slowdown of 3 % in one of 20 benchmarks was found in 3 of 3 tries.")
			continue
		}
		require.ErrorIs(t, err, errRefuted)
		assert.ErrorContains(t, err, row.why)
	}
	_, err := try(t, "power", effect(1), "-tries", "1")
	assert.ErrorContains(t, err, "only 20 benchmarks", "passes that are too short are left out")
}

func TestSilence(t *testing.T) {
	o, err := try(t, "silence", effect(1), "-tries", "3", "-benchmarks", "20")
	require.NoError(t, err)
	assert.Len(t, o.rows, 1+3)
	assert.Contains(t, o.Summary, "compare called 0 comparisons regressions and 0 inconclusive.")

	slow := slowdown{results.Benchmark{Set: "poj3074/seta", Solver: "solvera"}, 0.1}
	differ := simulate(func(program int, s slowdown) slowdown {
		if program > 0 && program%2 == 0 { // the first one is asked for its benchmarks
			return slow
		}
		return s
	})
	_, err = try(t, "silence", differ, "-tries", "2", "-benchmarks", "20")
	require.ErrorIs(t, err, errRefuted)
	assert.ErrorContains(t, err, "2 comparisons of a program with itself were called regressions")
}

// The other tests only simulate the programs that are measured.
func TestThisProgramIsMeasured(t *testing.T) {
	s := &settings{sets: "poj3074/sample", benchmarks: 2, sample: time.Millisecond}
	s.start = s.thisProgram
	benchmarks, err := s.shortest(t.Context())
	require.NoError(t, err)
	require.Len(t, benchmarks, 2)
	program, err := s.start(slowdown{benchmarks[1], 3})
	require.NoError(t, err)
	running, err := program.Start(t.Context(), -1)
	require.NoError(t, err)
	r, _, err := running.Judge(t.Context(), benchmarks[1], false)
	require.NoError(t, err)
	assert.True(t, r.Accepted(), "a slowed solver is still right: %s", r.Reason())
	assert.NoError(t, running.Close())

	program, err = s.start(slowdown{results.Benchmark{Set: "poj3074/sample", Solver: "nobody"}, 3})
	require.NoError(t, err)
	_, err = program.Start(t.Context(), -1)
	assert.ErrorContains(t, err, "unknown solver", "the slowdown reaches the program")
}
