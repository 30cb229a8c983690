package chart

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"gridjudge/harness/judge"
	"gridjudge/harness/ranking"
	"gridjudge/harness/report"
	"gridjudge/harness/results/resultstest"
)

// album returns a run with two good solvers, a solver with one wrong case, a solver that takes batches, and a program.
func album(t *testing.T) *Runs { return albumOf(t, "0123456789abcdef") }

func ms(values ...int) (out []time.Duration) {
	for _, v := range values {
		out = append(out, time.Duration(v)*time.Millisecond)
	}
	return out
}

// usual has built-in solvers that usually take part.
var usual = []string{"other", "fast", "dlx"}

// albumOf returns such a run for each commit.
func albumOf(t *testing.T, commits ...string) *Runs { return albumMatching(t, "*", commits...) }

// albumMatching returns such runs with the results that match a filter.
func albumMatching(t *testing.T, query string, commits ...string) *Runs {
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
	filter, err := report.ParseFilter(query)
	require.NoError(t, err)
	recorded, err := ranking.Load([]string{parent}, filter)
	require.NoError(t, err)
	return NewRuns(recorded, usual)
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

// drawn returns the chart of a kind of the first problem whose name or group is p.
func drawn(t *testing.T, r *Runs, kind, problem string) *Chart {
	t.Helper()
	c, err := r.Chart(kind, problem)
	require.NoError(t, err, kind)
	return c
}

// TestSidesAreNotRelated: the dots of two classes stand side by side, and no note looks for a control between them. A
// bare file has no manifest in which a control could be found.
func TestSidesAreNotRelated(t *testing.T) {
	var files []string
	for _, cpu := range []string{"one", "two"} {
		file := filepath.Join(t.TempDir(), cpu+".bench")
		text := "cpu: " + cpu + "\n" + strings.Repeat("BenchmarkSolve/problem=p/set=x/solver=dlx 1 100 ns/op\n", 7)
		require.NoError(t, os.WriteFile(file, []byte(text), 0o666))
		files = append(files, file)
	}
	recorded, err := ranking.Load(files, nil)
	require.NoError(t, err)
	for _, r := range []*Runs{NewRuns(recorded, usual), albumOf(t, "a", "b")} {
		c := drawn(t, r, "bars", "")
		require.NotEmpty(t, points(t, c, "dlx [1]"))
		require.NotEmpty(t, points(t, c, "dlx [2]"))
		assert.NotContains(t, strings.Join(c.Notes, "\n"), "No ratio relates")
	}
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
		recorded, err := ranking.Load([]string{parent}, nil)
		require.NoError(t, err)
		a := NewRuns(recorded, usual)
		reason, solved := "WA: case 2: case 2 is wrong", 2
		if name == "both fail" {
			reason, solved = "WA: case 1: case 1 is wrong", 1
		}
		for _, e := range a.Groups[0].Entrants {
			pool := e.On["p/x"]
			if e.Name == "a" {
				assert.Equal(t, 3, pool.Solved(), name)
				assert.Nil(t, pool.Rejected(), name)
				continue
			}
			assert.Equal(t, []any{judge.WrongAnswer, reason, solved, 3}, []any{pool.Rejected().Verdict, pool.Rejected().Rejection(), pool.Solved(), pool.Cases()}, name)
		}
		ranks := a.Groups[0].Rows
		require.Len(t, ranks, 2, name)
		assert.Equal(t, []any{"a", "b", solved}, []any{ranks[0].Contestant, ranks[1].Contestant, ranks[1].Solved}, "%s: the run that solved the fewest cases counts", name)
		notes := strings.Join(drawn(t, a, "bars", "").Notes, "\n")
		assert.Contains(t, notes, "Left out, as not accepted or not measured: b on x.", name)
	}
}

