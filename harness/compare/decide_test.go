package compare

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/results"
	"gridjudge/harness/stats"
)

// timed is a comparison of times with a given effect.
func timed(center, lo, hi, p, floor float64) Comparison {
	return Comparison{Unit: results.UnitCPU, Effect: stats.Effect{Ratio: stats.Interval{Center: center, Lo: lo, Hi: hi, N: 10}, P: p}, Floor: floor}
}

func TestDecide(t *testing.T) {
	inf := math.Inf(1)
	for _, row := range []struct {
		why  string
		c    Comparison
		want Verdict
	}{
		{"all three hold", timed(1.05, 1.03, 1.07, 1e-6, 0.01), Regression},
		{"not significant", timed(1.05, 1.03, 1.07, 0.2, 0.01), Inconclusive},
		{"the interval reaches into what is allowed", timed(1.05, 1.005, 1.07, 1e-6, 0.01), Inconclusive},
		{"certain, but within the noise floor", timed(1.05, 1.03, 1.07, 1e-6, 0.06), BelowFloor},
		{"certain and slow, but within the noise floor", timed(1.034, 1.027, 1.044, 0.2, 0.06), BelowFloor},
		{"uncertain and within the noise floor", timed(1.05, 0.99, 1.07, 0.2, 0.06), Same},
		{"within what is allowed", timed(1.009, 1.001, 1.02, 1e-6, 0), Slight},
		{"faster, perhaps within what is allowed", timed(0.979, 0.970, 0.992, 8e-4, 0), Slight},
		{"no change is within the interval", timed(0.979, 0.970, 1, 8e-4, 0), Same},
		{"faster", timed(0.9, 0.88, 0.92, 1e-6, 0.01), Better},
		{"faster, but within the floor", timed(0.98, 0.97, 0.985, 1e-6, 0.05), BelowFloor},
		{"much faster, but within a high floor", timed(0.792, 0.773, 0.921, 1e-6, 0.31), BelowFloor},
		{"faster and beyond both, but not significant among so many", timed(0.8, 0.78, 0.82, 0.2, 0.01), Inconclusive},
		{"too few samples", timed(1.0, -inf, inf, 1, 0), Inconclusive},
		{"more nodes", Comparison{Counter: true, Old: always(100), New: always(101)}, Regression},
		{"fewer nodes", Comparison{Counter: true, Old: always(100), New: always(99)}, Better},
		{"the same nodes", Comparison{Counter: true, Old: always(100), New: always(100)}, Same},
		{"decided before", Comparison{Verdict: OnlyNew}, OnlyNew},
	} {
		cs := []Comparison{row.c}
		Decide(cs, DefaultRules)
		assert.Equal(t, row.want, cs[0].Verdict, row.why)
	}
}

// always is a counter that had the same value in every sample.
func always(n float64) stats.Interval { return stats.Interval{Center: n, Lo: n, Hi: n, N: 1} }

// risen is a counter that rose from 100 to 101.
func risen() Comparison {
	return Comparison{Unit: results.UnitNodes, Counter: true, Old: always(100), New: always(101)}
}

// More nodes are not a regression if the time is surely better. Nothing else excuses them.
func TestMoreNodesInLessTimeAreNoRegression(t *testing.T) {
	slow, uncertain := timed(1.05, 1.03, 1.07, 1e-6, 0.01), timed(0.9, 0.88, 0.92, 0.2, 0.01)
	for _, row := range []struct {
		why    string
		time   Comparison
		want   Verdict
		answer string
		status Verdict
	}{
		{"faster", timed(0.9, 0.88, 0.92, 1e-6, 0.01), Traded, "new is faster with more nodes on 1 of 1 set (1.09x to 1.14x as fast, intervals included).", Better},
		{"the same", timed(1, 0.995, 1.005, 1, 0.01), Regression, "new is a regression (not clearly faster) with more nodes on 1 of 1 set.", Regression},
		{"faster within the allowed change", timed(0.995, 0.99, 0.999, 1e-6, 0), Regression, "new is a regression (not clearly faster) with more nodes on 1 of 1 set.", Regression},
		{"below the floor", timed(0.9, 0.88, 0.92, 1e-6, 0.2), Regression, "new is a regression (not clearly faster) with more nodes on 1 of 1 set.", Regression},
		{"inconclusive", uncertain, Regression, "new is a regression (not clearly faster) with more nodes on 1 of 1 set.", Regression},
		{"slower", slow, Regression, "new is slower on 1 of 1 set (3.0 to 7.0 % more time, intervals included).", Regression},
	} {
		cs := []Comparison{row.time, risen()}
		Decide(cs, DefaultRules)
		assert.Equal(t, row.want, cs[1].Verdict, row.why)
		assert.Equal(t, row.status, (&Findings{Found: cs}).Weightiest(), row.why)
		assert.Equal(t, row.answer, Answer(cs, DefaultRules), row.why)
	}
	other := timed(0.9, 0.88, 0.92, 1e-6, 0.01)
	other.Benchmark.Set = "other"
	cs := []Comparison{other, timed(1, 0.99, 1.005, 1, 0), risen()}
	Decide(cs, DefaultRules)
	assert.Equal(t, Regression, cs[2].Verdict, "another benchmark that is faster does not pay for it")
}

