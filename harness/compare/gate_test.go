package compare

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/bench"
	"gridjudge/harness/judge"
	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

func TestTheGateFindsAnInjectedSlowdown(t *testing.T) {
	cells := manyCells(50)
	target := cells[17]
	found, others := 0, 0
	const tries = 100
	for try := range uint64(tries) {
		m := noisy(try)
		old := &simulated{machine: m, cells: cells}
		new := &simulated{machine: m, cells: cells, slower: map[results.Benchmark]float64{target: 0.03}}
		cs, err := contest(t.Context(), old, new, try, DefaultRules)
		require.NoError(t, err)
		for _, cell := range flagged(cs) {
			if cell == target {
				found++
			} else {
				others++
			}
		}
	}
	assert.GreaterOrEqual(t, found, 95, "3 %% in one of 50 benchmarks, found so often in %d tries", tries)
	assert.LessOrEqual(t, others, 1, "other benchmarks flagged in %d tries of 49", tries)
}

func TestTheGateIsSilentOnTheSameProgram(t *testing.T) {
	cells := manyCells(50)
	sequential := 0
	for try := range uint64(20) {
		m := noisy(100 + try)
		p := &simulated{machine: m, cells: cells}
		cs, err := contest(t.Context(), p, p, try, DefaultRules)
		require.NoError(t, err)
		assert.Empty(t, flagged(cs), "try %d: A against A", try+1)

		// For comparison: on the same machine, all samples of A before all samples of B, and plain p < 0.05.
		a, b := measure(t, p, p, try, 10, 1), measure(t, p, p, try, 10, 1)
		for _, cell := range cells {
			if stats.Unpaired(a.cpu(0, cell), b.cpu(0, cell)).P < 0.05 {
				sequential++
			}
		}
	}
	assert.Greater(t, sequential, 100, "the simulated machine is bad enough to fool a sequential comparison")
}

// Drift within a run makes independent samples scatter. It cancels out in the ratio of the two samples of a round.
func TestRatiosOfRoundsSeeThroughDrift(t *testing.T) {
	cells := manyCells(50)
	target := cells[17]
	needed := stats.FalseDiscoveries / float64(len(cells)) // the p-value that the correction demands of a single change
	independent, paired := 0, 0
	const tries = 20
	for try := range uint64(tries) {
		m := noisy(try)
		old, new := &simulated{machine: m, cells: cells}, &simulated{machine: m, cells: cells, slower: map[results.Benchmark]float64{target: 0.03}}
		e := measure(t, old, new, try, 30, 1)
		before, after := e.cpu(0, target), e.cpu(1, target)
		if stats.Unpaired(before, after).P < needed {
			independent++
		}
		if stats.Paired(before, after).P < needed {
			paired++
		}
	}
	t.Logf("a slowdown of 3 %% in one of 50 benchmarks is significant in %d of %d tries as independent samples, in %d as ratios", independent, tries, paired)
	assert.Equal(t, tries, paired)
	assert.Less(t, independent, tries/2)
}

func TestProgramsAreInterleavedAndMirrored(t *testing.T) {
	cells := manyCells(10)
	m := noisy(1)
	var log []string
	logged := func(name string) Target {
		return &logging{simulated{machine: m, cells: cells}, name, &log}
	}
	measure(t, logged("a"), logged("b"), 3, 4, 1)
	require.Len(t, log, 4*2*len(cells))
	for i := 0; i < len(log); i += 2 {
		assert.NotEqual(t, log[i][:1], log[i+1][:1], "both sides of a cell follow each other at %d", i)
		assert.Equal(t, log[i][1:], log[i+1][1:], "both sides of a cell follow each other at %d", i)
	}
	for round := 0; round < 4; round += 2 {
		there := slices.Clone(log[round*20 : round*20+20])
		back := slices.Clone(log[round*20+20 : round*20+40])
		slices.Reverse(back)
		assert.Equal(t, there, back, "round %d is the mirror image of the one before, sides included", round+2)
	}
	first := 0
	for i := 0; i < 20; i += 2 {
		if log[i][0] == 'a' {
			first++
		}
	}
	assert.Positive(t, first, "not always the same one first")
	assert.Less(t, first, 10, "not always the same one first")
}

