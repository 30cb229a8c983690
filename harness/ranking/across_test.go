package ranking

import (
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/results/resultstest"
)

const ms = time.Millisecond

// days ranks runs of one build that began on the given days, each with its benchmarks.
func days(t *testing.T, rounds int, runs map[int][]resultstest.Benchmark) *Group {
	t.Helper()
	parent := t.TempDir()
	for day, benchmarks := range runs {
		resultstest.Write(t, parent, resultstest.Run{
			Commit: "c", Rounds: rounds, Started: time.Unix(0, 0).Add(time.Duration(day) * 24 * time.Hour), Benchmarks: benchmarks,
		})
	}
	recorded, err := Load([]string{parent}, nil)
	require.NoError(t, err)
	require.Len(t, recorded.Groups, 1)
	return recorded.Groups[0]
}

// pairOf returns how one contestant of a group compares with another one.
func pairOf(t *testing.T, g *Group, solver, other string) *Pair {
	t.Helper()
	for i := range g.Pairs {
		for j := range g.Pairs[i] {
			if i != j && g.Rows[i].Name == solver && g.Rows[j].Name == other {
				return &g.Pairs[i][j]
			}
		}
	}
	t.Fatalf("no pair of %s and %s", solver, other)
	return nil
}

// TestAControlRelatesTwoRuns: if the control took the same time in both runs, contestants of different runs get a ratio,
// and those that a run measured together are still compared round by round.
func TestAControlRelatesTwoRuns(t *testing.T) {
	g := days(t, 10, map[int][]resultstest.Benchmark{
		0: {benchmark("p/x", "dlx", 100*ms), benchmark("p/x", "old", 120*ms)},
		3: {benchmark("p/x", "dlx", 100*ms), benchmark("p/x", "new", 130*ms)},
	})
	p := pairOf(t, g, "new", "old")
	require.NotNil(t, p.Across)
	assert.Equal(t, "dlx", p.Across.Control)
	assert.True(t, p.Across.Holds())
	assert.False(t, p.NoRatio())
	assert.InDelta(t, 130.0/120, p.Effect.Ratio.Center, 0.001)
	assert.Equal(t, BySets, p.By)
	assert.Equal(t, Undecided, p.Relation, "on one set, only a factor of two decides without common rounds")
	for _, other := range []string{"old", "new"} {
		p := pairOf(t, g, other, "dlx")
		assert.Nil(t, p.Across)
		assert.Equal(t, ByRounds, p.By)
		assert.Equal(t, 10, p.Effect.Ratio.N, "the rounds of the run that measured both")
		assert.Equal(t, Behind, p.Relation)
	}
	assert.Len(t, g.Entrant("dlx").On["p/x"].Times(), 20)
	assert.Empty(t, g.LeftOut)
	require.Len(t, g.Additions(), 1)
	assert.Regexp(t, `^new: added 3 days later; control dlx within [0-9.]+ %\.$`, g.Additions()[0])
}

// TestNoControlNoRatio: without a control that agrees, times of different runs never decide, however far they are apart.
func TestNoControlNoRatio(t *testing.T) {
	for name, test := range map[string]struct {
		rounds  int
		control []time.Duration // of dlx on both days; nil if it takes no part
		why     string
	}{
		"no control":           {10, nil, "no solver has times"},
		"slower":               {10, []time.Duration{100 * ms, 105 * ms}, `control dlx took 1\.05`},
		"faster":               {10, []time.Duration{105 * ms, 100 * ms}, `control dlx took 0\.95`},
		"too few to tell":      {3, []time.Duration{100 * ms, 100 * ms}, "control dlx has too few samples"},
		"rejected on one side": {10, []time.Duration{100 * ms, -100 * ms}, "no solver has times"},
	} {
		t.Run(name, func(t *testing.T) {
			runs := map[int][]resultstest.Benchmark{0: {benchmark("p/x", "old", 50*ms)}, 3: {benchmark("p/x", "new", 400*ms)}}
			for i, took := range test.control {
				runs[3*i] = append(runs[3*i], benchmark("p/x", "dlx", took))
			}
			g := days(t, test.rounds, runs)
			p := pairOf(t, g, "new", "old")
			require.False(t, p.Across.Holds())
			assert.True(t, p.NoRatio())
			assert.Zero(t, p.Effect.Ratio.Center)
			assert.Equal(t, Undecided, p.Relation)
			assert.Regexp(t, test.why, p.WhyNoRatio())
			assert.Less(t, g.Entrant("old").Best, g.Entrant("old").Worst, "its rank is open")
			assert.Zero(t, pairOf(t, g, "old", "new").Effect.Ratio.Center)
			if len(g.Rows) == 2 {
				assert.Equal(t, NotToldApart, g.Answer().Kind)
			}
			require.Len(t, g.Additions(), 1)
			assert.Regexp(t, "^No ratio relates new to .*"+test.why, g.Additions()[0])
		})
	}
}

