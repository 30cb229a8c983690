package ranking

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/judge"
	"gridjudge/harness/machine"
	"gridjudge/harness/results"
)

// timed returns an accepted result with these samples.
func timed(seconds ...float64) *results.Result {
	r := &results.Result{Outcome: judge.Outcome{Verdict: judge.Accepted, Passed: 10, Cases: 10}}
	for _, t := range seconds {
		r.Samples = append(r.Samples, &results.Sample{Passes: 1, Wall: time.Duration(math.Round(1e9 * t))})
	}
	return r
}

// failing returns a rejected result that solved some of ten cases, with this PAR2: the limit is so small that the penalty
// is 0.
func failing(solved int, seconds float64) *results.Result {
	r := &results.Result{Outcome: judge.Outcome{Verdict: judge.WrongAnswer, Passed: solved, Cases: 10, Time: time.Duration(1e9 * seconds)}}
	r.Limits.Set = 1
	return r
}

// run returns a bare run with results, whose keys are "set solver".
func run(of map[string]*results.Result, order ...string) *results.Run {
	run := &results.Run{Label: "r"}
	for _, name := range order {
		r := *of[name]
		fmt.Sscanf(name, "%s %s", &r.Set, &r.Solver)
		run.Results = append(run.Results, &r)
	}
	return run
}

// ordered ranks the results of a run.
func ordered(of map[string]*results.Result, order ...string) []*Group {
	return Order([]*results.Run{run(of, order...)})
}

func around(center float64, rounds int) []float64 {
	out := make([]float64, rounds)
	for i := range out {
		out[i] = center * (1 + 0.001*float64(i%3-1))
	}
	return out
}

// Few short samples scatter: a factor of two decides only if it holds in every round.
func TestAFactorOfTwoMustHoldInEveryRound(t *testing.T) {
	for _, c := range []struct {
		slow   []float64
		decide bool
	}{{[]float64{3, 3}, true}, {[]float64{1, 9}, false}, {[]float64{3, 3, 3, 3, 1.5}, false}, {[]float64{3, 3, 3, 3, 2.5}, true}} {
		fast := slices.Repeat([]float64{1}, len(c.slow))
		g := ordered(map[string]*results.Result{"p/x fast": timed(fast...), "p/x slow": timed(c.slow...)}, "p/x fast", "p/x slow")[0]
		assert.Equal(t, c.decide, pairOf(t, g, "slow", "fast").Relation == Behind, c.slow)
	}
}

// PAR2 needs a time limit for its penalty. Without one, times decide nothing between contestants that leave cases
// unsolved; only the number of solved cases does.
func TestWithoutATimeLimitOnlySolvedCasesDecide(t *testing.T) {
	unlimited := func(solved int, seconds float64) *results.Result {
		r := failing(solved, seconds)
		r.Limits.Set = 0
		return r
	}
	g := ordered(map[string]*results.Result{
		"p/x fast": unlimited(5, 1), "p/x slow": unlimited(5, 9), "p/x more": unlimited(6, 99), "p/x all": timed(around(1, 10)...),
	}, "p/x fast", "p/x slow", "p/x more", "p/x all")[0]
	ranks := map[string]string{}
	for _, e := range g.Rows {
		ranks[e.Name] = e.Rank.String()
	}
	assert.Equal(t, map[string]string{"all": "1", "more": "2", "fast": "3-4", "slow": "3-4"}, ranks)
	assert.True(t, pairOf(t, g, "slow", "fast").NoRatio())
	g = ordered(map[string]*results.Result{"p/x fast": unlimited(5, 1), "p/x slow": unlimited(5, 9)}, "p/x fast", "p/x slow")[0]
	assert.Equal(t, NotToldApart, g.Answer().Kind)
	assert.NotContains(t, g.Answer().String(), "as fast")
}

