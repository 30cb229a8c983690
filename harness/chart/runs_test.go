package chart

import (
	"bytes"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/ranking"
	"gridjudge/harness/report"
	"gridjudge/harness/results/resultstest"
)

// album is of a run with two solvers, one that is wrong in one case, one that takes batches, and a program.
func album(t *testing.T) *Album { return albumOf(t, "0123456789abcdef") }

func ms(values ...int) (out []time.Duration) {
	for _, v := range values {
		out = append(out, time.Duration(v)*time.Millisecond)
	}
	return out
}

// albumOf is an album of such a run of each commit.
func albumOf(t *testing.T, commits ...string) *Album {
	parent := t.TempDir()
	for i, commit := range commits {
		resultstest.Write(t, parent, resultstest.Run{Commit: commit, Rounds: 7, Started: time.Unix(1e9+int64(i), 0), Benchmarks: []resultstest.Benchmark{
			{Set: "p/x", Solver: "dlx", Times: ms(10, 20, 40), Nodes: []uint64{100, 200, 400}},
			{Set: "p/x", Solver: "fast", Times: ms(1, 2, 80), Nodes: []uint64{10, 20, 800}},
			{Set: "p/x", Solver: "wrong", Times: ms(1, -1, 1), Nodes: []uint64{1, 1, 1}},
			{Set: "p/x", Solver: "batch", Times: ms(1, 1, 1), Nodes: []uint64{1, 1, 1}, Batch: true},
			{Set: "p/x", Solver: "mine", Times: ms(9, 9, 9), Process: true},
		}})
	}
	recorded, err := ranking.Read([]string{parent})
	require.NoError(t, err)
	return NewAlbum(recorded)
}

func points(t *testing.T, c *Chart, name string) (xy [][2]float64) {
	for _, s := range c.Series {
		if s.Name == name {
			for _, p := range s.Points {
				xy = append(xy, [2]float64{math.Round(p.X*1e6) / 1e6, math.Round(p.Y*1e4) / 1e4})
			}
			return xy
		}
	}
	require.Fail(t, "no series", name)
	return nil
}

func TestChartsByHand(t *testing.T) {
	a := album(t)
	group := ranking.Group{Problem: "p"}
	ecdf := a.ECDF(group)
	assert.Equal(t, [][2]float64{{0.001, 0.3333}, {0.002, 0.6667}, {0.08, 1}}, points(t, ecdf, "fast"))
	assert.Equal(t, [][2]float64{{0.001, 0.6667}}, points(t, ecdf, "wrong"), "a wrong answer is not solved")
	assert.Equal(t, [][2]float64{{0.001, 0.6667}, {0.002, 1}}, points(t, ecdf, ranking.VirtualBest))
	assert.Contains(t, strings.Join(ecdf.Notes, "\n"), "Left out: batch: no times of single cases were recorded.")
	assert.Equal(t, [][2]float64{{10, 0.6667}, {40, 1}}, points(t, a.Profile(group), "dlx"))
}

func TestWhatIsLeftOutForOneReasonIsOneNote(t *testing.T) {
	parent := t.TempDir()
	batch := func(solver string) resultstest.Benchmark {
		return resultstest.Benchmark{Set: "p/x", Solver: solver, Times: ms(1, 2), Batch: true}
	}
	resultstest.Write(t, parent, resultstest.Run{Commit: "c", Rounds: 7, Started: time.Unix(1e9, 0), Benchmarks: []resultstest.Benchmark{batch("a"), batch("b")}})
	recorded, err := ranking.Read([]string{parent})
	require.NoError(t, err)
	_, leftOut := NewAlbum(recorded).CaseTimes(ranking.Group{Problem: "p"})
	assert.Equal(t, []string{"a, b: no times of single cases were recorded"}, leftOut)
}

func TestScatterPutsUnsolvedCasesOnTheEdge(t *testing.T) {
	a := album(t)
	group := ranking.Group{Problem: "p"}
	pair, err := a.Pair(group, nil)
	require.NoError(t, err)
	assert.Equal(t, [2]string{"dlx", "fast"}, pair, "the reference and the best of the others")
	c, err := a.Scatter(group, "dlx", "wrong")
	require.NoError(t, err)
	assert.Equal(t, [][2]float64{{0.01, 0.001}, {0.02, 2}, {0.04, 0.001}}, points(t, c, "cases"))
	assert.Equal(t, []float64{1}, c.LimitsX)
	assert.Equal(t, "p/x#2: dlx 20.00 ms, wrong not solved", c.Series[0].Points[1].Name)
	_, err = a.Scatter(group, "dlx", "batch")
	assert.ErrorContains(t, err, "no times of single cases of batch")
	_, err = a.Pair(group, []string{"dlx"})
	assert.ErrorContains(t, err, "compares two solvers")
	_, err = a.Pair(ranking.Group{Problem: "p", Process: true}, nil)
	assert.ErrorContains(t, err, "needs times of single cases of two solvers")
}

