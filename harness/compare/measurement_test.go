package compare

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/corpus/cases"
	"gridjudge/harness/bench"
	"gridjudge/harness/judge"
	"gridjudge/harness/results"
	"gridjudge/harness/sandbox"
)

func TestProgramsTakeTheirPartsInTurns(t *testing.T) {
	cells := manyCells(1)
	var log []string
	m := noisy(1)
	a := &logging{simulated{machine: m, cells: cells}, "a", &log}
	b := &logging{simulated{machine: m, cells: cells}, "b", &log}
	e := measure(t, a, b, 3, 2, 8)
	var who strings.Builder
	for _, line := range log {
		who.WriteByte(line[0])
	}
	assert.Contains(t, []string{"abbaabbaabbaabba" + "baabbaabbaabbaab", "baabbaabbaabbaab" + "abbaabbaabbaabba"}, who.String())
	for arm := range 2 {
		samples := e.results(arm)[0].Samples
		require.Len(t, samples, 2, "one sample a round")
		for _, sample := range samples {
			assert.Equal(t, 100, sample.Passes, "a sample of 8 parts has all passes")
			assert.EqualValues(t, 1000, sample.Nodes, "a pass has as many nodes in a sample as in its parts")
		}
		one, other := e.chosen[0].withItself(arm, results.UnitCPU)
		assert.Len(t, one, 2, "two halves of each sample")
		assert.Len(t, other, 2)
		assert.InDelta(t, samples[0].PerPass(samples[0].CPU), (one[0]+other[0])/2, 3, "the halves make the whole")
	}
}

// faulty gives a different answer in the third part of a sample, from a given start on.
type faulty struct {
	simulated
	from int // the first faulty start; starts count from 1, and the one for judging is the first
}

func (p *faulty) Start(ctx context.Context, cpu int) (StartedTarget, error) {
	p.simulated.Start(ctx, cpu)
	return p, nil
}

func (p *faulty) TakePart(ctx context.Context, q bench.Request) (*results.Sample, error) {
	if q.Index == 2 && len(p.cpus) >= p.from {
		return nil, &results.Failure{Verdict: judge.WrongAnswer, Facts: judge.Facts{
			Ran: true, BuiltIn: true, Finding: cases.Finding{Match: cases.Wrong, Reason: "another answer"},
		}}
	}
	return p.simulated.TakePart(ctx, q)
}

func TestAFaultInOnePartSpoilsTheSample(t *testing.T) {
	cells := manyCells(1)
	m := noisy(1)
	good, bad := &simulated{machine: m, cells: cells}, &faulty{simulated: simulated{machine: m, cells: cells}}
	f, err := (&Experiment{Settings: Settings{Request: results.Request{Settings: results.Settings{Seed: 1, Rounds: 10, MinTime: 5 * partTime}}, Rules: DefaultRules}, Targets: [2]Target{good, bad}}).Run(t.Context())
	require.NoError(t, err)
	require.Len(t, f.Found, 1)
	assert.Equal(t, Regression, f.Found[0].Verdict)
	assert.Contains(t, f.Found[0].Reason, "another answer")
	assert.Empty(t, f.Results[1][0].Samples, "nothing of that sample counts")
	assert.Len(t, bad.order, 2, "no part is asked for after the fault")
}

// The first samples of a suspect exaggerate, because it was selected for them.
func TestOnlyFreshSamplesDecide(t *testing.T) {
	cells := manyCells(2)
	m := &simulatedMachine{rand: rand.New(rand.NewPCG(1, 0)), noise: 0.001}
	old := &simulated{machine: m, cells: cells}
	new := &simulated{machine: m, cells: cells, slower: map[results.Benchmark]float64{cells[0]: 0.1}}
	f, err := (&Experiment{Settings: Settings{Request: results.Request{Settings: results.Settings{Seed: 1, Rounds: 10}}, Rules: DefaultRules}, Targets: [2]Target{old, new}}).Run(t.Context())
	require.NoError(t, err)
	assert.Equal(t, 40, f.Again)
	c := &f.Found[0]
	require.Equal(t, cells[0], c.Benchmark)
	assert.Equal(t, Regression, c.Verdict)
	assert.True(t, c.Again)
	assert.Equal(t, roundsOf(retestLooks(40))[0], c.Effect.Ratio.N, "decided at the first look of the second measurement")
	first := roundsOf(screeningLooks(10))[0]
	assert.Len(t, f.Results[1][0].Samples, first, "those of the first measurement are as they were")
}