func TestRankingByHand(t *testing.T) {
	groups := ordered(map[string]*results.Result{
		"p/x fast":  timed(around(1, 10)...),
		"p/x slow":  timed(around(2, 10)...),
		"p/x twin":  timed(around(1, 10)...),
		"p/x fails": failing(9, 0.5),
		"p/y fast":  timed(around(3, 10)...),
		"p/y slow":  timed(around(4, 10)...),
		"p/y twin":  timed(around(3, 10)...),
		"p/y fails": timed(around(0.1, 10)...),
		"p/z fast":  timed(around(9, 10)...),
	}, "p/x fast", "p/x slow", "p/x twin", "p/x fails", "p/y fast", "p/y slow", "p/y twin", "p/y fails", "p/z fast")
	require.Len(t, groups, 1)
	p := groups[0]
	assert.Equal(t, []string{"p/x", "p/y"}, p.Sets)
	assert.Equal(t, []string{"p/z: not every solver has a result there"}, p.LeftOut)
	type row struct {
		solver             string
		solved, best, last int
		par2               float64
	}
	var rows []row
	for _, r := range p.Rows {
		rows = append(rows, row{r.Contestant, r.Solved, r.Best, r.Worst, math.Round(r.NS/1e6) / 1000})
	}
	assert.Equal(t, []row{{"fast", 20, 1, 2, 4}, {"twin", 20, 1, 2, 4}, {"slow", 20, 3, 3, 6}, {"fails", 19, 4, 4, 0.6}}, rows,
		"who solved fewer comes last, however fast it is")
	assert.InDelta(t, 1.5, p.Rows[2].Ratio.Center, 1e-9)
	assert.Equal(t, Undecided, p.Pairs[0][1].Relation)
	assert.Equal(t, Ahead, p.Pairs[0][2].Relation)
	assert.Equal(t, Behind, p.Pairs[2][0].Relation)
	assert.True(t, p.Pairs[3][0].Exact())
	assert.InDelta(t, 2.0/1024*3/2, p.Pairs[2][0].Q, 1e-12, "two of three timed pairs have the p-value 2/1024 of ten of ten rounds")
}

func TestASetThatNobodyPassesHidesNoRatio(t *testing.T) {
	of := map[string]*results.Result{
		"p/x fast": timed(around(1, 10)...), "p/x slow": timed(around(2, 10)...),
		"p/y fast": failing(3, 900), "p/y slow": failing(3, 900),
	}
	order := []string{"p/x fast", "p/x slow", "p/y fast", "p/y slow"}
	g := ordered(of, order...)[0]
	assert.Equal(t, []string{"p/x"}, g.Sets)
	assert.Equal(t, []string{"p/y: nobody is accepted there"}, g.LeftOut)
	assert.InDelta(t, 2, g.Rows[1].Ratio.Center, 0.01)
	of["p/y fast"] = failing(4, 900)
	g = ordered(of, order...)[0]
	assert.Equal(t, []string{"p/x", "p/y"}, g.Sets, "one passed more cases")
	assert.Empty(t, g.LeftOut)
	g = ordered(of, "p/x fast", "p/y fast")[0]
	assert.Equal(t, []string{"p/x", "p/y"}, g.Sets, "of a single contestant")
	assert.Empty(t, g.LeftOut)
	g = ordered(of, "p/y slow")[0]
	assert.Equal(t, []string{"p/y"}, g.Sets, "no other set is left")
}

func TestRankingOfFewResults(t *testing.T) {
	assert.Empty(t, Order(nil))
	one := ordered(map[string]*results.Result{"p/x a": timed(1)}, "p/x a")
	require.Len(t, one, 1)
	assert.Equal(t, [2]int{1, 1}, [2]int{one[0].Rows[0].Best, one[0].Rows[0].Worst})
	none := ordered(map[string]*results.Result{
		"p/x a": failing(0, 20), "p/x b": failing(0, 20),
	}, "p/x a", "p/x b")
	assert.Zero(t, none[0].Rows[0].Rank, "nothing solved, no rank")
	assert.Zero(t, none[0].Rows[1].Ratio, "nor a ratio of penalties")
	apart := ordered(map[string]*results.Result{"p/x a": timed(1), "p/y a": timed(1), "p/z b": timed(1)}, "p/x a", "p/y a", "p/z b")
	assert.Equal(t, []string{"b: it shares no set with all other solvers"}, apart[0].LeftOut)
	few := ordered(map[string]*results.Result{"p/x a": timed(1, 1, 1), "p/x b": timed(2, 2, 2)}, "p/x a", "p/x b")
	assert.Equal(t, Undecided, few[0].Pairs[0][1].Relation, "three rounds decide nothing")
	assert.Equal(t, BySets, few[0].Pairs[0][1].By)
	twofold := ordered(map[string]*results.Result{"p/x a": timed(1, 1, 1), "p/x b": timed(2.1, 2.1, 2.1)}, "p/x a", "p/x b")
	assert.Equal(t, Ahead, twofold[0].Pairs[0][1].Relation, "but for more than a factor of two")
	cut := run(map[string]*results.Result{"p/x a": timed(1, 2, 3), "p/y a": timed(10, 20), "q/x a": timed(1)}, "p/x a", "p/y a", "q/x a")
	a := Order([]*results.Run{cut})[0].Entrants[0]
	mine, others := par2OfRounds(a, a, []string{"p/x", "p/y"})
	assert.Equal(t, [2][]float64{{11e9, 22e9}, {11e9, 22e9}}, [2][]float64{mine, others},
		"a run that is cut short has as many rounds as its shortest set")
}