// The answer names a regression exactly if the exit status is 1, and something undecided exactly if it would
// otherwise be 4.
func TestTheAnswerIsOneSentenceThatAgreesWithTheStatus(t *testing.T) {
	at := func(set string, c Comparison, more ...Comparison) (cs []Comparison) {
		for _, c := range append([]Comparison{c}, more...) {
			c.Benchmark = results.Benchmark{Set: set, Solver: "x"}
			cs = append(cs, c)
		}
		return cs
	}
	faster, same := timed(0.77, 0.75, 0.79, 1e-6, 0), timed(1, 0.995, 1.005, 1, 0)
	for _, row := range []struct {
		want   string
		status Verdict
		found  [][]Comparison
	}{
		{"There is nothing to compare.", 0, nil},
		{"new is not shown to differ on 2 of 2 sets (up to 0.5 % more time is not excluded).", Same, [][]Comparison{at("a", same), at("b", same)}},
		{"new is not shown to differ on 1 of 1 set (up to 0.03 % more time is not excluded).", Same, [][]Comparison{at("a", timed(0.99, 0.97, 1.0003, 0.2, 0))}},
		{"new is not shown to differ on 1 of 1 set (more time is excluded).", Same, [][]Comparison{at("a", timed(0.99, 0.97, 1, 0.2, 0))}},
		{"new is perhaps negligibly different on 1 of 1 set (time -3.0 to -0.8 %, intervals included).", Slight, [][]Comparison{at("a", timed(0.982, 0.97, 0.992, 0.2, 0))}},
		{
			"new is faster on 2 of 5 sets (1.27x to 2.00x as fast, intervals included), faster with more nodes on 1 (1.27x to 1.33x as fast, intervals included), not shown to differ on 2 (up to 0.5 % more time is not excluded). The geometric mean of the changes on 5 sets is -21.0 %.", Better,
			[][]Comparison{at("a", faster), at("b", timed(0.52, 0.5, 0.54, 1e-6, 0)), at("c", faster, risen()), at("d", same), at("e", same)},
		},
		{
			"new is faster on 1 of 2 sets (1.27x to 1.33x as fast, intervals included), slower on 1 (3.0 to 7.0 % more time, intervals included). The geometric mean of the changes on 2 sets is -10.1 %.", Regression,
			[][]Comparison{at("a", faster), at("b", timed(1.05, 1.03, 1.07, 1e-6, 0.01))},
		},
		{
			"new is faster on 1 of 2 sets (1.27x to 1.33x as fast, intervals included), a regression (not clearly faster) with more nodes on 1. The geometric mean of the changes on 2 sets is -12.3 %.", Regression,
			[][]Comparison{at("a", faster), at("b", same, risen())},
		},
		{
			"new is no longer accepted on 1 of 3 sets, accepted now on 1, not compared on 1.", Regression, [][]Comparison{
				at("a", Comparison{Verdict: Regression}), at("b", Comparison{Verdict: Better}), at("c", Comparison{Verdict: OnlyOld}),
			},
		},
		{
			"new is not shown to differ on 1 of 3 sets (up to 0.5 % more time is not excluded), below the noise floor on 1, inconclusive on 1.", Inconclusive,
			[][]Comparison{at("a", same), at("b", timed(1.05, 1.03, 1.07, 1e-6, 0.06)), at("c", timed(1.05, 1.005, 1.07, 1e-6, 0))},
		},
	} {
		found := slices.Concat(row.found...)
		Decide(found, DefaultRules)
		assert.Equal(t, row.want, Answer(found, DefaultRules))
		assert.Equal(t, row.status, (&Findings{Found: found}).Weightiest(), row.want)
	}
	two := append(at("a", same), Comparison{Benchmark: results.Benchmark{Set: "a", Solver: "y"}, Verdict: OnlyNew})
	Decide(two, DefaultRules)
	assert.Equal(t, "new is not shown to differ on 1 of 2 benchmarks (up to 0.5 % more time is not excluded), not compared on 1.", Answer(two, DefaultRules))
}

