package ranking

import (
	"encoding/json"
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
}