// TestTheWorstRunOfAPoolCounts: cases, verdict and PAR2 all come from one run, the run with the fewest solved cases.
func TestTheWorstRunOfAPoolCounts(t *testing.T) {
	p := &Pool{Results: []*results.Result{timed(1), failing(9, 2), failing(3, 4)}}
	p.Results[1].Verdict = judge.RuntimeError // a graver verdict, but in a run that passed more cases
	assert.Equal(t, 3, p.Solved())
	assert.Same(t, p.Results[2], p.Rejected())
	assert.InDelta(t, 4e9, p.PAR2().NS, 1)
	p.Results[0].Verdict, p.Results[0].Tally = judge.JudgeError, judge.Tally{judge.JudgeError: 1}
	assert.Same(t, p.Results[0], p.Rejected(), "of a judge error nothing is known")
	assert.Nil(t, (&Pool{Results: []*results.Result{timed(1), timed(2)}}).Rejected())
}

func TestPairsOfSetsByHand(t *testing.T) {
	groups := ordered(map[string]*results.Result{
		"p/x dlx": timed(around(4, 10)...), "p/x a": timed(around(2, 10)...), "p/x b": timed(around(8, 10)...),
		"p/y dlx": timed(around(1, 10)...), "p/y a": timed(around(3, 10)...),
		"p/z a": timed(around(3, 10)...),
	}, "p/x dlx", "p/x a", "p/x b", "p/y dlx", "p/y a", "p/z a")
	type row struct {
		set, solver, other string
		ratio              float64
		relation           Relation
	}
	rows := func(pairs []*Pair) (out []row) {
		for _, p := range pairs {
			out = append(out, row{p.Set, p.Solver, p.Other, math.Round(100*p.Effect.Ratio.Center) / 100, p.Relation})
		}
		return out
	}
	winners, against := PerSet(groups)
	assert.Equal(t, []row{{"p/x", "a", "dlx", 0.5, Ahead}, {"p/x", "b", "dlx", 2, Behind}, {"p/y", "a", "dlx", 3, Behind}}, rows(against))
	assert.Equal(t, []row{{"p/x", "a", "dlx", 0.5, Ahead}, {"p/y", "dlx", "a", 0.33, Ahead}}, rows(winners))
}

// If one run accepted a contestant and another one rejected it, the accepted pass decides nothing.
func TestNoPassCountsWhereRunsDisagree(t *testing.T) {
	runs := []*results.Run{{}, {}}
	pool := func(rs ...*results.Result) *Entrant {
		return &Entrant{On: map[string]*Pool{"p/x": {Results: rs, Runs: runs}}}
	}
	six, fails := []float64{1, 1, 1, 1, 1, 1}, failing(8, 7)
	right, flaky := pool(timed(six...), timed(six...)), pool(timed(six...), fails)
	as, bs := par2OfRounds(right, flaky, []string{"p/x"})
	assert.Len(t, as, 12)
	assert.Equal(t, []float64{fails.PAR2().NS}, slices.Compact(bs))
	as, _ = par2OfRounds(flaky, pool(fails, fails), []string{"p/x"})
	assert.Empty(t, as)
	assert.Empty(t, flaky.On["p/x"].Times())
	assert.Len(t, right.On["p/x"].Times(), 12)

	before, after := &results.Cases{}, &results.Cases{}
	recorded := &Recorded{cases: map[*results.Run][]*results.Cases{runs[0]: {after}, runs[1]: {before}}}
	for i, run := range runs {
		run.Manifest = &results.Manifest{Started: time.Unix(int64(9-i), 0)}
	}
	assert.Same(t, after, recorded.Cases(right.On["p/x"]), "the latest run")
	assert.Same(t, before, recorded.Cases(flaky.On["p/x"]), "the one that rejected it")
}

