package chart

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/ranking"
	"gridjudge/harness/report"
	"gridjudge/harness/results/resultstest"
)

func TestChartsByHand(t *testing.T) {
	a := album(t)
	ecdf := drawn(t, a, "ecdf", "")
	assert.Equal(t, [][2]float64{{0.001, 0.3333}, {0.002, 0.6667}, {0.08, 1}}, points(t, ecdf, "fast"))
	assert.Equal(t, [][2]float64{{0.001, 0.6667}}, points(t, ecdf, "wrong"), "a wrong answer is not solved")
	assert.Equal(t, [][2]float64{{0.001, 0.6667}, {0.002, 1}}, points(t, ecdf, ranking.VirtualBest))
	assert.Contains(t, strings.Join(ecdf.Notes, "\n"), "Left out: batch: no times of single cases were recorded.")
	assert.Equal(t, [][2]float64{{10, 0.6667}, {40, 1}}, points(t, drawn(t, a, "profile", ""), "dlx"))
	assert.Equal(t, [][2]float64{{100, 0.01}, {200, 0.02}, {400, 0.04}}, points(t, drawn(t, a, "nodes", ""), "dlx"))
	chosen := drawn(t, albumMatching(t, "/solver:(fast OR dlx)", "c"), "profile", "")
	require.Len(t, chosen.Series, 2)
	assert.Equal(t, [][2]float64{{1, 0.3333}, {10, 1}}, points(t, chosen, "dlx"), "over the best of the chosen solvers")
}

func TestWhatIsLeftOutForOneReasonIsOneNote(t *testing.T) {
	parent := t.TempDir()
	batch := func(solver string) resultstest.Benchmark {
		return resultstest.Benchmark{Set: "p/x", Solver: solver, Times: ms(1, 2), Batch: true}
	}
	resultstest.Write(t, parent, resultstest.Run{Commit: "c", Rounds: 7, Started: time.Unix(1e9, 0), Benchmarks: []resultstest.Benchmark{batch("a"), batch("b")}})
	recorded, err := ranking.Load([]string{parent}, nil)
	require.NoError(t, err)
	r := NewRuns(recorded, usual)
	_, leftOut := r.CaseTimes(r.Groups[0])
	assert.Equal(t, []string{"a, b: no times of single cases were recorded"}, leftOut)
}

func TestScatterPutsUnsolvedCasesOnTheEdge(t *testing.T) {
	a := album(t)
	c := drawn(t, a, "scatter", "")
	assert.Equal(t, [2]string{"dlx, wall time", "fast, wall time"}, [2]string{c.X.Label, c.Y.Label}, "the reference and the best of the others")
	a = albumMatching(t, "/solver:(wrong OR dlx)", "c")
	c = drawn(t, a, "scatter", "")
	assert.Equal(t, [][2]float64{{0.01, 0.001}, {0.02, 0.08}, {0.04, 0.001}}, points(t, c, "cases"), "twice the longest time")
	assert.Contains(t, c.Notes[0], "Below the diagonal wrong is faster: in 2 cases.")
	c = drawn(t, albumMatching(t, "/solver:(wrong OR fast)", "c"), "scatter", "")
	assert.Equal(t, [2]string{"wrong, wall time", "fast, wall time"}, [2]string{c.X.Label, c.Y.Label}, "without the reference: the second and the best")
	_, err := albumMatching(t, "/solver:(dlx OR batch)", "c").Chart("scatter", "")
	assert.ErrorContains(t, err, "p: these runs have nothing for scatter, which needs two solvers with times of solved single cases")
}