// A suspect that fails before the first look of the second measurement is no longer accepted.
func TestAFaultInTheSecondMeasurementIsARegression(t *testing.T) {
	cells := manyCells(2)
	m := &simulatedMachine{rand: rand.New(rand.NewPCG(1, 0)), noise: 0.001}
	good := &simulated{machine: m, cells: cells}
	bad := &faulty{simulated{machine: m, cells: cells, slower: map[results.Benchmark]float64{cells[0]: 0.1}}, 1 + 10 + 1}
	f, err := (&Experiment{Settings: Settings{Request: results.Request{Settings: results.Settings{Seed: 1, Rounds: 10, MinTime: 5 * partTime}}, Rules: DefaultRules}, Targets: [2]Target{good, bad}}).Run(t.Context())
	require.NoError(t, err)
	assert.Equal(t, cells[:1], f.Suspects)
	assert.Equal(t, Regression, f.Found[0].Verdict)
	assert.Contains(t, f.Found[0].Reason, "no longer accepted: WA: ")
}

func TestARejectedBenchmarkIsNotMeasured(t *testing.T) {
	cells := manyCells(2)
	m := noisy(1)
	good, bad := &simulated{machine: m, cells: cells}, &rejected{simulated{machine: m, cells: cells}, cells[1]}
	f, err := (&Experiment{Settings: Settings{Request: results.Request{Settings: results.Settings{Seed: 1, Rounds: 6}}, Rules: DefaultRules}, Targets: [2]Target{good, bad}}).Run(t.Context())
	require.NoError(t, err)
	assert.NotContains(t, good.order, cells[1])
	at := slices.IndexFunc(f.Found, func(c Comparison) bool { return c.Benchmark == cells[1] })
	assert.Equal(t, Regression, f.Found[at].Verdict)
	assert.Contains(t, f.Found[at].Reason, "no longer accepted: TLE")
}

// rejected exceeds a time limit in one benchmark.
type rejected struct {
	simulated
	cell results.Benchmark
}

func (p *rejected) Start(context.Context, int) (StartedTarget, error) { return p, nil }

func (p *rejected) Judge(ctx context.Context, b results.Benchmark, audit bool) (*results.Result, int, error) {
	if b == p.cell {
		return &results.Result{Benchmark: b, Outcome: judge.Outcome{Verdict: judge.TimeLimit, Cases: 10}}, 0, nil
	}
	return p.simulated.Judge(ctx, b, audit)
}

// hurried exceeds a time limit in every benchmark the first time.
type hurried struct {
	simulated
	judged map[results.Benchmark]int
	killed sandbox.Cause // the reason, the first time
}

func (p *hurried) Start(context.Context, int) (StartedTarget, error) { return p, nil }

func (p *hurried) Judge(ctx context.Context, b results.Benchmark, audit bool) (*results.Result, int, error) {
	if p.judged[b]++; p.judged[b] == 1 {
		return &results.Result{Benchmark: b, Outcome: judge.Outcome{Verdict: judge.TimeLimit, Cases: 10, Facts: judge.Facts{Killed: p.killed}}}, 0, nil
	}
	return p.simulated.Judge(ctx, b, audit)
}

func TestWhoWasTooSlowBesideTheOtherIsJudgedAgain(t *testing.T) {
	cells := manyCells(3)
	m := noisy(1)
	old := &hurried{simulated{machine: m, cells: cells}, map[results.Benchmark]int{}, sandbox.NotKilled}
	found, err := contest(t.Context(), old, &simulated{machine: m, cells: cells}, 1, DefaultRules)
	require.NoError(t, err)
	for _, c := range found {
		assert.True(t, c.Compared(), "%v: %s", c.Benchmark, c.Reason)
	}
	assert.Equal(t, 2, old.judged[cells[0]])
	both := [2]*hurried{}
	for i := range both {
		both[i] = &hurried{simulated{machine: m, cells: cells}, map[results.Benchmark]int{}, sandbox.NotKilled}
	}
	found, err = contest(t.Context(), both[0], both[1], 1, DefaultRules)
	require.NoError(t, err)
	assert.Equal(t, NotTimed, found[0].Verdict)
	assert.Equal(t, 1, both[0].judged[cells[0]], "where both are too slow, nothing is decided by it")
	for i := range both { // but each may have waited for the other one
		both[i] = &hurried{simulated{machine: m, cells: cells}, map[results.Benchmark]int{}, sandbox.KilledWall}
	}
	found, err = contest(t.Context(), both[0], both[1], 1, DefaultRules)
	require.NoError(t, err)
	assert.True(t, found[0].Compared(), "%v: %s", found[0].Benchmark, found[0].Reason)
}