// TestSetsOfAMergedRunKeepTheirOrder: each shard has every other set, but the order stays.
func TestSetsOfAMergedRunKeepTheirOrder(t *testing.T) {
	sets := []string{"poj3074/c", "poj3074/b", "poj3074/a"}
	merged := run(map[string]*results.Result{"poj3074/c dlx": timed(1), "poj3074/b dlx": timed(2), "poj3074/a dlx": timed(3)},
		"poj3074/c dlx", "poj3074/b dlx", "poj3074/a dlx")
	build := &results.Manifest{Plan: results.Plan{Executable: "1"}}
	merged.Origins = []*results.Manifest{build, build}
	merged.Results[1].Origin = 1
	groups := Order([]*results.Run{merged})
	require.Len(t, groups, 1)
	assert.Equal(t, sets, groups[0].Sets)
}

// TestTheLegendNamesTheMachineOfEachClass, also if shards of one run were measured on two machines.
func TestTheLegendNamesTheMachineOfEachClass(t *testing.T) {
	merged := run(map[string]*results.Result{"p/x dlx": timed(1), "q/x dlx": timed(2)}, "p/x dlx", "q/x dlx")
	merged.Manifest = new(results.Manifest)
	for i, cpu := range []string{"First CPU", "Second CPU"} {
		merged.Origins = append(merged.Origins, &results.Manifest{Machine: machine.Machine{CPU: cpu}, Plan: results.Plan{Executable: "1"}})
		merged.Results[i].Origin = i
	}
	lines := Legend(Classes([]*results.Run{merged}))
	require.Len(t, lines, 3)
	assert.Regexp(t, `^\[1\] .*First CPU`, lines[0])
	assert.Regexp(t, `^\[2\] .*Second CPU`, lines[1])
	assert.NotContains(t, lines[0], "Second")
	assert.NotContains(t, lines[1], "First")
}

// More rounds must not settle less than few rounds do. A ratio beyond two in all rounds is settled, however many pairs
// the correction has to consider.
func TestMoreRoundsSettleNoLess(t *testing.T) {
	for rounds := 2; rounds <= 12; rounds++ {
		of := map[string]*results.Result{"p/x fast": timed(around(1, rounds)...), "p/x slow": timed(around(20, rounds)...)}
		order := []string{"p/x fast", "p/x slow"}
		for i := range 12 { // equal ones, which make many pairs
			name := fmt.Sprintf("q/x same%d", i)
			of[name], order = timed(around(5, rounds)...), append(order, name)
		}
		for _, e := range ordered(of, order...)[0].Rows {
			assert.Equal(t, e.Best, e.Worst, "%s, %d rounds: %v", e.Name, rounds, e.Rank)
		}
	}
}

// A page compares with dlx on sets where dlx takes part, whichever reference is faster there, and with links elsewhere.
func TestPerSetComparesWithTheFirstReference(t *testing.T) {
	groups := ordered(map[string]*results.Result{
		"p/x links": timed(around(1, 10)...), "p/x dlx": timed(around(2, 10)...), "p/x a": timed(around(3, 10)...),
		"q/x links": timed(around(1, 10)...), "q/x a": timed(around(3, 10)...),
	}, "p/x links", "p/x dlx", "p/x a", "q/x links", "q/x a")
	_, against := PerSet(groups)
	var others []string
	for _, pair := range against {
		others = append(others, pair.Set+" "+pair.Solver+" "+pair.Other)
	}
	assert.ElementsMatch(t, []string{"p/x links dlx", "p/x a dlx", "q/x a links"}, others)
}