// TestCurvesEndAtTheShareOfAllCases: slow exceeded its limit, so it was not run on all cases. Its curve still ends at
// the share of all cases that it solved. cheat was rejected later, so it does not have a curve.
func TestCurvesEndAtTheShareOfAllCases(t *testing.T) {
	audit := 0
	bench := func(solver string, dropped *int, times ...int) resultstest.Benchmark {
		return resultstest.Benchmark{Set: "p/x", Solver: solver, Times: ms(times...), Nodes: []uint64{1, 1, 1, 1}, Dropped: dropped}
	}
	parent := t.TempDir()
	for i := range 2 {
		resultstest.Write(t, parent, resultstest.Run{Commit: "c", Rounds: 7, Started: time.Unix(int64(i), 0), Benchmarks: []resultstest.Benchmark{
			bench("dlx", nil, 10, 10, 10, 10), bench("slow", nil, 40, 2000, 40, 40), bench("cheat", &audit, 1, 1, 1, 1),
		}})
	}
	recorded, err := ranking.Load([]string{parent}, nil)
	require.NoError(t, err)
	r := NewRuns(recorded, usual)
	for _, kind := range []string{"ecdf", "profile", "scatter", "nodes"} {
		c := drawn(t, r, kind, "")
		notes := strings.Join(c.Notes, "\n")
		assert.Contains(t, notes, "4 cases of 1 common set", kind)
		assert.Contains(t, notes, "the latest in which all took part", kind)
		assert.Contains(t, notes, "Left out: cheat: no case counts as solved (WA", kind)
		for _, s := range c.Series {
			assert.NotEqual(t, "cheat", s.Name, kind)
		}
	}
	assert.Equal(t, [][2]float64{{0.04, 0.25}}, points(t, drawn(t, r, "ecdf", ""), "slow"))
	assert.Equal(t, [][2]float64{{0.01, 1}}, points(t, drawn(t, r, "ecdf", ""), ranking.VirtualBest))
	assert.Equal(t, [][2]float64{{4, 0.25}}, points(t, drawn(t, r, "profile", ""), "slow"))

	filter, err := report.ParseFilter("/solver:cheat")
	require.NoError(t, err)
	recorded, err = ranking.Load([]string{parent}, filter)
	require.NoError(t, err)
	_, err = NewRuns(recorded, usual).Chart("ecdf", "")
	assert.ErrorContains(t, err, "left out: cheat: no case counts as solved (WA")
}

// TestAxesOfTimesNameTheirClock: solvers are judged by wall time, programs by processor time.
func TestAxesOfTimesNameTheirClock(t *testing.T) {
	a := album(t)
	for kind, want := range map[string]string{
		"ecdf": "wall time", "profile": "wall time", "scatter": "wall time", "nodes": "wall time", "bars": "wall time", "history": "processor time",
	} {
		c := drawn(t, a, kind, "p")
		assert.Contains(t, c.X.Label+c.Y.Label, want, kind)
		assert.LessOrEqual(t, max(len(c.X.Label), len(c.Y.Label)), longestName, kind)
	}
	programs := drawn(t, a, "bars", "p (whole processes)")
	assert.Contains(t, programs.Y.Label, "processor time")
	assert.Equal(t, short(programs.Y.Label), programs.Y.Label)
	for _, result := range a.Groups[1].Entrants[0].On["p/x"].Results {
		for _, s := range result.Samples {
			s.CPU = 0
		}
	}
	assert.Contains(t, drawn(t, a, "bars", "p (whole processes)").Y.Label, "wall time", "a file of another tool may have no other")

	named := strings.Repeat("long name ", 9)
	times := &ranking.CaseTimes{Cases: make([]ranking.Case, 1), Solvers: []ranking.SolverTimes{{Solver: named, Seconds: []float64{1}}, {Solver: "b", Seconds: []float64{1}}}}
	for _, c := range []*Chart{scatter(times, processorTime, named, nil), ecdf(times, processorTime), profile(times, processorTime)} {
		assert.Contains(t, short(c.X.Label), processorTime, "however long a name is")
	}
}

// TestALegendNamesWhatIsDrawn: a series with 0 nodes in all cases is not drawn, because a logarithmic axis does not
// have a place for 0.
func TestALegendNamesWhatIsDrawn(t *testing.T) {
	parent := t.TempDir()
	resultstest.Write(t, parent, resultstest.Run{Commit: "c", Rounds: 7, Benchmarks: []resultstest.Benchmark{
		{Set: "p/x", Solver: "dlx", Times: ms(1, 2), Nodes: []uint64{0, 3}}, {Set: "p/x", Solver: "still", Times: ms(1, 2), Nodes: []uint64{0, 0}},
	}})
	recorded, err := ranking.Load([]string{parent}, nil)
	require.NoError(t, err)
	c := drawn(t, NewRuns(recorded, usual), "nodes", "")
	require.Len(t, c.Series, 1)
	assert.Equal(t, "dlx", c.Series[0].Name)
	assert.Contains(t, strings.Join(c.Notes, "\n"), "Left out: still: ")
}