func TestEachBuildHasPicturesOfItsOwn(t *testing.T) {
	a := albumOf(t, "0123456789abcdef", "fedcba9876543210")
	c, err := a.Chart("bars", "p [2]")
	require.NoError(t, err)
	require.Len(t, c.Series, 3)
	assert.Equal(t, "dlx [2]", c.Series[1].Name)
	assert.Equal(t, 2, c.Series[1].Style, "a solver has one style in all pictures")
	notes := strings.Join(c.Notes, "\n")
	assert.Contains(t, notes, "[2] ")
	assert.Contains(t, notes, "fedcba987654")
	assert.Contains(t, notes, "Left out: p [1] (--problem 'p [1]').")
	c, err = a.Chart("bars", "p")
	require.NoError(t, err)
	require.Len(t, c.Series, 6, "of two builds, both")
	assert.Equal(t, []string{"dlx [1]", "dlx [2]"}, []string{c.Series[1].Name, c.Series[4].Name})
	assert.Contains(t, strings.Join(c.Notes, "\n"), "fedcba987654")
	c, err = albumOf(t, "0123456789abcdef", "fedcba9876543210", "aaaaaaaaaaaaaaaa").Chart("bars", "p")
	require.NoError(t, err)
	assert.Len(t, c.Series, 3, "of three, one")
	c, err = a.Chart("scatter", "")
	require.NoError(t, err)
	assert.Equal(t, [2]string{"dlx [1], wall time", "fast [1], wall time"}, [2]string{c.X.Label, c.Y.Label})
	c, err = a.Chart("scatter", "p [2]")
	require.NoError(t, err)
	assert.Equal(t, [2]string{"dlx [2], wall time", "fast [2], wall time"}, [2]string{c.X.Label, c.Y.Label})
}

// TestOtherProblemsAreNamed: they are named unless --problem chose one.
func TestOtherProblemsAreNamed(t *testing.T) {
	parent := t.TempDir()
	var run resultstest.Run
	for _, problem := range []string{"p", "q", "r"} {
		for _, name := range []string{"dlx", "fast"} {
			run.Benchmarks = append(run.Benchmarks, resultstest.Benchmark{Set: problem + "/x", Solver: name, Times: ms(1, 2), Nodes: []uint64{1, 2}})
		}
	}
	run.Benchmarks = append(run.Benchmarks, resultstest.Benchmark{Set: "p/x", Solver: "mine", Times: ms(1, 2), Process: true})
	run.Commit, run.Rounds, run.Started = "c", 7, time.Unix(1e9, 0)
	resultstest.Write(t, parent, run)
	recorded, err := ranking.Load([]string{parent}, nil)
	require.NoError(t, err)
	r := NewRuns(recorded, usual)
	for _, kind := range Kinds {
		assert.Contains(t, drawn(t, r, kind, "").Notes, "Left out: p (whole processes), q, r (--problem).", kind)
		for _, note := range drawn(t, r, kind, "q").Notes {
			assert.NotContains(t, note, "Left out", kind)
		}
	}
	slices.Reverse(r.Groups) // the processes come before the solvers
	for _, problem := range []string{"p", "p (whole processes)"} {
		processes := strings.Contains(drawn(t, r, "bars", problem).Title, "(whole processes)")
		assert.Equal(t, problem != "p", processes, "%s: the name that the note gives chooses the group", problem)
	}
}

func TestUnknownKindsAndProblemsAreNamed(t *testing.T) {
	a := album(t)
	_, err := a.Chart("pie", "")
	assert.ErrorContains(t, err, "want ecdf, profile")
	_, err = a.Chart("ecdf", "q")
	assert.ErrorContains(t, err, `no run has results of the problem "q"; there are p, p (whole processes)`)
}