func TestVerdictsPutWrongAnswersFirst(t *testing.T) {
	a := album(t)
	assert.Equal(t, []string{"wrong", "dlx", "fast", "batch", "mine"}, Worst(a.Verdicts()))
	c := a.Heatmap()
	assert.Equal(t, Field{Row: 0, Column: 0, Text: "WA 2/3", Share: 2.0 / 3}, c.Fields[2])
	bars := a.Bars(ranking.Group{Problem: "p"})
	assert.Contains(t, bars.Notes, "Left out: wrong on x: 2 of 3 cases solved.")
	require.Len(t, bars.Series, 4, "the program is in a picture of its own")
	assert.InDelta(t, 0.07, bars.Series[0].Points[0].Y, 1e-9)
	assert.Equal(t, [][2]float64{{100, 0.01}, {200, 0.02}, {400, 0.04}}, points(t, a.Nodes(ranking.Group{Problem: "p"}), "dlx"))
}

// TestTheWorstVerdictOfPooledRunsIsShown: an accepted run must not hide that another run of the same build failed.
func TestTheWorstVerdictOfPooledRunsIsShown(t *testing.T) {
	right, one, two := ms(1, 2, 3), ms(1, -2, 3), ms(-1, -2, 3)
	for name, runs := range map[string][][]time.Duration{
		"the first fails": {one, right}, "the last fails": {right, one}, "both fail": {two, one}, "one of three fails": {right, one, right},
	} {
		parent := t.TempDir()
		for i, times := range runs {
			resultstest.Write(t, parent, resultstest.Run{Commit: "c", Rounds: 7, Started: time.Unix(1e9+int64(i), 0), Benchmarks: []resultstest.Benchmark{
				{Set: "p/x", Solver: "a", Times: right}, {Set: "p/x", Solver: "b", Times: times},
			}})
		}
		recorded, err := ranking.Read([]string{parent})
		require.NoError(t, err)
		a := NewAlbum(recorded)
		reason, solved := "WA: case 2: case 2 is wrong", 2
		if name == "both fail" {
			reason, solved = "WA: case 1: case 1 is wrong", 1
		}
		assert.Equal(t, []Verdict{
			{Set: "p/x", Solver: "a", Verdict: "AC", Solved: 3, Cases: 3},
			{Set: "p/x", Solver: "b", Verdict: "WA", Reason: reason, Solved: solved, Cases: 3},
		}, a.Verdicts(), name)
		ranks := a.Problems[0].Ranks
		require.Len(t, ranks, 2, name)
		assert.Equal(t, []any{"a", "b", solved}, []any{ranks[0].Solver, ranks[1].Solver, ranks[1].Solved}, "%s: the run that solved the fewest cases counts", name)
		notes := strings.Join(a.Bars(ranking.Group{Problem: "p"}).Notes, "\n")
		if name == "both fail" {
			assert.Contains(t, notes, "Left out: b on x: 1 of 3 cases solved.", name)
			continue
		}
		note := "The bar of b on x is of the runs that accepted it; in another run: " + reason + "."
		assert.Contains(t, notes, note, name)
		chosen, err := a.ChosenBars(ranking.Group{Problem: "p"}, []string{"b"})
		require.NoError(t, err)
		assert.Contains(t, chosen.Notes, note, name)
	}
}

func TestChosenBars(t *testing.T) {
	a := album(t)
	c, err := a.Chart("bars", Choice{Problem: "p", Solvers: []string{"wrong", "batch"}})
	require.NoError(t, err)
	require.Len(t, c.Series, 2)
	assert.Equal(t, []string{"wrong", "batch"}, []string{c.Series[0].Name, c.Series[1].Name})
	assert.Equal(t, []int{1, 2}, []int{c.Series[0].Style, c.Series[1].Style}, "styles by order")
	assert.Subset(t, c.Notes, []string{"Left out: wrong on x: 2 of 3 cases solved.", "Left out: dlx, fast."})
	_, err = a.Chart("bars", Choice{Problem: "p", Solvers: []string{"dxl"}})
	assert.ErrorContains(t, err, `no solver "dxl"`)
}

