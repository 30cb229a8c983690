package ranking

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/judge"
	"gridjudge/harness/results"
)

// process returns an accepted result of a program on a set with some cases.
func process(solver string, cases int, cpu, start time.Duration) *results.Result {
	r := &results.Result{Benchmark: results.Benchmark{Set: "poj3074/x", Solver: solver}, Process: true, Start: start}
	r.Verdict, r.Cases, r.Passed, r.Time = judge.Accepted, cases, cases, cpu
	r.Samples = []*results.Sample{{Passes: 1, CPU: cpu, Wall: cpu}}
	return r
}

// TestTimesThatAreMostlyStarts: such times do not rank, because a start says nothing about the search, however
// different two starts are.
func TestTimesThatAreMostlyStarts(t *testing.T) {
	const ms = time.Millisecond
	small, large := process("small", 100, 7*ms/5, ms), process("large", 100, 10*ms, 9*ms)
	g := OrderResults([]*results.Result{small, large}, false)[0]
	assert.True(t, g.Pairs[1][0].Start)
	assert.True(t, g.Pairs[0][1].Start)
	for _, e := range g.Rows {
		assert.False(t, g.Ranked(e), e.Name)
		assert.Zero(t, e.Rank, e.Name)
	}
	assert.Contains(t, g.Answer().String(), "not told apart: most of the time of small and large is the start")
	assert.NotContains(t, g.Answer().String(), "as fast")
	data, err := json.Marshal(g.Rows)
	require.NoError(t, err)
	assert.NotContains(t, string(data), "_rank", "what tables do not show, the data of a page does not have")

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

// A time that is mostly the start of a process may still decide: a program whose search alone takes longer is slower.
func TestAStartDoesNotHideASlowSearch(t *testing.T) {
	const ms = time.Millisecond
	for _, test := range []struct {
		quick, slow, startOfSlow time.Duration
		apart                    bool
	}{{37, 328, 35, true}, {37, 80, 35, true}, {37, 70, 35, false}, {37, 328, 300, false}} {
		g := OrderResults([]*results.Result{process("slow", 100, test.slow*ms, test.startOfSlow*ms), process("quick", 100, test.quick*ms, 30*ms)}, false)[0]
		require.Equal(t, "quick", g.Rows[0].Name)
		require.True(t, g.Pairs[1][0].Start)
		assert.Zero(t, g.Rows[1].Ratio.Center, "there is no ratio")
		assert.Equal(t, test.apart, g.Ranked(g.Rows[0]), test)
		want := Undecided
		if test.apart {
			want = Ahead
		}
		assert.Equal(t, want, g.Pairs[0][1].Relation, test)
		kind, named := NotToldApart, "of quick"
		if test.apart {
			kind = FirstWithoutRatio
		}
		if 2*test.startOfSlow > test.slow {
			named = "of quick and slow"
		}
		assert.Equal(t, kind, g.Answer().Kind)
		assert.True(t, strings.Contains(g.Answer().String(), named+" is the start"), "who is no start is not named: %s", g.Answer())
	}
}

// A set on which the time of a contestant is mostly start counts in the sum, but does not have a ratio of its own.
func TestSetsThatAreMostlyStartsHaveNoRatio(t *testing.T) {
	const ms = time.Millisecond
	on := func(set string, r *results.Result) *results.Result {
		r.Set = "p/" + set
		return r
	}
	g := OrderResults([]*results.Result{
		on("lost", process("mine", 100, 505*ms, 5*ms)), on("lost", process("dlx", 100, 58*ms, 40*ms)),
		on("won", process("mine", 100, 60*ms, 5*ms)), on("won", process("dlx", 100, 174*ms, 40*ms)),
		on("even", process("mine", 100, 500*ms, 5*ms)), on("even", process("dlx", 100, 500*ms, 40*ms)),
	}, false)[0]
	assert.Len(t, g.Sets, 3)
	assert.Equal(t, "dlx", g.Rows[0].Name, "in all it took less time")
	assert.InDelta(t, 1065.0/732, g.Rows[1].Ratio.Center, 1e-9)
	assert.Contains(t, g.Answer().String(), "by set 0.34 to 1.00, not on lost: mostly start)")

	// The set is named even if only one other set is left. A single ratio has no range, so only the name is shown.
	g = OrderResults([]*results.Result{
		on("lost", process("mine", 100, 505*ms, 5*ms)), on("lost", process("dlx", 100, 58*ms, 40*ms)),
		on("even", process("mine", 100, 1000*ms, 5*ms)), on("even", process("dlx", 100, 1000*ms, 40*ms)),
	}, false)[0]
	assert.Contains(t, g.Answer().String(), "mostly start on lost)")

	// If such a set is more than a tenth of the total time of a contestant, it would decide: mine is three times as
	// fast on the other set.
	g = OrderResults([]*results.Result{
		on("lost", process("mine", 100, 505*ms, 5*ms)), on("lost", process("dlx", 100, 58*ms, 40*ms)),
		on("won", process("mine", 100, 60*ms, 5*ms)), on("won", process("dlx", 100, 174*ms, 40*ms)),
	}, false)[0]
	assert.True(t, g.Pairs[1][0].Start)
	assert.Zero(t, g.Rows[1].Ratio.Center)
	assert.NotContains(t, g.Answer().String(), "as fast")
}

// Times that were taken once settle nothing if they differ by less than the least difference, on however many sets one
// of them is shorter.
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

// A contestant whose time is mostly start has no rank, but it may be the first one all the same. So the sentence names it,
// even if the second one is certainly slower.
func TestWhoMayBeFirstIsNamed(t *testing.T) {
	const ms = time.Millisecond
	for _, start := range []time.Duration{310 * ms, ms} {
		g := OrderResults([]*results.Result{
			process("mine", 100, 100*ms, ms), process("slow", 100, 300*ms, ms), process("other", 100, 320*ms, start),
		}, false)[0]
		answer, open := g.Answer(), start > ms
		assert.Equal(t, open, slices.Contains(answer.Leaders, "other"), "%s", answer)
		assert.Equal(t, !open, strings.HasPrefix(answer.String(), "mine is first"), "%s", answer)
	}
}