// TestWhatDoesNotAgreeIsNotPooled: the columns of the larger run look as without the other run, in which the machine was
// slower, whichever of the two came first.
func TestWhatDoesNotAgreeIsNotPooled(t *testing.T) {
	for _, day := range []int{0, 5} {
		runs := map[int][]resultstest.Benchmark{
			day: {benchmark("p/x", "dlx", 100*ms), benchmark("p/x", "old", 105*ms), benchmark("p/x", "other", 110*ms)},
		}
		before := days(t, 10, runs)
		runs[3] = []resultstest.Benchmark{benchmark("p/x", "dlx", 120*ms), benchmark("p/x", "new", 110*ms)}
		g := days(t, 10, runs)
		for _, name := range []string{"dlx", "old", "other"} {
			assert.Equal(t, before.Entrant(name).On["p/x"].Times(), g.Entrant(name).On["p/x"].Times(), name)
			assert.True(t, pairOf(t, g, "new", name).NoRatio(), name)
		}
		assert.Equal(t, pairOf(t, before, "old", "dlx").Effect, pairOf(t, g, "old", "dlx").Effect)
		assert.Len(t, g.Entrant("new").On["p/x"].Times(), 10, "whose times are shown")
		require.Len(t, g.LeftOut, 1)
		assert.Contains(t, g.LeftOut[0], "the times of dlx in ")
	}
}

// TestWhatOneRunSettledStaysSettled: the control is shown with its times of the larger run, but the rounds of the other
// run still say how it compares with the contestant that only the other run measured.
func TestWhatOneRunSettledStaysSettled(t *testing.T) {
	g := days(t, 10, map[int][]resultstest.Benchmark{
		0: {benchmark("p/x", "control", 10*ms), benchmark("p/x", "slow", 90*ms)},
		3: {benchmark("p/x", "control", 12*ms), benchmark("p/x", "a", 30*ms), benchmark("p/x", "b", 40*ms)},
	})
	p := pairOf(t, g, "slow", "control")
	assert.Equal(t, Behind, p.Relation)
	assert.Equal(t, ByRounds, p.By)
	assert.True(t, p.NoRatio(), "it would not fit the times that are shown")
	assert.Zero(t, p.Effect.Ratio.Center)
	assert.Equal(t, Undecided, pairOf(t, g, "slow", "b").Relation, "no run measured both")
	assert.Equal(t, Rank{1, 1}, g.Entrant("control").Rank)
}

// TestRunsThatAgreeWithEachOtherCompare: two runs may agree although both differ from the largest one, and their control
// is used although its samples are left out.
func TestRunsThatAgreeWithEachOtherCompare(t *testing.T) {
	g := days(t, 10, map[int][]resultstest.Benchmark{
		0: {benchmark("p/x", "dlx", 100*ms), benchmark("p/x", "old", 105*ms), benchmark("p/x", "other", 110*ms)},
		3: {benchmark("p/x", "dlx", 120*ms), benchmark("p/x", "new", 110*ms)},
		4: {benchmark("p/x", "dlx", 120*ms), benchmark("p/x", "newer", 130*ms)},
	})
	assert.InDelta(t, 130.0/110, pairOf(t, g, "newer", "new").Effect.Ratio.Center, 0.01)
	assert.True(t, pairOf(t, g, "newer", "old").NoRatio())
}

// TestRunsWithoutACommonContestantDoNotSpoilEachOther: nothing says that they do not agree.
func TestRunsWithoutACommonContestantDoNotSpoilEachOther(t *testing.T) {
	g := days(t, 10, map[int][]resultstest.Benchmark{
		0: {benchmark("p/x", "a", 10*ms), benchmark("p/x", "b", 20*ms)},
		1: {benchmark("p/x", "c", 30*ms), benchmark("p/x", "d", 40*ms)},
		2: {benchmark("p/x", "b", 20*ms), benchmark("p/x", "c", 30*ms)},
	})
	assert.Empty(t, g.LeftOut)
	assert.Len(t, g.Entrant("c").On["p/x"].Times(), 20)
	assert.True(t, pairOf(t, g, "d", "a").NoRatio())
}