// logging notes which target measures which benchmark.
type logging struct {
	simulated
	name string
	log  *[]string
}

func (l *logging) Start(context.Context, int) (StartedTarget, error) { return l, nil }

func (l *logging) TakePart(ctx context.Context, q bench.Request) (*results.Sample, error) {
	*l.log = append(*l.log, l.name+q.Benchmark.String())
	return l.simulated.TakePart(ctx, q)
}

// The table for people marks the benchmarks that were measured again.
func TestWhatWasMeasuredAgainIsMarked(t *testing.T) {
	again := timed(1.05, 1.03, 1.07, 1e-6, 0.01)
	again.Again = true
	for text, c := range map[string]Comparison{"": timed(1.05, 1.03, 1.07, 1e-6, 0.01), "REGRESSION (again)": again} {
		cs := []Comparison{c}
		Decide(cs, DefaultRules)
		cells := tableRow(&cs[0])
		assert.Equal(t, text, cells[len(cells)-1].Text)
		assert.Equal(t, "REGRESSION", cells[len(cells)-1].Value)
	}
}

func TestRowsOfOneSideAreListed(t *testing.T) {
	cells := manyCells(4)
	m := noisy(1)
	old := &simulated{machine: m, cells: cells[:3]}
	new := &simulated{machine: m, cells: cells[1:]}
	cs, err := contest(t.Context(), old, new, 1, DefaultRules)
	require.NoError(t, err)
	assert.Equal(t, OnlyOld, cs[0].Verdict)
	assert.Equal(t, cells[0], cs[0].Benchmark)
	assert.Equal(t, OnlyNew, cs[len(cs)-1].Verdict)
	assert.Equal(t, cells[3], cs[len(cs)-1].Benchmark)
}

// If the screening shows less time and the second measurement does not, the second one decides about the counter.
func TestACounterIsDecidedAnewWithItsTime(t *testing.T) {
	first := []Comparison{timed(0.9, 0.88, 0.92, 1e-6, 0), risen()}
	Decide(first, DefaultRules)
	assert.Equal(t, Traded, first[1].Verdict)
	again := retested(first, []Comparison{timed(1, 0.995, 1.005, 1, 0), risen()}, DefaultRules)
	assert.Equal(t, []Verdict{Same, Regression}, []Verdict{again[0].Verdict, again[1].Verdict})
	assert.Equal(t, []bool{true, false}, []bool{again[0].Again, again[1].Again})

	cells := manyCells(3)
	m := noisy(5)
	old := &simulated{machine: m, cells: cells}
	new := &simulated{
		machine: m, cells: cells, nodes: map[results.Benchmark]uint64{cells[1]: 1100}, slower: map[results.Benchmark]float64{cells[1]: -0.3},
	}
	cs, err := contest(t.Context(), old, new, 1, DefaultRules)
	require.NoError(t, err)
	assert.Equal(t, Better, (&Findings{Found: cs}).Weightiest())
	assert.Contains(t, Answer(cs, DefaultRules), "faster with more nodes or updates on 1 of 3 ")
}

func TestTheFloorIsOfTheSizeOfTheNoise(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	var arms [2][]*results.Result
	for _, cell := range manyCells(20) {
		for i := range arms {
			var values []float64
			for range 20 {
				values = append(values, 1e6*math.Exp(0.01*random.NormFloat64()))
			}
			arms[i] = append(arms[i], resultWith(cell, values...))
		}
	}
	c := &Calibration{Rounds: DefaultRounds}
	c.draw(arms, random)
	assert.Len(t, c.Floor, 10)
	for set, floor := range c.Floor {
		assert.InDelta(t, 0.01, floor, 0.009, set)
		assert.Equal(t, []string{"solvera", "solverb"}, c.Solvers[set])
	}
}

