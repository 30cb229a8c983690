package ranking

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/judge"
	"gridjudge/harness/results"
)

// process is an accepted program on a set with some cases.
func process(solver string, cases int, cpu, start time.Duration) *results.Result {
	r := &results.Result{Benchmark: results.Benchmark{Set: "poj3074/x", Solver: solver}, Process: true, Start: start}
	r.Verdict, r.Cases, r.Passed, r.Time = judge.Accepted, cases, cases, cpu
	r.Samples = []*results.Sample{{Passes: 1, CPU: cpu, Wall: cpu}}
	return r
}

// TestTimesThatAreMostlyStarts do not rank: a start says nothing about the search, however different two starts are.
func TestTimesThatAreMostlyStarts(t *testing.T) {
	const ms = time.Millisecond
	small, large := process("small", 100, 7*ms/5, ms), process("large", 100, 10*ms, 6*ms)
	g := OrderResults([]*results.Result{small, large}, false)[0]
	assert.True(t, g.Pairs[1][0].Start)
	assert.True(t, g.Pairs[0][1].Start)
	for _, e := range g.Rows {
		assert.Equal(t, Rank{1, 2}, e.Rank, e.Name)
		assert.Zero(t, e.Ratio.Center*0, e.Name)
	}
	assert.Contains(t, g.Answer(), NotApart)
	assert.NotContains(t, g.Answer(), "as fast")
	_, err := json.Marshal(g)
	require.NoError(t, err, "no ratio is no number that JSON lacks")

	for what, g := range map[string]*Group{
		"less than half":       OrderResults([]*results.Result{process("a", 100, 3*ms, ms), process("b", 100, 30*ms, ms)}, false)[0],
		"an unknown start":     OrderResults([]*results.Result{process("a", 100, 3*ms, results.UnknownStart), process("b", 100, 30*ms, 0)}, false)[0],
		"one process for each": OrderResults([]*results.Result{process("a", 1, 3*ms, ms), process("b", 1, 30*ms, ms)}, false)[0],
	} {
		assert.False(t, g.Pairs[1][0].Start, what)
		assert.Equal(t, Rank{1, 1}, g.Rows[0].Rank, what)
	}
	single := process("single", 100, 300*ms, 2*ms)
	assert.False(t, single.MostlyStart())
	single.PerCase = true // a start for each case
	assert.True(t, single.MostlyStart())
	solved := process("fewer", 100, 3*ms, 2*ms)
	solved.Verdict, solved.Passed = judge.WrongAnswer, 50
	g = OrderResults([]*results.Result{small, solved}, false)[0]
	assert.False(t, g.Pairs[1][0].Start, "the cases solved decide")
	assert.Equal(t, Rank{1, 1}, g.Rows[0].Rank)
	assert.True(t, g.Ranked(g.Rows[0]), "so its rank is shown, although its time is mostly the start")

	g = OrderResults([]*results.Result{small, large}, false)[0]
	assert.False(t, g.Ranked(g.Rows[0]))
}

// A set on which somebody's time is mostly the start counts in no sum, no ratio and no span of ratios.
func TestSetsThatAreMostlyStartsDoNotOrder(t *testing.T) {
	const ms = time.Millisecond
	on := func(set string, r *results.Result) *results.Result {
		r.Set = set
		return r
	}
	all := func() []*results.Result {
		return []*results.Result{
			on("p/easy", process("a", 100, 4*ms, ms)), on("p/easy", process("b", 100, 12*ms, 10*ms)),
			on("p/hard", process("a", 100, 90*ms, ms)), on("p/hard", process("b", 100, 30*ms, 10*ms)),
		}
	}
	g := OrderResults(all(), false)[0]
	assert.Equal(t, []string{"p/hard"}, g.Sets)
	assert.Len(t, g.LeftOut, 1)
	assert.Equal(t, "b", g.Rows[0].Name)
	assert.InDelta(t, 3, g.Pairs[1][0].Effect.Ratio.Center, 1e-9)
	fewer := all()
	fewer[0].Verdict, fewer[0].Passed = judge.WrongAnswer, 50
	assert.Equal(t, []string{"p/easy", "p/hard"}, OrderResults(fewer, false)[0].Sets, "there the cases decide")
	assert.Equal(t, []string{"p/easy"}, OrderResults(all()[:2], false)[0].Sets, "no other set is left")
}

// Times that were taken once settle nothing below the least difference, on however many sets one of them is shorter.
func TestOnePassDoesNotSettleWhatIsTooSmall(t *testing.T) {
	order := func(factor float64) *Group {
		var all []*results.Result
		for i := range 12 {
			for name, took := range map[string]float64{"a": 1e8, "b": 1e8 * factor} {
				r := process(name, 100, time.Duration(took), time.Millisecond)
				r.Set = fmt.Sprintf("p/%02d", i)
				all = append(all, r)
			}
		}
		return OrderResults(all, false)[0]
	}
	assert.Equal(t, Rank{1, 2}, order(1.009).Rows[0].Rank)
	assert.Equal(t, Rank{1, 1}, order(1.02).Rows[0].Rank)
}