func TestPartsOutlastBursts(t *testing.T) {
	// On this machine, half of all stretches of 50 ms, chosen at random, are slower by a third. So neighbouring
	// samples of 100 ms do not share a drift.
	cells := manyCells(10)
	scatter := func(parts int) (ratio, floor float64) {
		m := &simulatedMachine{rand: rand.New(rand.NewPCG(7, 0)), flash: 0.33}
		p := &simulated{machine: m, cells: cells}
		e := measure(t, p, p, 1, 10, parts)
		sum, n := 0.0, 0
		for _, cell := range cells {
			for i, a := range e.cpu(0, cell) {
				x := math.Log(a / e.cpu(1, cell)[i])
				sum, n = sum+x*x, n+1
			}
		}
		return math.Sqrt(sum / float64(n)), halvesFloor(e.chosen)
	}
	whole, wholeFloor := scatter(1)
	parts, partsFloor := scatter(20)
	t.Logf("scatter of a program's ratio to itself: %.1f %% whole, %.1f %% in parts; floors %.1f and %.1f %%", 100*whole, 100*parts, 100*wholeFloor, 100*partsFloor)
	assert.Less(t, 3*parts, whole)
	assert.Less(t, 2*partsFloor, wholeFloor)
}

func TestBothProgramsAreBoundToTheSameProcessor(t *testing.T) {
	cells := manyCells(2)
	m := noisy(1)
	a, b := &simulated{machine: m, cells: cells}, &simulated{machine: m, cells: cells}
	_, err := (&Experiment{Settings: Settings{Request: results.Request{Settings: results.Settings{Seed: 1, Rounds: 6}}}, Targets: [2]Target{a, b}, CPUs: []int{3, 5}}).Measure(t.Context())
	require.NoError(t, err)
	assert.Equal(t, []int{-1, 3, 3, 5, 5, 3, 3}, a.cpus, "a start for judging, and one for each round, on the next processor every second time")
	assert.Equal(t, a.cpus, b.cpus)
	measure(t, a, b, 1, 1, 1)
	assert.Equal(t, []int{-1, -1}, a.cpus[7:], "unbound, where no processor is named")
}

var errBroken = errors.New("broken")

// broken cannot be started.
type broken struct{}

func (broken) Start(context.Context, int) (StartedTarget, error) { return nil, errBroken }

func TestATargetThatCannotBeStartedEndsTheExperiment(t *testing.T) {
	good := &simulated{machine: noisy(1), cells: manyCells(1)}
	_, err := (&Experiment{Settings: Settings{Request: results.Request{Settings: results.Settings{Rounds: 6}}}, Targets: [2]Target{good, broken{}}}).Measure(t.Context())
	require.ErrorIs(t, err, errBroken)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = (&Experiment{Settings: Settings{Request: results.Request{Settings: results.Settings{Rounds: 6}}}, Targets: [2]Target{good, good}}).Run(ctx)
	require.ErrorIs(t, err, context.Canceled)
}

// counting judges a benchmark of a problem that asks for the number of all solutions.
type counting struct{ simulated }

func (p *counting) Start(ctx context.Context, cpu int) (StartedTarget, error) {
	_, err := p.simulated.Start(ctx, cpu)
	return p, err
}

func (p *counting) Judge(ctx context.Context, b results.Benchmark, audit bool) (*results.Result, int, error) {
	r, passes, err := p.simulated.Judge(ctx, b, audit)
	r.Solutions = results.All
	return r, passes, err
}

func TestSolutionsNeedAProblemThatDoesNotCountAll(t *testing.T) {
	m := noisy(1)
	old, new := &counting{simulated{machine: m, cells: manyCells(1)}}, &counting{simulated{machine: m, cells: manyCells(1)}}
	request := results.Request{Verb: "compare", Out: t.TempDir(), Settings: results.Settings{Seed: 1, Rounds: 10, Solutions: 2, MinTime: 5 * partTime}}
	e := &Experiment{Settings: Settings{Request: request, Rules: DefaultRules}, Targets: [2]Target{old, new}}
	_, err := e.Run(t.Context())
	var refused *InputError
	require.ErrorAs(t, err, &refused)
	require.ErrorContains(t, err, "leave out --solutions")
	left, err := os.ReadDir(request.Out)
	require.NoError(t, err)
	require.Empty(t, left, "nothing is recorded")
}

// The place of the code in memory changes times of a microsecond by some percent, so such a change is not a regression.
func TestShortPassesHaveAHigherFloor(t *testing.T) {
	b := manyCells(1)[0]
	for _, row := range []struct {
		pass   time.Duration
		slower float64
		want   Verdict
	}{
		{time.Microsecond, 0.08, BelowFloor},
		{time.Microsecond, 0.25, Regression},
		{time.Millisecond, 0.08, Regression},
	} {
		machine := &simulatedMachine{rand: rand.New(rand.NewPCG(1, 0)), noise: 0.001}
		build := func(slower float64) *simulated {
			return &simulated{pass: row.pass, machine: machine, cells: []results.Benchmark{b}, slower: map[results.Benchmark]float64{b: slower}}
		}
		found, err := contest(t.Context(), build(0), build(row.slower), 1, DefaultRules)
		require.NoError(t, err)
		assert.Equal(t, row.want, found[0].Verdict, "%+v", row)
	}
}