func TestEachBuildHasPicturesOfItsOwn(t *testing.T) {
	a := albumOf(t, "0123456789abcdef", "fedcba9876543210")
	c, err := a.Chart("bars", Choice{Problem: "p [2]"})
	require.NoError(t, err)
	require.Len(t, c.Series, 4)
	assert.Equal(t, "dlx [2]", c.Series[0].Name)
	assert.Equal(t, a.Style("dlx"), c.Series[0].Style, "a solver has one style in all pictures")
	notes := strings.Join(c.Notes, "\n")
	assert.Contains(t, notes, "[2] ")
	assert.Contains(t, notes, "fedcba987654")
	assert.Contains(t, notes, "Left out: p [1] (--problem 'p [1]').")
	c, err = a.Chart("scatter", Choice{Solvers: []string{"dlx", "wrong"}})
	require.NoError(t, err)
	assert.Equal(t, [2]string{"dlx [1]", "wrong [1]"}, [2]string{c.X.Label, c.Y.Label})
	pair, err := a.Pair(ranking.Group{Problem: "p", Class: 2}, nil)
	require.NoError(t, err)
	assert.Equal(t, [2]string{"dlx [2]", "fast [2]"}, pair)
	c, err = a.Chart("heatmap", Choice{})
	require.NoError(t, err)
	assert.Len(t, c.X.Names, 10)
	assert.Contains(t, strings.Join(c.Notes, "\n"), "never pooled")
}

func TestHistoryMarksSteps(t *testing.T) {
	table := &report.Table{Columns: []report.Column{{Name: "set"}, {Name: "solver"}, {Name: "started"}, {Name: "commit"}, {Name: "median_ns"}, {Name: "step"}}}
	add := func(set, started, commit string, ms int, step string) {
		table.Add(report.String(set), report.String("dlx"), report.String(started), report.String(commit), report.Time(time.Duration(ms)*time.Millisecond), report.String(step))
	}
	add("p/x", "2026-02", "b", 20, "+100.0%")
	add("p/x", "2026-01", "a", 10, "")
	add("p/y", "2026-01", "a", 99, "")
	c := album(t).History(table, "p/x")
	assert.Equal(t, []string{"a", "b"}, c.X.Names)
	assert.Equal(t, [][2]float64{{0, 0.01}, {1, 0.02}}, points(t, c, "dlx"))
	assert.Equal(t, []float64{1}, c.LimitsX)
	assert.Contains(t, c.Notes, "Step of dlx at b: +100.0%.")
}

func TestEveryKindIsDrawn(t *testing.T) {
	a := album(t)
	history := func() (*report.Table, error) {
		return &report.Table{Columns: []report.Column{{Name: "set"}, {Name: "started"}}}, nil
	}
	for _, kind := range Kinds {
		c, err := a.Chart(kind, Choice{History: history})
		require.NoError(t, err, kind)
		var first, second bytes.Buffer
		require.NoError(t, c.Write(&first, SVG), kind)
		require.NoError(t, c.Write(&second, SVG), kind)
		assert.Equal(t, first.String(), second.String(), kind)
	}
	_, err := a.Chart("pie", Choice{})
	assert.ErrorContains(t, err, "want ecdf, profile")
	_, err = a.Chart("ecdf", Choice{Problem: "q"})
	assert.ErrorContains(t, err, `no run has results of the problem "q"; there are p, p (whole processes)`)
}

// TestDegenerateRunsAreDrawnOrRefused: a kind that has nothing to show says so, and no kind fails in another way.
func TestDegenerateRunsAreDrawnOrRefused(t *testing.T) {
	hostile := "<script>_%&#" + strings.Repeat("x", 300)
	for name, b := range map[string]resultstest.Benchmark{
		"one solver, one case": {Set: "p/x", Solver: "a", Times: ms(1), Nodes: []uint64{1}},
		"nothing solved":       {Set: "p/x", Solver: "a", Times: ms(-1, -1), Nodes: []uint64{1, 1}},
		"only a program":       {Set: "p/x", Solver: "mine", Times: ms(1, 2), Process: true},
		"only a batch":         {Set: "p/x", Solver: "a", Times: ms(1, 2), Batch: true},
		"a hostile name":       {Set: "p/" + hostile, Solver: hostile, Times: ms(1, 2), Nodes: []uint64{1, 2}},
	} {
		for _, unfinished := range []bool{false, true} {
			parent := t.TempDir()
			resultstest.Write(t, parent, resultstest.Run{Commit: "c", Rounds: 7, Started: time.Unix(1e9, 0), Unfinished: unfinished, Benchmarks: []resultstest.Benchmark{b}})
			recorded, err := ranking.Read([]string{parent})
			require.NoError(t, err)
			a := NewAlbum(recorded)
			drawn := 0
			for _, kind := range Kinds {
				c, err := a.Chart(kind, Choice{History: func() (*report.Table, error) {
					return &report.Table{Columns: []report.Column{{Name: "set"}, {Name: "started"}}}, nil
				}})
				if err != nil {
					assert.Contains(t, err.Error(), "a scatter needs times of single cases of two solvers", "%s: %s", name, kind)
					continue
				}
				drawn++
				var svg bytes.Buffer
				require.NoError(t, c.Write(&svg, SVG), "%s: %s", name, kind)
				assert.NotContains(t, svg.String(), "<script", "%s: %s", name, kind)
				assert.NotContains(t, svg.String(), "NaN", "%s: %s", name, kind)
			}
			assert.GreaterOrEqual(t, drawn, 2, "%s: verdicts and bars can always be drawn", name)
		}
	}
}