// TestTheLaterContestantWasAdded, also if the user names the later run first.
func TestTheLaterContestantWasAdded(t *testing.T) {
	var dirs []string
	for day, solver := range []string{"old", "new"} {
		dirs = append(dirs, resultstest.Write(t, t.TempDir(), resultstest.Run{
			Commit: "c", Rounds: 10, Started: time.Unix(int64(100*day), 0),
			Benchmarks: []resultstest.Benchmark{benchmark("p/x", "dlx", ms), benchmark("p/x", solver, ms)},
		}))
	}
	for _, paths := range [][]string{dirs, {dirs[1], dirs[0]}} {
		recorded, err := Load(paths, nil)
		require.NoError(t, err)
		require.Len(t, recorded.Groups[0].Additions(), 1)
		assert.Contains(t, recorded.Groups[0].Additions()[0], "new: added 1 minute later; ")
	}
}

// TestCasesDecideAcrossRuns: who solved more cases is ahead, whatever the machine did.
func TestCasesDecideAcrossRuns(t *testing.T) {
	g := days(t, 10, map[int][]resultstest.Benchmark{
		0: {benchmark("p/x", "old", 50*ms, 50*ms)}, 3: {benchmark("p/x", "new", 50*ms, -50*ms)},
	})
	p := pairOf(t, g, "old", "new")
	assert.Equal(t, Ahead, p.Relation)
	assert.False(t, p.NoRatio(), "what decides is not a time")
	assert.Zero(t, p.Effect.Ratio, "but there is none")
	assert.Equal(t, Rank{1, 1}, g.Entrant("old").Rank)
	assert.Contains(t, g.Answer().String(), "ahead of new by 1 case")
}

// TestRepeatedRunsArePooledAsEver: runs of the same contestants need no control, even if the machine became slower.
func TestRepeatedRunsArePooledAsEver(t *testing.T) {
	g := days(t, 10, map[int][]resultstest.Benchmark{
		0: {benchmark("p/x", "dlx", 100*ms), benchmark("p/x", "mine", 110*ms)},
		3: {benchmark("p/x", "dlx", 200*ms), benchmark("p/x", "mine", 220*ms)},
	})
	p := pairOf(t, g, "mine", "dlx")
	assert.Equal(t, 20, p.Effect.Ratio.N)
	assert.InDelta(t, 1.1, p.Effect.Ratio.Center, 1e-9)
	assert.Nil(t, p.Across)
	assert.Empty(t, g.Additions())
	assert.Empty(t, g.LeftOut)
}

// TestTheControlIsNotChosenByAgreement: the reference is the control, although another contestant agrees better. Without
// the reference, the fastest is.
func TestTheControlIsNotChosenByAgreement(t *testing.T) {
	for reference, agreeing := range map[string]time.Duration{"dlx": 60 * ms, "fast": 90 * ms} {
		g := days(t, 10, map[int][]resultstest.Benchmark{
			0: {benchmark("p/x", "agrees", agreeing), benchmark("p/x", reference, 80*ms), benchmark("p/x", "old", 50*ms)},
			3: {benchmark("p/x", "agrees", agreeing), benchmark("p/x", reference, 88*ms), benchmark("p/x", "new", 50*ms)},
		})
		across := pairOf(t, g, "new", "old").Across
		assert.Equal(t, reference, across.Control)
		assert.False(t, across.Holds())
	}
}

// TestASmallDifferenceAcrossRunsDecidesNothing: a control that agrees within 2 % does not exclude that the machine was 1 %
// slower on every set.
func TestASmallDifferenceAcrossRunsDecidesNothing(t *testing.T) {
	for added, want := range map[time.Duration]Relation{10150 * time.Microsecond: Undecided, 10300 * time.Microsecond: Behind} {
		runs := map[int][]resultstest.Benchmark{}
		for i := range 8 {
			set := fmt.Sprintf("p/x%d", i)
			runs[0] = append(runs[0], benchmark(set, "dlx", 10*ms), benchmark(set, "old", 10*ms))
			runs[3] = append(runs[3], benchmark(set, "dlx", 10*ms), benchmark(set, "new", added))
		}
		assert.Equal(t, want, pairOf(t, days(t, 10, runs), "new", "old").Relation, added)
	}
}