// TestHistoryKeepsMachinesApart: on each machine, runs are in the order of their start, whether or not builds are
// pooled.
func TestHistoryKeepsMachinesApart(t *testing.T) {
	a := albumOf(t, "0123456789abcdef", "fedcba9876543210", "0123456789abcdef")
	require.Len(t, a.Recorded.Runs, 3)
	slices.Reverse(a.Recorded.Runs)
	a.Recorded.Runs[1].Manifest.Machine.CPU = "Another CPU"
	last := a.Recorded.Runs[0].Results // the last run, because the runs are reversed
	for _, r := range last {
		r.Digest = "sha256:0123456789"
	}
	c := drawn(t, a, "history", "")
	assert.Equal(t, "Test CPU, bench, cases 0123456", c.Parts[2].Name, "no line joins times of other cases")
	for _, r := range last {
		r.Digest = a.Recorded.Runs[2].Results[0].Digest
	}
	c = drawn(t, a, "history", "")
	assert.Equal(t, []Part{{"Another CPU, bench", 0, 0}, {"Test CPU, bench", 1, 2}}, c.Parts)
	assert.Equal(t, []string{"2001-09-09 fedcba9", "2001-09-09 0123456", "2001-09-09 0123456"}, c.X.Names)
	var names []string
	for _, s := range c.Series {
		names = append(names, s.Name)
	}
	assert.Equal(t, []string{"batch", "dlx", "fast"}, names, "by rank; what was not accepted has no time, and programs are apart")
	assert.Equal(t, 2, c.Series[1].Style)
	require.Len(t, c.Series[1].Points, 3)
	assert.Less(t, c.Series[1].Points[0].Lo, c.Series[1].Points[0].Hi, "intervals")
	var svg bytes.Buffer
	require.NoError(t, c.Write(&svg, SVG))
	for _, text := range []string{"Another CPU, bench", "fedcba9", "dlx", "95 % interval"} {
		assert.Contains(t, svg.String(), text)
	}
	assert.Equal(t, "p/x: median processor time over the runs", c.Title, "of all classes")
	p := drawn(t, a, "history", "p [1] (whole processes)")
	assert.Len(t, p.Series, 1)
	for _, name := range names {
		assert.Contains(t, strings.Join(p.Notes, "\n"), name, "solving alone is left out here")
	}
	notes := strings.Join(c.Notes, "\n")
	assert.Contains(t, notes, p.Series[0].Name, "whole processes are left out there")
	assert.Contains(t, notes, "--problem 'p [1] (whole processes)'")
	assert.Equal(t, "p/x (whole processes): median processor time over the runs", p.Title)
}

// TestEveryKindDrawsOrRefusesARun: a kind never draws empty axes. A refusal says in one sentence what the runs lack.
func TestEveryKindDrawsOrRefusesARun(t *testing.T) {
	const noTimes, noNodes = "times of solved single cases", "nodes, which needs solvers with times and search nodes"
	for name, run := range map[string]struct {
		benchmarks []resultstest.Benchmark
		refused    map[string]string
	}{
		"programs": {
			[]resultstest.Benchmark{{Set: "p/x", Solver: "mine", Times: ms(1, 2), Process: true}, {Set: "p/x", Solver: "yours", Times: ms(2, 3), Process: true}},
			map[string]string{"ecdf": noTimes, "profile": noTimes, "scatter": noTimes, "nodes": noNodes},
		},
		"no columns of nodes": {
			[]resultstest.Benchmark{{Set: "p/x", Solver: "mine", Times: ms(1, 2)}, {Set: "p/x", Solver: "yours", Times: ms(2, 3)}},
			map[string]string{"nodes": noNodes},
		},
		"only batches": {
			[]resultstest.Benchmark{{Set: "p/x", Solver: "a", Times: ms(1, 2), Batch: true}},
			map[string]string{"ecdf": noTimes, "profile": noTimes, "scatter": noTimes, "nodes": noNodes},
		},
	} {
		parent := t.TempDir()
		resultstest.Write(t, parent, resultstest.Run{Commit: "c", Rounds: 7, Started: time.Unix(1e9, 0), Benchmarks: run.benchmarks})
		recorded, err := ranking.Load([]string{parent}, nil)
		require.NoError(t, err)
		for _, kind := range Kinds {
			c, err := NewRuns(recorded, usual).Chart(kind, "")
			if why := run.refused[kind]; why != "" {
				require.ErrorContains(t, err, why, "%s: %s", name, kind)
				assert.NotContains(t, err.Error(), ". ", "%s: %s: one sentence", name, kind)
				continue
			}
			require.NoError(t, err, "%s: %s", name, kind)
			assert.False(t, c.Empty(), "%s: %s", name, kind)
		}
	}
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
			recorded, err := ranking.Load([]string{parent}, nil)
			require.NoError(t, err)
			a := NewRuns(recorded, usual)
			pictures := 0
			for _, kind := range Kinds {
				c, err := a.Chart(kind, "")
				if err != nil {
					assert.Regexp(t, "these runs have nothing for ", err.Error(), "%s: %s", name, kind)
					continue
				}
				assert.False(t, c.Empty(), "%s: %s", name, kind)
				pictures++
				var svg bytes.Buffer
				require.NoError(t, c.Write(&svg, SVG), "%s: %s", name, kind)
				assert.NotContains(t, svg.String(), "<script", "%s: %s", name, kind)
				assert.NotContains(t, svg.String(), "NaN", "%s: %s", name, kind)
			}
			assert.Equal(t, map[string]int{"one solver, one case": 5, "only a program": 2, "only a batch": 2, "a hostile name": 5}[name], pictures, name)
		}
	}
}