// TestNothingThatExcludesNoChangeIsNotShownToDiffer: a benchmark whose interval excludes 0 is never "not shown to
// differ", whatever the interval, the floor and the rules are. And no text says "0.0 %" of a change that is not 0.
func TestNothingThatExcludesNoChangeIsNotShownToDiffer(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	seen := map[Verdict]int{}
	for range 10_000 {
		ends := []float64{0, 0, 0}
		scale := math.Pow(10, -4*random.Float64()) // from 100 % to 0.01 %
		for i := range ends {
			ends[i] = math.Exp(scale * (random.Float64() - 0.5))
		}
		slices.Sort(ends)
		cs := []Comparison{timed(ends[1], ends[0], ends[2], random.Float64()/10, random.Float64()/10)}
		rules := []Rules{DefaultRules, {Allow: DefaultRules.Allow, Doubt: busyMachine}, {Allow: random.Float64() / 10}}[random.IntN(3)]
		Decide(cs, rules)
		excluded := ends[0] > 1 || ends[2] < 1
		seen[cs[0].Verdict]++
		require.False(t, excluded && cs[0].Verdict == Same, "%v", ends)
		require.False(t, !excluded && cs[0].Verdict == Slight, "%v", ends)
		text := Answer(cs, rules)
		require.NotRegexp(t, `\b0\.0 `, text)
		require.NotRegexp(t, `[-+]0\.0\b`, (&Findings{Found: cs}).Table().Rows[0][5].Text, "%v", ends)
	}
	for _, v := range []Verdict{Same, Slight, Better, Regression, BelowFloor, Inconclusive} {
		assert.NotZero(t, seen[v], v)
	}
}

func TestManyComparisonsAreCorrectedFor(t *testing.T) {
	one := []Comparison{timed(1.05, 1.03, 1.07, 0.01, 0)}
	Decide(one, DefaultRules)
	assert.Equal(t, Regression, one[0].Verdict, "alone, p = 0.01 is significant")
	many := []Comparison{timed(1.05, 1.03, 1.07, 0.01, 0)}
	for range 49 {
		many = append(many, timed(1, 0.99, 1.01, 0.5, 0))
	}
	Decide(many, DefaultRules)
	assert.Equal(t, Inconclusive, many[0].Verdict, "among 50 it is not")
}

func TestTheWeightiestVerdict(t *testing.T) {
	of := func(vs ...Verdict) Verdict {
		r := &Findings{}
		for _, v := range vs {
			r.Found = append(r.Found, Comparison{Verdict: v})
		}
		return r.Weightiest()
	}
	assert.Equal(t, Better, of(Same, Better, OnlyOld, OnlyNew, NotTimed, OtherSet))
	assert.Equal(t, Inconclusive, of(Same, Inconclusive, Better))
	assert.Equal(t, BelowFloor, of(Same, BelowFloor))
	assert.Equal(t, Regression, of(Inconclusive, Regression, Same))
	assert.Empty(t, of())
}

func TestMoreNodesAreARegressionAtOnce(t *testing.T) {
	cells := manyCells(3)
	m := noisy(5)
	old := &simulated{machine: m, cells: cells}
	new := &simulated{machine: m, cells: cells, nodes: map[results.Benchmark]uint64{cells[1]: 1001}}
	cs, err := contest(t.Context(), old, new, 1, DefaultRules)
	require.NoError(t, err)
	assert.Equal(t, Regression, (&Findings{Found: cs}).Weightiest())
	cs, err = contest(t.Context(), new, old, 1, DefaultRules)
	require.NoError(t, err)
	assert.NotEqual(t, Regression, (&Findings{Found: cs}).Weightiest())
}