// TestRunsThatDisagreeOnOneSetDisagreeOnAll: otherwise a table would have ratios in some rows, sums that contain samples of
// these rows alone, and notes that contradict both.
func TestRunsThatDisagreeOnOneSetDisagreeOnAll(t *testing.T) {
	g := days(t, 10, map[int][]resultstest.Benchmark{
		0: {benchmark("p/x", "dlx", 10*ms), benchmark("p/x", "old", 10*ms), benchmark("p/y", "dlx", 10*ms), benchmark("p/y", "old", 10*ms)},
		3: {benchmark("p/x", "dlx", 10*ms), benchmark("p/x", "new", 10*ms), benchmark("p/y", "dlx", 11*ms), benchmark("p/y", "new", 10*ms)},
	})
	assert.True(t, pairOf(t, g, "new", "old").NoRatio())
	assert.Equal(t, "p/y", pairOf(t, g, "new", "old").Across.Set)
	assert.False(t, g.Across("p/x", g.Entrant("new").On["p/x"], g.Entrant("old").On["p/x"]).Holds())
	require.Len(t, g.Additions(), 1)
	assert.Contains(t, g.Additions()[0], "on p/y")
	assert.Len(t, g.Entrant("dlx").On["p/x"].Times(), 10, "the samples of the later run are pooled on no set")
}

// TestCaseTimesOfRunsThatDoNotCompareAreLeftOut: a profile or a virtual best solver compares the times of all its solvers.
func TestCaseTimesOfRunsThatDoNotCompareAreLeftOut(t *testing.T) {
	for slower, want := range map[time.Duration][]string{0: {"new", "dlx", "old"}, 5 * ms: {"dlx", "old"}} {
		parent := t.TempDir()
		for i, benchmarks := range [][]resultstest.Benchmark{
			{benchmark("p/x", "dlx", 100*ms), benchmark("p/x", "old", 120*ms)},
			{benchmark("p/x", "dlx", 100*ms+slower), benchmark("p/x", "new", 10*ms)},
		} {
			resultstest.Write(t, parent, resultstest.Run{Commit: "c", Rounds: 10, Started: time.Unix(int64(i), 0), Benchmarks: benchmarks})
		}
		recorded, err := Load([]string{parent}, nil)
		require.NoError(t, err)
		times, leftOut := recorded.CaseTimes(recorded.Groups[0])
		assert.Equal(t, want, solverNames(times))
		assert.Len(t, leftOut, 3-len(want))
	}
}

// A contestant whose ratio to the second one is withheld is not called first if it is not compared with a third one.
func TestFirstButPerhapsNot(t *testing.T) {
	a, b, c := &Entrant{Name: "a"}, &Entrant{Name: "b"}, &Entrant{Name: "c"}
	g := &Group{Rows: []*Entrant{a, b, c}, Pairs: [][]Pair{
		{{}, {}, {}},
		{{Solver: "b", Other: "a", By: BySets, Start: true, Relation: Behind}, {}, {}},
		{{Solver: "c", Other: "a", By: BySets, Across: &Across{}, Relation: Undecided}, {}, {}},
	}}
	require.Equal(t, NotToldApart, g.Answer().Kind)
	assert.Equal(t, "c", g.Answer().Leads[0].Pair.Solver)
	g.Pairs[2][0].Across, g.Pairs[2][0].Relation = nil, Behind
	assert.Equal(t, FirstWithoutRatio, g.Answer().Kind)
}

// TestWhatFollowsFromAThirdContestant: new is ahead of the control, and the control is ahead of old, so new is ahead of
// old, although no run measured both and the factor is below two.
func TestWhatFollowsFromAThirdContestant(t *testing.T) {
	g := days(t, 10, map[int][]resultstest.Benchmark{
		0: {benchmark("p/x", "dlx", 100*ms), benchmark("p/x", "old", 120*ms)},
		3: {benchmark("p/x", "dlx", 100*ms), benchmark("p/x", "new", 80*ms)},
	})
	assert.Equal(t, Ahead, pairOf(t, g, "new", "old").Relation)
	assert.Equal(t, Behind, pairOf(t, g, "old", "new").Relation)
	assert.Equal(t, Rank{1, 1}, g.Entrant("new").Rank)
	assert.Equal(t, Rank{3, 3}, g.Entrant("old").Rank)
}