// TestThePrecisionOfTheFloor measures the precision that README.md states. It compares the floor of a set with the
// floor from 1,000 rounds.
func TestThePrecisionOfTheFloor(t *testing.T) {
	const tries, solversOfASet = 100, 5
	random := rand.New(rand.NewPCG(1, 1))
	floor := func(rounds int) float64 {
		var arms [2][]*results.Result
		for solver := range solversOfASet {
			for i := range arms {
				var values []float64
				for range rounds {
					values = append(values, 1e6*math.Exp(0.01*random.NormFloat64()))
				}
				arms[i] = append(arms[i], resultWith(results.Benchmark{Set: "s", Solver: string(rune('a' + solver))}, values...))
			}
		}
		c := &Calibration{Rounds: DefaultRounds}
		c.draw(arms, random)
		return c.Floor["s"]
	}
	figures := func(rounds int) (mean, scatter float64) {
		var squares float64
		for range tries {
			f := floor(rounds)
			mean, squares = mean+f/tries, squares+f*f/tries
		}
		return mean, math.Sqrt(squares - mean*mean)
	}
	truth, _ := figures(1000)
	for _, most := range []struct {
		rounds        int
		bias, scatter float64
	}{{DefaultRounds, 0.25, 0.25}, {4 * DefaultRounds, 0.1, 0.12}} {
		mean, scatter := figures(most.rounds)
		t.Logf("%d rounds: the floor is %+.0f %% too high, and scatters by %.0f %%", most.rounds, 100*(mean/truth-1), 100*scatter/truth)
		assert.InDelta(t, 1, mean/truth, most.bias)
		assert.Less(t, scatter/truth, most.scatter)
	}
}

// TestWhatIsMostlyTheStartIsTold: a comparison of programs notes each set whose time is mostly the start of
// processes, and leaves the set out of the mean.
func TestWhatIsMostlyTheStartIsTold(t *testing.T) {
	program := func(set string, start, cpu time.Duration) *results.Result {
		r := &results.Result{Benchmark: results.Benchmark{Set: set, Solver: programName}, Process: true, Start: start}
		r.Verdict, r.Cases, r.Passed = judge.Accepted, 5, 5
		for range 10 {
			r.Samples = append(r.Samples, &results.Sample{Passes: 1, CPU: cpu, Wall: cpu})
		}
		return r
	}
	const ms = time.Millisecond
	old := []*results.Result{program("p/a", ms, 10*ms), program("p/b", ms, 10*ms), program("p/tiny", 4*ms, 5*ms)}
	new := []*results.Result{program("p/a", ms, 5*ms), program("p/b", ms, 5*ms), program("p/tiny", 4*ms, 5*ms)}
	f := &Findings{Rules: DefaultRules}
	f.Found = Compare(old, new, func(results.Benchmark) float64 { return 0 }, f.Rules, stats.Paired)
	starts := 0
	for _, note := range f.Table().Notes {
		if strings.Contains(note, "start of processes") {
			starts++
			assert.Contains(t, note, "p/tiny")
		}
	}
	assert.Equal(t, 1, starts)
	assert.Contains(t, Answer(f.Found, f.Rules), "on 2 sets is -50.0 %", "of the two that are not mostly starts")
}

// TestNothingTimedIsInconclusive, whatever else is only on one side and in whichever order they come.
func TestNothingTimedIsInconclusive(t *testing.T) {
	one, not := Comparison{Verdict: OnlyOld}, Comparison{Verdict: NotTimed}
	assert.Equal(t, NotTimed, (&Findings{Found: []Comparison{one, not}}).Weightiest())
	assert.Equal(t, NotTimed, (&Findings{Found: []Comparison{not, one}}).Weightiest())
	assert.Equal(t, Same, (&Findings{Found: []Comparison{not, {Verdict: Same}}}).Weightiest())
	assert.Empty(t, (&Findings{}).Weightiest())
}
